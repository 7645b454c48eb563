"""Answers on the drawing of the board: rings where they happen, and how much of it to show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.drawing.board_view import BoardView
from companion.engine import Choice
from web.look import Look
from web.shown import Pointing, Ring

#: So much of the board is seen around the outermost rings, and at least so much of it in all.
_MARGIN_MM = 36.0
_LEAST_MM = (130.0, 96.0)
#: A longer name than this does not fit beside a ring.
_LONGEST_NAME = 4
#: The picture is as wide as so many lines of its letters are high: a phone makes them readable.
_LETTERS = 24


def pointing(look: Look, choices: Sequence[Choice], drawing: str) -> Pointing | None:
    """Show where answers happen, if they happen anywhere on the board.

    Where all of them happen at the same place there is nothing to choose by it: it is only shown.
    """
    placed = [choice.places for choice in choices if choice.places]
    named = {place for places in placed for place in places}
    art = look.play.art
    if art is None or not named:
        return None
    rings = tuple(_rings(look, art, named, {places[0] for places in placed}))
    if len(rings) < len(named):
        return None
    left, top, wide, high = _window(rings, *art.size_mm)
    return Pointing(
        drawing,
        *art.size_mm,
        f"{left:.1f} {top:.1f} {wide:.1f} {high:.1f}",
        round(wide / _LETTERS, 1),
        rings,
        taps=len(set(placed)) > 1,
    )


def _rings(look: Look, art: BoardView, named: set[str], first: set[str]) -> Iterator[Ring]:
    for place in look.play.game.places(look.snapshot.state):
        if place.id in named:
            x, y = art.where(place.surface, place.xy_mm)
            name = look.words.say(look.play.game.name(place.id))
            short = name if len(name) <= _LONGEST_NAME else ""
            yield Ring(place.id, short, round(x, 1), round(y, 1), place.id in first)


def _window(
    rings: Sequence[Ring], width: float, height: float
) -> tuple[float, float, float, float]:
    """Return the part of the picture that holds all rings, never higher than wide."""
    left, wide = _span([ring.x for ring in rings], _LEAST_MM[0], width)
    top, high = _span([ring.y for ring in rings], _LEAST_MM[1], height)
    if high > wide:
        left, wide = _span([left + wide / 2], high, width)
    return left, top, wide, high


def _span(at: Sequence[float], least: float, whole: float) -> tuple[float, float]:
    """Return where to begin and how far to go, so that it stays on the picture."""
    size = min(max(max(at) - min(at) + 2 * _MARGIN_MM, least), whole)
    start = (max(at) + min(at) - size) / 2
    return min(max(0.0, start), whole - size), size
