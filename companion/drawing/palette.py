"""Paper, ink and colours of our own edition, and the shapes that go with the colours.

No colour stands alone: eyes that cannot tell two of them apart find a shape or a picture beside.
"""

from __future__ import annotations

from companion.drawing.svg import Point, box, disc, polygon

PAPER = "#f2e9d5"
CREAM = "#fbf6e9"
SAND = "#e5d8bb"
STONE = "#d3c3a0"
CASING = "#a8946d"
INK = "#2d2722"
SEPIA = "#6b5a45"
FAINT = "#8d7d67"
WHITE = "#fdfbf4"
BRASS = "#c9a04e"
GOLD = "#e3bd57"
RED = "#a83a34"
BLUE = "#34527f"
GREEN = "#5c7350"
WATER = "#b9cdd0"
WATER_LINE = "#8fabb0"
GARDEN = "#c8d1b0"
GARDEN_LINE = "#87966c"
NIGHT = "#3d4857"
NIGHT_DEEP = "#2c3542"
NIGHT_BAND = "#54616f"
ROOF = "#8f5245"
ROOF_LINE = "#6f3d33"

Hue = tuple[str, str]

#: Grounds with the ink that is legible on them.
HUES: dict[str, Hue] = {
    "violet": ("#77639a", WHITE),
    "pink": ("#dba3b1", INK),
    "orange": ("#dd9b50", INK),
    "brown": ("#855d40", WHITE),
    "grey": ("#a3a8ab", INK),
}
#: Each hue of a building is that of a bribe, whose picture stands beside it.
BRIBE_HUES = {
    "chocolate": "violet",
    "wine": "pink",
    "magazine": "orange",
    "coffee": "brown",
    "tobacco": "grey",
}
BRIBE_OF_HUE = {hue: bribe for bribe, hue in BRIBE_HUES.items()}
INFO_GROUNDS = {
    "flask": "#4d8a8c",
    "pistol": "#59606b",
    "briefcase": "#9a6a3f",
    "microfilm": "#75578f",
    "slide": "#c98a3a",
}
PLAYERS: dict[str, Hue] = {
    "yellow": ("#dfb13a", INK),
    "red": ("#b33c36", WHITE),
    "blue": ("#335a94", WHITE),
    "green": ("#4f7d47", WHITE),
}
PLAYER_SHAPES = {"yellow": "circle", "red": "diamond", "blue": "triangle", "green": "square"}


def shape(colour: str, at: Point, size: float, **attributes: str | float) -> str:
    """Draw the shape of a player's colour."""
    x, y = at
    half = size / 2
    kind = PLAYER_SHAPES[colour]
    if kind == "circle":
        return disc(at, half, **attributes)
    if kind == "square":
        return box(at, (size * 0.88, size * 0.88), **attributes)
    if kind == "diamond":
        far = half * 1.15
        return polygon((x, y - far), (x + far, y), (x, y + far), (x - far, y), **attributes)
    low = y + half * 0.8
    return polygon((x, y - half * 1.1), (x + half * 1.1, low), (x - half * 1.1, low), **attributes)
