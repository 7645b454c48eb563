"""Paper, ink and signs of the schematic."""

from __future__ import annotations

PAPER = "#f3ecdc"
TOWN = "#e9dec6"
CASING = "#b5a586"
STREET = "#fdf8ec"
INK = "#2f2a26"
FAINT = "#7d7263"
CELL = "#faf5e8"
ROUND_CELL = "#ddcfb1"
GARDEN = "#c9d3b4"
GARDEN_LINE = "#8b9a72"
NIGHT = "#45505f"
NIGHT_LINE = "#2e3641"
NIGHT_INK = "#e9e2d0"
ROOF = "#96594b"
BAND = "#586576"
THRESHOLD = "#d8b873"
AREA_TINTS = ("#f3ecdc", "#eadfc3", "#e2d1a9", "#dbc48f", "#d5b877", "#c9a04e")

#: Muted hues, each with the ink that is legible on it.
HUES = {
    "violet": ("#77639a", "#ffffff"),
    "pink": ("#dba3b1", INK),
    "orange": ("#dd9b50", INK),
    "brown": ("#855d40", "#ffffff"),
    "grey": ("#a3a8ab", INK),
}
NO_HUE = ("#ffffff", INK)

#: Signs beside the hue, for eyes that do not tell the hues apart: the bribe that opens the door.
HUE_SIGNS = {"violet": "Ch", "pink": "Wi", "orange": "Ma", "brown": "Co", "grey": "To"}
FLAG_SIGNS = {"usa": "USA", "ussr": "USSR", "france": "FRA", "britain": "GBR", "austria": "AUT"}

RED, BLUE, WHITE, GOLD = "#b5403c", "#3c527f", "#fbf8f0", "#e3bd57"
#: Flags of 14 x 9 as (x, y, width, height, colour); simple enough to be told apart at 10 pixels.
FLAGS: dict[str, tuple[tuple[float, float, float, float, str], ...]] = {
    "usa": (
        (0, 0, 14, 9, WHITE),
        *((0, y, 14, 1.29, RED) for y in (0, 2.57, 5.14, 7.71)),
        (0, 0, 6.4, 5.14, BLUE),
    ),
    "ussr": ((0, 0, 14, 9, RED), (2.2, 2.6, 3.8, 1.2, GOLD), (3.5, 1.3, 1.2, 3.8, GOLD)),
    "france": ((0, 0, 14, 9, WHITE), (0, 0, 4.67, 9, BLUE), (9.33, 0, 4.67, 9, RED)),
    "britain": (
        (0, 0, 14, 9, BLUE),
        (5.4, 0, 3.2, 9, WHITE),
        (0, 2.9, 14, 3.2, WHITE),
        (6.1, 0, 1.8, 9, RED),
        (0, 3.6, 14, 1.8, RED),
    ),
    "austria": ((0, 0, 14, 9, RED), (0, 3, 14, 3, WHITE)),
}
FLAG_SIZE = (14.0, 9.0)
