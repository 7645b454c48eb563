"""A simulated table to play at, where there is no camera."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from companion.app.eyes import Gaze
from companion.app.parlour import Parlour, ParlourCamera
from companion.app.seating import Seating
from companion.app.stage import Stage
from companion.app.trial_table import TrialTable, set_table
from companion.games.vienna.table_plan import table_plan
from companion.play.bots import Temper, seat_bot
from companion.play.dealer import Dealer
from companion.play.puppets import Puppets
from companion.session.session import Session


class SimulatedEyes:
    """A simulated table with a camera above it, and hands in the seats that nobody takes.

    ``taken`` tells which seats people have.
    """

    def __init__(self, taken: Callable[[], Collection[int]], seed: int = 1) -> None:
        """Wait for a game."""
        self._taken, self._seed = taken, seed
        self._table: tuple[Any, TrialTable] | None = None
        self._gaze: Gaze | None = None
        self._parlour: Parlour | None = None

    def open(self, seating: Seating, session: Session) -> None:
        """Set a table for the game, learn it, and begin to play at it."""
        self.close()
        table = self._set(seating)
        seats = seating.wish.players
        bots = {n: seat_bot(Temper.GREEDY, f"{self._seed}.{n}") for n in range(seats)}
        start = session.snapshot.settled
        dealer = Dealer(Random().randrange(10**9))
        puppets = Puppets(seating.game, start, bots, dealer, self._taken)
        camera = ParlourCamera(table.renderer, table.bare)
        stage = Stage(seating.game, seating.options, table.bare)
        self._parlour = Parlour(session, puppets, stage, camera)
        self._parlour.start()
        self._gaze = Gaze(camera, table.knowledge, seating, session)

    def _set(self, seating: Seating) -> TrialTable:
        """Learning takes a while; the same board with the same pieces is learned once."""
        game: Any = seating.game
        key = game.box.board.pack, "feld" in seating.wish.expansions
        if self._table is None or self._table[0] != key:
            self._table = (
                key,
                set_table(seating, table_plan(game.box.board), f"parlour.{self._seed}"),
            )
        return self._table[1]

    def close(self) -> None:
        """Leave the table."""
        if self._parlour is not None:
            self._parlour.stop()
        if self._gaze is not None:
            self._gaze.stop()
