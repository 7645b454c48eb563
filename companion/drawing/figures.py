"""Figures, twice: as one sees them from above, and as paper to fold and stand up.

A standee is a strip of paper: flap, base, front and back.  Folded along the dashed lines it is a
tent that shows its colour to the sides and to a camera above.
"""

from __future__ import annotations

from companion.drawing import palette
from companion.drawing.cutout import Cutout
from companion.drawing.icons_sign import man
from companion.drawing.svg import Point, box, disc, line, moved, oval, use, word

#: Paper that is glued under the base.
FLAP_MM = 5.0
#: The cities the Feld figures come from, by colour, as their initials.
FELD_CITIES = {"blue": "HH", "red": "NY", "green": "AMS", "yellow": "MRK"}
_INVESTIGATOR = ("#2f3b4a", palette.WHITE)
_THIRD_MAN = ("#d9d4c8", palette.INK)


def _colours(piece: str) -> tuple[str, str]:
    kind, _, colour = piece.partition(":")
    if kind == "investigator":
        return _INVESTIGATOR
    return _THIRD_MAN if kind == "third_man" else palette.PLAYERS[colour]


def seen_from_above(piece: str, base_mm: float) -> Cutout:
    """Draw a figure as a camera above sees it: a hat with a wide brim on a round base."""
    fill, lines = _colours(piece)
    middle, radius = (base_mm / 2, base_mm / 2), base_mm / 2
    parts = [
        disc(middle, radius - 0.25, fill=fill, stroke=palette.INK, stroke_width=0.5),
        disc(middle, radius * 0.74, fill="none", stroke=lines, stroke_width=0.35, opacity=0.8),
        _badge(piece, middle, radius * 0.95),
    ]
    return Cutout(piece, (base_mm, base_mm), "".join(parts), round=True)


def _badge(piece: str, at: Point, size: float) -> str:
    """Draw what tells a figure apart without its colour."""
    kind, _, colour = piece.partition(":")
    if kind == "investigator":
        return use("sign-lens", at, size * 1.15)
    if kind == "third_man":
        return word(at, "3", size * 1.1, palette.INK, font_weight="bold")
    edge = {"fill": palette.CREAM, "stroke": palette.INK}
    mark = palette.shape(colour, at, size * 0.8, stroke_width=0.35, **edge)
    if kind == "feld":
        mark += word(at, "F", size * 0.55, palette.INK, font_weight="bold")
    return mark


def standee(piece: str, base_mm: float, height_mm: float) -> Cutout:
    """Draw a figure to fold: flap, base, front (upright) and back (head down)."""
    fill, lines = _colours(piece)
    height = FLAP_MM + base_mm + 2 * height_mm
    back = moved(base_mm, height_mm, _face(piece, base_mm, height_mm), turn=180)
    front = moved(0, height_mm, _face(piece, base_mm, height_mm))
    base = moved(0, 2 * height_mm, _base(piece, base_mm))
    flap = box((base_mm / 2, height - FLAP_MM / 2), (base_mm, FLAP_MM), fill=palette.SAND)
    folds = (height_mm, 2 * height_mm, 2 * height_mm + base_mm)
    dashes = "".join(
        line((0, y), (base_mm, y), stroke=palette.INK, stroke_width=0.25, stroke_dasharray="1 0.8")
        for y in folds
    )
    paint = box((base_mm / 2, height_mm), (base_mm, 2 * height_mm), fill=fill)
    outline = box(
        (base_mm / 2, height / 2), (base_mm, height), fill="none", stroke=lines, stroke_width=0.1
    )
    return Cutout(
        f"standee:{piece}", (base_mm, height), paint + back + front + base + flap + dashes + outline
    )


def _face(piece: str, base: float, height: float) -> str:
    """Draw the man on a panel of his colour, his sign above his hat or on his coat."""
    fill, lines = _colours(piece)
    scale = base * 0.94 / 24
    man_top = height - 23 * scale - 0.4
    plate = box(
        (base / 2, height / 2), (base - 1, height - 1), rx=1, fill=palette.CREAM, opacity=0.28
    )
    figure = moved((base - 24 * scale) / 2, man_top, man(fill, lines), scale=scale)
    top = _badge(
        piece,
        (base / 2, man_top / 2 + (2 if piece.startswith("feld:") else 0.4)),
        min(base * 0.52, man_top * 0.62),
    )
    if piece.startswith("feld:"):
        city = FELD_CITIES[piece.partition(":")[2]]
        plate += box((base / 2, 2.6), (base - 2, 3.6), rx=0.8, fill=palette.CREAM)
        top += word((base / 2, 2.6), city, 3, palette.INK, font_weight="bold")
    return plate + figure + top


def _base(piece: str, base: float) -> str:
    fill, _ = _colours(piece)
    middle = (base / 2, base / 2)
    edge = {"fill": palette.SAND, "stroke": "none"}
    return box(middle, (base, base), **edge) + disc(middle, base * 0.3, fill=fill, opacity=0.5)


def shadow(at: Point, radius: float) -> str:
    """Draw the soft shadow that makes a figure stand in a picture."""
    return oval(
        (at[0] + radius * 0.22, at[1] + radius * 0.28),
        (radius, radius),
        fill=palette.INK,
        opacity=0.28,
    )
