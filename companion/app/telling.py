"""A game in words, beat by beat: what the log of a demonstration says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from companion.app.screen import Told
from companion.app.seating import Seating
from companion.engine import CueKind
from companion.play.match import Turned

#: Lines of the log that a large terminal may want to show.
_MEMORY = 60


class Beat(msgspec.Struct, frozen=True):
    """A moment worth showing: the table before and after, what is new, and the log up to now.

    ``before`` is the table when the turn began, so that all of a turn can be pointed out;
    ``passes`` says that the turn has passed to somebody else.
    """

    passes: bool
    before: Any
    after: Any
    news: tuple[Told, ...]
    log: tuple[Told, ...]


def beats(seating: Seating, turns: Iterable[Turned[Any, Any, Any]]) -> Iterator[Beat]:
    """Tell a game; answers of which a passer-by hears nothing make no beat."""
    log: tuple[Told, ...] = ()
    turn: tuple[Any, Any] | None = None
    passes = False
    for turned in turns:
        player = _at_the_move(seating, turned.before)
        if turn is None or turn[0] != player:
            turn = player, turned.before
        passes = passes or _at_the_move(seating, turned.after) != player
        news = tuple(tell(seating, turned))
        if news:
            log = (*log, *news)[-_MEMORY:]
            yield Beat(passes, turn[1], turned.after, news, log)
            passes = False


def _at_the_move(seating: Seating, state: Any) -> int | None:
    turns = (cue.seat for cue in seating.game.cues(state) if cue.kind is CueKind.TURN)
    return next(turns, None)


def tell(seating: Seating, turned: Turned[Any, Any, Any]) -> Iterator[Told]:
    """Put the events of one answer into words, as a passer-by may hear them."""
    game, state = seating.game, turned.before
    names = [(panel.title, panel.seat) for panel in game.view(state, None).panels]
    # Laying out the board is told by the board itself: forty sentences would say less.
    laying_out = turned.ask.fact and turned.ask.seat is None
    for number, event in enumerate(turned.events):
        state = game.evolve(state, event)
        text = game.narrate(state, event, None)
        if text is not None and not (laying_out and number == 0):
            seats = (seat for name, seat in names if name in text.params.values())
            yield Told(seating.texts(text), next(seats, None))
