"""One table with everything around it: the game that runs, who looks at it, and what shines."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import msgspec

from companion.app.eyes import Eyes
from companion.app.house_front import Front
from companion.app.house_play import open_play
from companion.app.own_box import OwnBox
from companion.app.reception import Ready
from companion.app.seating import Seating
from companion.app.signboard import Sign
from companion.app.wiring import Devices
from companion.app.wrong import Wrong
from companion.engine import Text, Unreadable
from companion.games import Kit
from companion.session.commands import Ailing, Learned, Pressed
from companion.session.ports import Press
from companion.session.store import Settings as StoreSettings
from companion.session.store_entry import Record
from companion.session.store_fault import StoreError
from companion.session.store_lock import Lock
from web.house import NewGame, Play

_LOG = logging.getLogger(__name__)


class TableHouse(Front):
    """Keep one game running; everything may be called from any thread."""

    def __init__(
        self,
        kit: Kit,
        database: Path,
        sign: Sign,
        devices: Devices,
        eyes: Eyes,
        leave: Callable[[], None],
    ) -> None:
        """Open the house; no game runs yet."""
        super().__init__(kit, database, sign, devices)
        self._store = StoreSettings()
        self._seating: Seating | None = None
        self._opened: Callable[[Play], None] | None = None
        self._database = database
        self._on_disk: Lock | None = None
        self._eyes, self._leave = eyes, leave
        self._follower: Thread | None = None
        devices.buttons.listen(self._hear)

    def furnish(self, box: OwnBox, opened: Callable[[Play], None]) -> None:
        """Play with the owner's box from now on, and tell somebody of every game that begins."""
        self._reception.box, self._opened = box, opened

    def keep(self, store: StoreSettings) -> None:
        """Keep games like this from now on."""
        self._store = store

    def new_game(self, new: NewGame) -> Text | None:
        """Begin a game in place of the running one, or say why that cannot be."""
        return self._try(lambda: self._open(self._reception.begin(new)))

    def begin_usual(self) -> None:
        """Begin the game that is proposed, unless one runs; say on the display why that cannot be."""
        with self._lock:
            if self.play is not None:
                return
            refused = self._try(lambda: self._open(self._reception.propose()))
            if refused is not None:
                _LOG.warning("%s", self._texts(refused))
                self._board.welcome((refused,), self._reception.invitation)

    def resume(self, game: str, sit: Callable[[], None] = lambda: None) -> Text | None:
        """Take up a kept game in place of the running one, or say why that cannot be."""
        return self._try(lambda: self._take_up(self._reception.kept.find(game), sit))

    def resume_last(self) -> bool:
        """Take up the game that lay on the table, unless it is over or people have put it away."""
        with self._lock:
            record = self._reception.kept.unfinished()
            if record is not None:
                self._take_up(record)
            return record is not None

    def _try(self, act: Callable[[], None]) -> Text | None:
        """Do something, or say why that cannot be."""
        try:
            act()
        except (Wrong, StoreError) as problem:
            return problem.text
        return None

    def _take_up(self, record: Record, sit: Callable[[], None] = lambda: None) -> None:
        with self._lock:
            if self.play is None or self.play.session.snapshot.game != record.id:
                try:
                    self._open(self._reception.take_up(record), sit)
                except Unreadable as problem:
                    params = {"game": record.id, "detail": str(problem)}
                    raise Wrong("cli.replay.unreadable", **params) from None

    def _open(self, ready: Ready, sit: Callable[[], None] = lambda: None) -> None:
        """Let a game run in place of another, which goes on until this one is open."""
        with self._lock:
            seating, beside = ready.seating, self._on_disk
            if beside is not None and not beside.is_held:
                beside = None
            opened = open_play(self._database, self._store, seating, ready.log_in, beside)
            self._put_away()
            sit()
            self._on_disk, self._seating = opened.lock, seating
            self.play = msgspec.structs.replace(opened.play, hands=self.hands)
            session = self.play.session
            self._reception.kept.lay(session.snapshot.game)
            shown = session, self._pages(seating.game)
            self._follower = Thread(target=self._board.follow, args=shown, daemon=True)
            self._follower.start()
            self._eyes.open(seating, session)
            if self._trouble is not None:
                self.trouble(self._trouble)
            session.submit(Ailing((*self._told, *self._ailing)))
            if self._opened is not None:
                self._opened(self.play)

    @property
    def hands(self) -> Callable[[int], bool] | None:
        """Return who plays a turn for a seat, at a table with hands of its own."""
        return getattr(self._eyes, "play_for", None)

    def learned(self) -> None:
        """Let the running game know what the owner's file says by now."""
        with self._lock:
            play, seating = self.play, self._seating
            if play is None or seating is None:
                return
            richer = self._reception.learn(seating)
            if richer is not None:
                self._seating = richer
                play.session.ask(Learned(richer.game))
                self.play = msgspec.structs.replace(play, game=richer.game)

    def _hear(self, press: Press) -> None:
        play = self.play
        if press is Press.SHUT_DOWN:
            self.shut_down()
        elif play is not None:
            play.session.submit(Pressed(press))
        elif press is Press.CONFIRM:
            # The buttons must not wait for it: whoever holds one to shut down wants to be heard.
            Thread(target=self.begin_usual, name="begin", daemon=True).start()
        elif press is Press.DONE:
            self._reception.count_on()
            self._welcome()

    def end_game(self) -> None:
        """Put the running game away as it is, until somebody takes it up again."""
        with self._lock:
            self._put_away()
            self._reception.kept.lay(None)
            self._welcome()

    def _put_away(self) -> None:
        play, self.play = self.play, None
        self._eyes.close()
        if play is not None:
            self._told = ()
            play.session.close()
        if self._follower is not None:
            self._follower.join()  # so that it shows nothing after whoever comes next

    def shut_down(self) -> None:
        """Close everything and leave; return before that is done."""
        Thread(target=self._leave, name="leave", daemon=True).start()

    def close(self) -> None:
        """Put everything away; calling it again does no harm."""
        with self._lock:
            self._put_away()
        self._devices.close()
