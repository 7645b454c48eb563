"""Square and round pieces: information, flags, roof tiles, tokens, coins and bribes."""

from __future__ import annotations

from companion.drawing import palette
from companion.drawing.cutout import Cutout
from companion.drawing.svg import Point, box, disc, line, use, word

INFO_MM: Point = (20, 20)
FLAG_MM: Point = (14, 9)
ROOF_MM: Point = (18, 18)
TOKEN_MM: Point = (26, 26)
BRIBE_MM: Point = (18, 18)
MARKER_MM: Point = (12, 12)
HUNDRED_MM: Point = (24, 16)
ARMS_MM: Point = (30, 34)
DESK_TILE_MM: Point = (25, 25)
#: Coins by value.
COIN_MM: dict[int, Point] = {1: (18, 18), 5: (22, 22)}


def info_tile(kind: str, size: Point = INFO_MM) -> Cutout:
    """Draw a tile of secret information."""
    ground = palette.INFO_GROUNDS[kind]
    middle, least = _middle(size), min(size)
    plate = (size[0] * 0.84, size[1] * 0.84)
    return Cutout(
        f"tile:{kind}",
        size,
        _ground(size, ground)
        + box(
            middle,
            plate,
            rx=least * 0.08,
            fill=palette.CREAM,
            stroke=palette.INK,
            stroke_width=0.25,
        )
        + use(f"info-{kind}", middle, least * 0.72)
        + box(
            middle,
            (size[0] - 0.5, size[1] - 0.5),
            fill="none",
            stroke=palette.INK,
            stroke_width=0.5,
        ),
    )


def flag_tile(nation: str, size: Point = FLAG_MM) -> Cutout:
    """Draw a flag tile; the flag fills it."""
    return Cutout(
        f"flag:{nation}",
        size,
        use(f"flag-{nation}", _middle(size), size, preserveAspectRatio="none"),
    )


def roof_tile(kind: str, size: Point = ROOF_MM) -> Cutout:
    """Draw a purchase or a payday tile."""
    ground = {"purchase": "#5f8577", "payday": "#d9b254"}[kind]
    middle = _middle(size)
    inner = box(
        middle,
        (size[0] * 0.84, size[1] * 0.84),
        rx=1.4,
        fill=palette.CREAM,
        stroke=palette.INK,
        stroke_width=0.25,
    )
    picture = use(f"roof-{kind}", middle, min(size) * 0.7)
    return Cutout(kind, size, _ground(size, ground) + inner + picture + _edge(size))


def investigation(side: str, size: Point = TOKEN_MM) -> Cutout:
    """Draw the investigation token: its front with the lens, or its back with the X."""
    middle, radius = _middle(size), min(size) / 2
    ground = palette.NIGHT_BAND if side == "front" else "#e7d9bd"
    parts = [
        disc(middle, radius - 0.3, fill=ground, stroke=palette.INK, stroke_width=0.6),
        disc(middle, radius - 2, fill="none", stroke=palette.BRASS, stroke_width=0.7),
        use("sign-lens", middle, radius * 1.1, opacity=1 if side == "front" else 0.35),
    ]
    if side == "x":
        parts.append(use("sign-x", middle, radius * 1.6))
    return Cutout(f"token:{side}", size, "".join(parts), round=True)


def marker(kind: str, size: Point = MARKER_MM) -> Cutout:
    """Draw the marker of a track."""
    middle, radius = _middle(size), min(size) / 2
    rim = disc(
        middle, radius - 0.25, fill=palette.INFO_GROUNDS[kind], stroke=palette.INK, stroke_width=0.5
    )
    plate = disc(middle, radius * 0.78, fill=palette.CREAM)
    return Cutout(
        f"marker:{kind}", size, rim + plate + use(f"info-{kind}", middle, radius * 1.16), round=True
    )


