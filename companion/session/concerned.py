"""Which places a question is about: those where its answers differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine import Ask, Atom, Signs
from companion.session.explain_tree import AnyGame
from companion.session.table_steps import after

#: A picture of more places than this shows the whole table, and a list of more answers hides it.
_MOST_PLACES, _MOST_ANSWERS = 6, 9


def concerned(
    game: AnyGame, signs: Signs, state: Any, ask: Ask, answers: Sequence[Any]
) -> tuple[str, ...]:
    """Return the few places that somebody should look at before he answers, if there are any.

    Whatever is answered, a score marker may move: nobody has to look at that first.
    """
    places = set(ask.seen_at)
    if not places and 1 < len(answers) <= _MOST_ANSWERS:
        places = {atom.place for atom in _contested(game, state, answers)}
    places = {place for place in places if not place.startswith(signs.score)}
    return tuple(sorted(places)) if len(places) <= _MOST_PLACES else ()


def _contested(game: AnyGame, state: Any, answers: Sequence[Any]) -> frozenset[Atom]:
    """Return what would come or go with one answer and not with another."""
    view = game.expected_view(state)
    changes: list[frozenset[Atom]] = []
    for move in answers:
        gone, come = view.change_to(game.expected_view(after(game, state, move)))
        changes.append(gone | come)
    return frozenset[Atom]().union(*changes) - changes[0].intersection(*changes)
