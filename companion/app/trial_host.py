"""Whoever has the telephone of the host: agrees to what the table proposes, and helps it to see."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from companion.app.trial_words import Count, Eye
from companion.engine import CueKind
from companion.play.people_words import Moment
from companion.session.commands import Answer, Command, Confirm, Done
from companion.session.explain_tree import AnyGame
from companion.session.layout import Layout
from companion.session.store import By, How
from companion.session.store_entry import HOST
from companion.session.table import Table
from companion.session.table_steps import after

BY_HOST = By(HOST, How.HOST)
#: After so long without a better reading, people tell what the table cannot make out.
_TELLS_S = 3.0


def is_being_laid_out(game: AnyGame, state: Any) -> bool:
    """Tell whether people still lay pieces out before the game begins."""
    setting_up = any(cue.kind is CueKind.SET_UP for cue in game.cues(state))
    return setting_up and any(ask.seen_at for ask in game.asks(state))


class Host:
    """Answer what the table asks of the host; every tap is counted."""

    def __init__(self, table: Callable[[], Table], eye: Eye, count: Count) -> None:
        """Sit down at a table."""
        self._at, self._eye, self._count = table, eye, count
        self._layout: Layout | None = None
        self._layout_s = 0.0

    @property
    def _table(self) -> Table:
        return self._at()

    def set_up(self, moment: Moment) -> None:
        """Agree to what was read of the set-up; what could not be read is told, tap by tap."""
        layout = self._table.snapshot.layout
        if layout != self._layout:
            self._layout, self._layout_s = layout, self._table.clock()
        if layout is None or not (layout.moves or layout.missing):
            return
        if is_being_laid_out(self._table.game, moment.state):
            return
        unread = layout.missing | layout.bare | layout.odd
        if unread and self._table.clock() - self._layout_s < _TELLS_S:
            self._eye.straighten(unread)
            return
        if layout.moves:
            self._tap_beside(Confirm(BY_HOST, self._table.snapshot.version))
        game, state = self._table.game, self._table.snapshot.state
        for ask in game.asks(state) if unread else ():
            if not unread.isdisjoint(ask.seen_at):
                true = (m for m in game.options(state, ask) if self._shows(state, m, moment))
                self._tap_beside(*(Answer(BY_HOST, ask.id, move) for move in islice(true, 1)))

    def confirm(self, truth: bytes) -> bool:
        """Agree to the best guess if it is true; return whether it is."""
        guess = self._table.turn.guess
        if guess is None or self._table.game.states.encode(guess.state) != truth:
            return False
        self._tap_beside(Confirm(BY_HOST, self._table.snapshot.version))
        return True

    def tell_for(self, number: int | None, moment: Moment) -> bool:
        """Tell a move that a seat has made and the table does not see; return whether there is one."""
        game, turn = self._table.game, self._table.turn
        state = self._table.snapshot.state if turn.tapped is None else turn.before_tap.state
        for ask in game.asks(state):
            if ask.seat == number and ask.seen_at:
                done = (m for m in game.options(state, ask) if self._shows(state, m, moment))
                for move in islice(done, 1):
                    self._tap_beside(Answer(BY_HOST, ask.id, move))
                    return True
        return False

    def _shows(self, state: Any, move: Any, moment: Moment) -> bool:
        """Tell whether what a move brings really lies there, and what it takes away no longer does.

        The score may be wrong, and is no reason not to tell what was done.
        """
        game, table, score = self._table.game, moment.table.keys(), self._table.signs.score
        before, then = game.expected_view(state), game.expected_view(after(game, state, move))
        come, gone = (
            {atom for atom in atoms if not atom.place.startswith(score)}
            for atoms in (then.atoms - before.atoms, before.atoms - then.atoms)
        )
        return bool(come) and come <= table and gone.isdisjoint(table)

    def _tap_beside(self, *commands: Command) -> None:
        for command in commands:
            self._count.other_taps += isinstance(self._table.take(command), Done)
