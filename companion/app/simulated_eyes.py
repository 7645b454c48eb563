"""A simulated table to play at, where there is no camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from random import Random
from threading import RLock
from typing import Any

from companion.app.eyes import BEING_TAUGHT, Gaze, cannot_see
from companion.app.notebook import Notebook
from companion.app.parlour import Parlour, ParlourCamera
from companion.app.seating import Seating
from companion.app.stage import Stage
from companion.app.trial_table import bare_table, set_table
from companion.engine import Atom
from companion.games.vienna.table_plan import table_plan
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.puppets import Puppets
from companion.session.commands import Sight
from companion.session.ports import Frame
from companion.session.session import Session
from hardware.simulated.pack import TablePack, as_table_pack
from hardware.simulated.positions import MID, underway
from hardware.simulated.renderer import Quality, Renderer
from hardware.simulated.scene import scene_from_view
from vision.eye import Knowledge
from vision.geometry import Vantage


class SimulatedEyes:
    """A simulated table with a camera above it, and hands in the seats that nobody takes.

    ``taken`` tells which seats people have. The table knows itself ``by_heart``, or nobody sees
    anything before somebody has taught it.
    """

    def __init__(
        self,
        taken: Callable[[], Collection[int]],
        pack: TablePack,
        seed: int = 1,
        notebook: Notebook | None = None,
        *,
        by_heart: bool = True,
    ) -> None:
        """Set a table, and wait for a game."""
        self._taken, self._seed, self._by_heart = taken, seed, by_heart
        self.notebook = notebook
        self._learned_for: Any = None
        self._game: tuple[Seating, Session] | None = None
        self._gaze: Gaze | None = None
        self._parlour: Parlour | None = None
        self._lock = RLock()
        self._chance = Random(f"laid.{seed}")
        self._set(pack)

    def _set(self, pack: TablePack) -> None:
        """Put a board on the table, and hang a camera above it."""
        self._pack = pack
        self.bare = bare_table(pack, self._name)
        self.renderer = Renderer(Quality.FAST)
        self.camera = ParlourCamera(self.renderer, self.bare)

    @property
    def _name(self) -> str:
        return f"parlour.{self._seed}"

    def open(self, seating: Seating, session: Session) -> None:
        """Set a table for the game, learn it, and begin to play at it."""
        with self._lock:
            self.close()
            self._game = seating, session
            self._learn_by_heart(seating)
            self._play()

    def _learn_by_heart(self, seating: Seating) -> None:
        """Learning takes a while; the same board with the same pieces is learned once."""
        game: Any = seating.game
        pack = as_table_pack(game.box.board.pack)
        if pack != self._pack:
            self._set(pack)
        key = pack, "feld" in seating.wish.expansions
        if self._by_heart and self._learned_for != key:
            plan = table_plan(game.box.board)
            table = set_table(seating, plan, self._name)
            self.bare, self.notebook = table.bare, Notebook(table.knowledge)
            self._learned_for = key

    def _play(self) -> None:
        """Let hands play at the table, and look at it as well as can be."""
        if self._game is None:
            return
        seating, session = self._game
        bots = {
            n: seat_bot(Temper.GREEDY, f"{self._seed}.{n}") for n in range(seating.wish.players)
        }
        dealer = Dealer(Random().randrange(10**9))
        puppets = Puppets(seating.game, session.snapshot.settled, bots, dealer, self._taken)
        stage = Stage(seating.game, seating.options, self.bare)
        self._parlour = Parlour(session, puppets, stage, self.camera)
        why = cannot_see(self.knowledge, seating, session)
        if why is not None or self.notebook is None:
            session.submit(Sight(blind=True, notices=() if why is None else (why,)))
            return  # hands wait until somebody sees what they do
        self._parlour.start()
        session.submit(Sight())
        self._gaze = Gaze(self.camera, self.notebook, seating, session)

    def close(self) -> None:
        """Leave the table."""
        with self._lock:
            self._game = None
            self._stop()

    def _stop(self) -> None:
        if self._parlour is not None:
            self._parlour.stop()
        if self._gaze is not None:
            self._gaze.stop()
        self._parlour = self._gaze = None

    @property
    def knowledge(self) -> Knowledge | None:
        """Return what is known of the table by now, if it was ever taught."""
        return None if self.notebook is None else self.notebook.knowledge

    @property
    def vantage(self) -> Vantage | None:
        """Return where the boards are as the game sees them now, if one is looked at."""
        return None if self._gaze is None else self._gaze.vantage

    @property
    def blind(self) -> bool:
        """Tell whether nothing will be seen before somebody teaches the table."""
        return self.notebook is None and not self._by_heart

    def newest(self) -> Frame | None:
        """Take a picture of the table."""
        return self.camera.newest()

    def rest(self) -> None:
        """Let the hands leave the table, because it is being taught."""
        with self._lock:
            self._stop()
            if self._game is not None:
                self._game[1].submit(Sight(blind=True, notices=(BEING_TAUGHT,)))

    def wake(self) -> None:
        """Lay the table as the game has it, and play on."""
        with self._lock:
            self._stop()
            self._play()

    def look_again(self) -> None:
        """Find the table anew; hands go on with what they are at."""
        with self._lock:
            if self._gaze is not None and self._game is not None and self.notebook is not None:
                self._gaze.stop()
                self._gaze = Gaze(self.camera, self.notebook, *self._game)

    def learn(self, notebook: Notebook) -> None:
        """See with this from now on."""
        with self._lock:
            self.notebook, self._by_heart = notebook, False
            self.wake()

    def lay(self, atoms: Iterable[Atom] | None) -> None:
        """Lay the table as somebody wants it, or, without a wish, as some rounds leave it."""
        with self._lock:
            self.rest()
            if atoms is None:
                atoms = underway(self._pack, self._chance, MID)
            laid = scene_from_view(self._pack, atoms, self._chance, at=self.bare)
            self.camera.show(laid.changed(seed=self._chance.randrange(10**6)))
