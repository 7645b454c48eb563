"""A push, or a bump against the camera, moves all of a board at once; hands do not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from companion.engine import Place
from companion.session.evidence import Stir

#: A push is over in so long, and moves so much of a board; an arm moves up to four fifths of a small one.
_PUSH_S, _MOST = 1.0, 0.85


def by_hand(stirred: Mapping[str, Stir], places: Collection[Place]) -> frozenset[str]:
    """Return where something moved, but for what moved only when nearly all of its board did.

    >>> board = [Place(f"b{n}", "board", (0, 0), (20, 20), (), 26) for n in range(4)]
    >>> pushed = {place.id: Stir(7.0, 7.2) for place in board}
    >>> sorted(by_hand({**pushed, "b2": Stir(5.0, 7.2)}, board))
    ['b2']
    """
    boards = groupby(sorted(places, key=_board), key=_board)
    pushed = (_pushed(stirred, [place.id for place in here]) for _, here in boards)
    return frozenset(stirred).difference(*pushed)


def _board(place: Place) -> str:
    return place.surface


def _pushed(stirred: Mapping[str, Stir], board: Collection[str]) -> Iterator[str]:
    """Yield the places of one board that moved at no other time than nearly all of it.

    Hands may have been at some of them before, and at others since.
    """
    spans = {place: stirred[place] for place in board if place in stirred}
    for at_s in {span.first_s for span in spans.values()}:
        moved = sum(_is_at(at_s, s.first_s) or _is_at(at_s, s.last_s) for s in spans.values())
        if moved > _MOST * len(board):
            yield from (
                place
                for place, span in spans.items()
                if _is_at(at_s, span.first_s) and _is_at(at_s, span.last_s)
            )


def _is_at(at_s: float, moment_s: float) -> bool:
    return abs(moment_s - at_s) <= _PUSH_S
