"""A simulated table to play at, where there is no camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from random import Random
from threading import Lock, Thread
from typing import Any, TypeAlias

from companion.app.eyes import TaughtEyes
from companion.app.gaze import Gaze
from companion.app.notebook import Notebook
from companion.app.parlour import Parlour, ParlourCamera
from companion.app.seating import Seating
from companion.app.stage import Stage
from companion.app.trial_table import TrialTable, bare_table, set_table
from companion.engine import Atom, Plan, Text
from companion.games.vienna.table_plan import table_plan
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.puppets import Puppets
from companion.session.commands import Sight
from companion.session.session import Session
from hardware.simulated.pack import TablePack, as_table_pack, read_table_pack
from hardware.simulated.positions import MID, underway
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import Scene, left_alone, scene_from_view

_Key: TypeAlias = tuple[TablePack, bool]
_Lore: TypeAlias = tuple[_Key, Scene, Notebook]
BEING_LEARNED = Text("teach.notice.being-learned")


class SimulatedEyes(TaughtEyes):
    """A simulated table with a camera above it, and hands in the seats that nobody takes.

    ``taken`` tells which seats people have or are expected in. The table knows itself ``by_heart``, or nobody sees
    anything before somebody has taught it. ``learn`` gets to know it.
    """

    def __init__(
        self,
        taken: Callable[[], Collection[int]],
        pack: TablePack,
        seed: int = 1,
        notebook: Notebook | None = None,
        *,
        by_heart: bool = True,
        learn: Callable[[Seating, Plan, str], TrialTable] = set_table,
    ) -> None:
        """Set a table, and wait for a game."""
        self._learn = learn
        self._taken, self._seed, self._by_heart = taken, seed, by_heart
        #: With a number every game is dealt the same.
        self.dealt: int | None = None
        #: What tables were learned for, what they look like, and what is known of them.
        self._lore: list[_Lore] = []
        self._awaited: tuple[Seating, Session] | None = None
        self._studying = Lock()
        self._parlour: Parlour | None = None
        self._chance = Random(f"laid.{seed}")
        super().__init__(self._set(pack), notebook)

    def _set(self, pack: TablePack) -> ParlourCamera:
        """Put a board on the table, and hang a camera above it."""
        self._pack = pack
        self.bare = bare_table(pack, self._name)
        self.renderer = Renderer(Quality.FAST)
        self.camera: ParlourCamera = ParlourCamera(self.renderer, self.bare)
        return self.camera

    @property
    def _name(self) -> str:
        return f"parlour.{self._seed}"

    def _look(self) -> None:
        """Look at the game; a table that nobody knows by heart yet is learned first."""
        if self._game is not None and self._by_heart and not self._knows(self._game[0]):
            self.notebook, self._awaited = None, self._game
            # Not blind: nobody has to tell what will be seen in half a minute.
            self._game[1].submit(Sight(notices=(BEING_LEARNED,)))
            Thread(target=self._study, args=self._game, name="learning", daemon=True).start()
        else:
            super()._look()

    def _knows(self, seating: Seating) -> bool:
        """Tell whether this board with these pieces is known; one that is new is put on the table."""
        game: Any = seating.game
        pack = as_table_pack(game.box.board.pack)
        if pack != self._pack:
            self._set(pack)
        known = self._lore_of(_key(pack, seating))
        if known is not None:
            _, self.bare, self.notebook = known
        return known is not None

    def _lore_of(self, key: _Key) -> _Lore | None:
        """Return what is known of a board with these pieces."""
        return next((one for one in self._lore if one[0] == key), None)

    def _note(self, key: _Key, bare: Scene, notebook: Notebook) -> None:
        """Remember what was learned, in place of what was known before."""
        others = [one for one in self._lore if one[0] != key]
        self._lore = [(key, bare, notebook), *others]

    def _study(self, seating: Seating, session: Session) -> None:
        """Learn a table, which takes a while, and then look at the game if it is still wanted."""
        with self._studying:
            if self._is_awaited(session) and not self._knows(seating):
                self._learn_by_heart(seating)
            with self._lock:
                if self._is_awaited(session):
                    self._awaited = None
                    self._look()

    def _learn_by_heart(self, seating: Seating) -> None:
        game: Any = seating.game
        pack = self._pack
        table = self._learn(seating, table_plan(game.box.board), self._name)
        with self._lock:
            if self._lore_of(_key(pack, seating)) is None:  # or its owner was quicker
                self._note(_key(pack, seating), table.bare, Notebook(table.knowledge))

    def _is_awaited(self, session: Session) -> bool:
        return self._awaited is not None and self._awaited[1] is session

    def _before_looking(self, seating: Seating, session: Session) -> None:
        """Lay the table as the game has it; hands play only where somebody sees what they do."""
        bots = {
            n: seat_bot(Temper.GREEDY, f"{self._seed}.{n}") for n in range(seating.wish.players)
        }
        dealer = Dealer(Random().randrange(10**9) if self.dealt is None else self.dealt)
        start, ends_turn = session.snapshot.settled, seating.kit.signs.ends_turn
        puppets = Puppets(seating.game, start, bots, dealer, self._taken, ends_turn)
        stage = Stage(seating.game, seating.options, self.bare)
        agrees = not seating.hosted
        self._parlour = Parlour(session, puppets, stage, self.camera, agrees=agrees)
        self._parlour.start()

    def _stop(self) -> None:
        self._awaited = None
        if self._parlour is not None:
            self._parlour.stop()
        self._parlour = None
        super()._stop()

    def play_for(self, seat: int) -> bool:
        """Play the turn of a person, but for the tap that ends it; tell whether hands are there."""
        with self._lock:
            if self._parlour is not None:
                self._parlour.play_for(seat)
            return self._parlour is not None

    @property
    def blind(self) -> bool:
        """Tell whether nothing will be seen before somebody teaches the table."""
        return self.notebook is None and not self._by_heart

    def look_again(self) -> None:
        """Find the table anew; hands go on with what they are at."""
        with self._lock:
            if self._gaze is not None and self._game is not None and self.notebook is not None:
                self._gaze.stop()
                self._gaze = Gaze(self.camera, self.notebook, *self._game)

    def learn(self, notebook: Notebook) -> None:
        """See with this from now on."""
        with self._lock:
            # Another board is learned by heart all the same.
            key = _key(self._pack, None if self._game is None else self._game[0])
            self._note(key, self.bare, notebook)
            super().learn(notebook)

    def put(self, folder: Path) -> None:
        """Put the board on the table that somebody says lies there."""
        with self._lock:
            pack = read_table_pack(folder)
            if pack != self._pack:
                self._set(pack)

    def lay(self, atoms: Iterable[Atom] | None) -> None:
        """Lay the table as somebody wants it, or, without a wish, as some rounds leave it."""
        with self._lock:
            self.rest()
            if atoms is None:
                atoms = underway(self._pack, self._chance, MID)
            laid = scene_from_view(self._pack, atoms, self._chance, at=self.bare)
            laid = left_alone(laid, self.camera.scene)
            self.camera.show(laid.changed(seed=self._chance.randrange(10**6)))


def _key(pack: TablePack, seating: Seating | None) -> _Key:
    """Say what a table is learned for: a board, and whether guests stand on it."""
    return pack, seating is not None and "feld" in seating.wish.expansions
