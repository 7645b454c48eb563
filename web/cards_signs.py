"""Pictures of what is printed on cards and orders, small enough for a button."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing import ability_art
from companion.drawing.ability_art import Sign
from companion.drawing.document import document
from companion.drawing.svg import moved

_SIGNS: dict[str, Callable[[str], Sign]] = {
    "bribe": ability_art.bribe,
    "info": ability_art.info,
    "flag": ability_art.flag,
    "seal": ability_art.seal,
    "hue": ability_art.house,
    "letter": ability_art.letter,
}
_HIGH = 17.0
_MARGIN = 2.0


def sign_picture(kind: str, word: str) -> str | None:
    """Draw one sign by its kind and its word, if there is such a sign."""
    return _framed(lambda: _SIGNS[kind](word))


def works_picture(works: tuple[str, str, int], word: str) -> str | None:
    """Draw what a card does, with a word filled in."""
    trigger, effect, amount = works
    return _framed(lambda: ability_art.ability(trigger, effect, amount, word))


def _framed(draw: Callable[[], Sign]) -> str | None:
    try:
        drawn, width = draw()
        size = (width + 2 * _MARGIN, _HIGH + 2 * _MARGIN)
        return document(size, moved(size[0] / 2, size[1] / 2, drawn))
    except KeyError:
        return None
