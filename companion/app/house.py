"""One table with everything around it: the game that runs, who looks at it, and what shines."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock, Thread
from typing import Any

import msgspec

from companion.app.eyes import Eyes
from companion.app.own_box import PLAIN, OwnBox
from companion.app.seating import Seating, check_board, take_seats
from companion.app.signboard import Sign, Signboard, fresh_pin
from companion.app.wiring import Devices
from companion.app.wrong import Wrong
from companion.drawing.board_view import BoardView
from companion.drawing.table_art import draw_state
from companion.engine import Text, Unreadable
from companion.games import Kit, Wish
from companion.session.commands import Ailing, Learned, Pressed, Sight
from companion.session.pages import Pages, in_short
from companion.session.ports import Press
from companion.session.session import Session
from companion.session.store import OpenLog, Reader, Store
from companion.session.store import Settings as StoreSettings
from companion.session.store_entry import Record
from companion.session.table import Table
from companion.session.texts import Texts
from web.house import Box, NewGame, Play

_LOG = logging.getLogger(__name__)


class TableHouse:
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
        self._store = StoreSettings()
        self._box = PLAIN
        self._seating: Seating | None = None
        self._opened: Callable[[Play], None] | None = None
        self.kit, self._database = kit, database
        self._devices, self._eyes, self._leave = devices, eyes, leave
        self._texts = Texts.load(sign.language, kit.texts)
        self._board = Signboard(devices, self._texts, sign)
        self._lock = RLock()
        self.play: Play | None = None
        self._trouble: Text | None = None
        self._ailing: tuple[Text, ...] = ()
        self._told: tuple[Text, ...] = ()
        self._follower: Thread | None = None
        devices.buttons.listen(self._hear)
        self._welcome()

    def furnish(self, box: OwnBox, opened: Callable[[Play], None]) -> None:
        """Play with the owner's box from now on, and tell somebody of every game that begins."""
        self._box, self._opened = box, opened

    def keep(self, store: StoreSettings) -> None:
        """Keep games like this from now on."""
        self._store = store

    @property
    def address(self) -> str:
        """Return where phones find the table."""
        return self._board.sign.address

    @property
    def language(self) -> str:
        """Return the language of the table itself."""
        return self._board.sign.language

    @property
    def pin(self) -> str:
        """Return the number that makes somebody the host."""
        return self._board.sign.pin

    def new_pin(self) -> None:
        """Let the old number make nobody the host any more; the new one is shown and logged."""
        self._write(pin=fresh_pin())
        _LOG.warning("%s", self._texts(Text("serve.pin", {"pin": self.pin})))

    def move(self, address: str) -> None:
        """Let phones find the table at another address, and show that."""
        self._write(address=address)

    def _write(self, **changed: str) -> None:
        """Change what the sign says, wherever it is shown."""
        with self._lock:
            self._board.sign = msgspec.structs.replace(self._board.sign, **changed)
            if self.play is None:
                self._welcome()
            else:
                self._board.show_again(self.play.session, self._pages(self.play.game))

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Return what may be played with: our own edition, and the boards of the owner."""
        return tuple(self._box.choices(self.kit.name, self._last()))

    def new_game(self, new: NewGame) -> Text | None:
        """Begin a game in place of the running one, or say why that cannot be."""
        try:
            wish = self._box.for_new(new.wish, new.box)
            seating = take_seats(self._texts, self.kit.name, wish)
        except Wrong as wrong:
            return wrong.text
        level = type(seating.options.tracking[0])
        tracking = tuple(map(level, new.tracking)) or seating.options.tracking
        options = msgspec.structs.replace(seating.options, tracking=tracking)
        seating = msgspec.structs.replace(seating, options=options)
        setup = seating.game.states.encode(seating.game.setup(options))

        def begin(store: Store) -> OpenLog:
            return store.begin(self.kit.name, edition=seating.wish.edition, setup=setup)

        self._open(seating, begin)
        return None

    def resume_last(self) -> bool:
        """Take up the last game where its log ends, if it is not over yet."""
        record = self._unfinished()
        if record is None:
            return False
        wish = self._box.for_kept(self.kit.wish(bytes(record.setup), record.edition))
        check_board(self._texts, self.kit, record, wish)
        seating = take_seats(self._texts, self.kit.name, wish)
        self._open(seating, lambda store: store.log(record.id))
        return True

    def _last(self) -> Wish | None:
        """Return what the last game was played with, as far as that can still be read."""
        record, _ = self._newest()
        try:
            return None if record is None else self.kit.wish(bytes(record.setup), record.edition)
        except Unreadable:
            return None

    def _unfinished(self) -> Record | None:
        record, ended = self._newest()
        return None if ended else record

    def _newest(self) -> tuple[Record | None, bool]:
        """Return the game that was begun last, and whether it is over."""
        if not self._database.exists():
            return None, False
        with closing(Reader.open(self._database)) as reader:
            games = [r for r in reader.records() if r.game == self.kit.name]
            return (games[-1], games[-1].id in reader.ended()) if games else (None, False)

    def _open(self, seating: Seating, log_in: Callable[[Store], OpenLog]) -> None:
        """Let a game run: in its own thread, with its own door to the disk."""
        game, path, signs = seating.game, self._database, self.kit.signs

        @contextmanager
        def opening() -> Iterator[Table]:
            with Store.open(path, self._store) as store:
                yield Table(game, log_in(store), signs=signs, clock=time.monotonic)

        pack = self.kit.printed(game)

        def draw(state: Any, marks: Collection[str]) -> str:
            claims = [(atom.place, atom.piece) for atom in game.expected_view(state).atoms]
            return draw_state(pack, claims, marks)

        with self._lock:
            self._put_away()
            session = Session(opening)
            art = BoardView(pack)
            self.play = Play(session, game, self.kit, draw, lambda: Reader.open(path), art)
            shown = session, self._pages(game)
            self._follower = Thread(target=self._board.follow, args=shown, daemon=True)
            self._follower.start()
            self._seating = seating
            self._eyes.open(seating, session)
            if self._trouble is not None:
                self.trouble(self._trouble)
            session.submit(Ailing((*self._told, *self._ailing)))
            if self._opened is not None:
                self._opened(self.play)

    def learned(self) -> None:
        """Let the running game know what the owner's file says by now."""
        with self._lock:
            play, seating = self.play, self._seating
            if play is None or seating is None:
                return
            wish = self._box.for_kept(seating.wish)
            if wish.overlays:
                self._seating = take_seats(self._texts, self.kit.name, wish)
                play.session.ask(Learned(self._seating.game))
                self.play = msgspec.structs.replace(play, game=self._seating.game)

    def _pages(self, game: Any) -> Pages:
        return Pages(game, self._texts)

    def _hear(self, press: Press) -> None:
        play = self.play
        if press is Press.SHUT_DOWN:
            self.shut_down()
        elif play is not None:
            play.session.submit(Pressed(press))

    def trouble(self, text: Text | None) -> None:
        """Tell people that the camera is in trouble, or that it no longer is; also in later games."""
        self._trouble = text
        play = self.play
        if play is None:
            self._welcome()
        else:
            notices = () if text is None else (text,)
            play.session.submit(Sight(blind=text is not None, notices=notices))

    def ail(self, texts: tuple[Text, ...]) -> None:
        """Tell people all that is wrong with lamps, buttons and display now; also in later games."""
        self._ailing = texts
        play = self.play
        if play is None:
            self._welcome()
        else:
            play.session.submit(Ailing((*self._told, *texts)))

    def tell(self, text: Text) -> None:
        """Tell people something about their games until the next one that they play is over."""
        self._told = (*self._told, text)
        self.ail(self._ailing)

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return what people should know while no game runs."""
        trouble = () if self._trouble is None else (self._trouble,)
        return (*self._told, *trouble, *self._ailing)

    def _welcome(self) -> None:
        """Let lamps and display show that the table is up, and how to join, while no game runs."""
        self._board.welcome(tuple(map(in_short, self.notices)))

    def end_game(self) -> None:
        """Put the running game away as it is."""
        with self._lock:
            self._put_away()
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