def bribe_token(kind: str) -> Cutout:
    """Draw a bribe."""
    ground, _ = palette.HUES[palette.BRIBE_HUES[kind]]
    middle, radius = _middle(BRIBE_MM), BRIBE_MM[0] / 2
    rim = disc(middle, radius - 0.25, fill=ground, stroke=palette.INK, stroke_width=0.5)
    plate = disc(middle, radius * 0.8, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.25)
    return Cutout(
        f"bribe:{kind}",
        BRIBE_MM,
        rim + plate + use(f"bribe-{kind}", middle, radius * 1.12),
        round=True,
    )


def coin(value: int) -> Cutout:
    """Draw a coin of 1 or 5 shillings; they differ in size, too."""
    size = COIN_MM[value]
    middle, radius = _middle(size), size[0] / 2
    tint = {1: "none", 5: "#d9b254"}[value]
    parts = [use("sign-coin", middle, size[0])]
    if tint != "none":
        parts.append(disc(middle, radius * 0.93, fill=tint, opacity=0.55))
    parts.append(
        word(
            (middle[0], middle[1] - radius * 0.05),
            str(value),
            radius * 1.05,
            palette.INK,
            font_weight="bold",
        )
    )
    parts.append(
        word(
            (middle[0], middle[1] + radius * 0.55),
            "S",
            radius * 0.38,
            palette.SEPIA,
            font_weight="bold",
        )
    )
    return Cutout(f"coin:{value}", size, "".join(parts), round=True)


def coat_of_arms() -> Cutout:
    """Draw the coat of arms of whoever plays first."""
    middle = _middle(ARMS_MM)
    edge: dict[str, str | float] = {"rx": 3, "stroke": palette.INK, "stroke_width": 0.5}
    plate = box(middle, (29.4, 33.4), fill=palette.SAND, **edge)
    return Cutout("arms", ARMS_MM, plate + use("sign-arms", middle, 28))


def hundred_tile(colour: str, points: int) -> Cutout:
    """Draw one side of the tile that counts the laps of a score marker."""
    ground, ink = palette.PLAYERS[colour]
    middle = _middle(HUNDRED_MM)
    return Cutout(
        f"hundred:{colour}:{points}",
        HUNDRED_MM,
        _ground(HUNDRED_MM, ground)
        + palette.shape(
            colour, (4.6, middle[1]), 4.6, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.4
        )
        + word((middle[0] + 3.4, middle[1]), str(points), 8.4, ink, font_weight="bold")
        + _edge(HUNDRED_MM),
    )


def desk_tile(good: str, colour: str) -> Cutout:
    """Draw what a purchase adds to a desk."""
    ground, _ = palette.PLAYERS[colour]
    middle = _middle(DESK_TILE_MM)
    plate = box(
        middle, (20.6, 20.6), rx=2, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.3
    )
    sign = palette.shape(
        colour, (4.4, 4.4), 4, fill=palette.CREAM, stroke=palette.INK, stroke_width=0.4
    )
    return Cutout(
        f"desk:{good}:{colour}",
        DESK_TILE_MM,
        _ground(DESK_TILE_MM, ground)
        + plate
        + use(f"desk-{good}", middle, 16)
        + sign
        + _edge(DESK_TILE_MM),
    )


def _middle(size: Point) -> Point:
    return size[0] / 2, size[1] / 2


def _ground(size: Point, fill: str) -> str:
    return box(_middle(size), size, fill=fill)


def _edge(size: Point) -> str:
    return box(
        _middle(size),
        (size[0] - 0.5, size[1] - 0.5),
        fill="none",
        stroke=palette.INK,
        stroke_width=0.5,
    )


def tile_back(size: Point, name: str) -> Cutout:
    """Draw the back of a tile: a fine weave."""
    step, lines = 2.5, []
    for n in range(int(sum(size) / step) + 1):
        at = n * step
        start, end = (
            (min(at, size[0]), max(0.0, at - size[0])),
            (max(0.0, at - size[1]), min(at, size[1])),
        )
        lines.append(line(start, end, stroke=palette.CASING, stroke_width=0.4))
    return Cutout(name, size, _ground(size, palette.SAND) + "".join(lines) + _edge(size))
