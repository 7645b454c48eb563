"""The shapes and paints of figures: what a turner, a moulder or a painter makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random

from hardware.simulated.colour import vary
from hardware.simulated.lathe import Profile

MATERIALS = ("wood", "painted", "acrylic")


@dataclass(frozen=True)
class Finish:
    """How a piece answers to light."""

    colour: str
    gloss: float = 0.25
    sharpness: float = 30.0
    clear: float = 0.0  # how much light passes through a body of usual thickness
    grain: float = 0.0


PLAYER_PAINTS = {
    "yellow": "#e8c11c",
    "red": "#b81f24",
    "blue": "#1f55b0",
    "green": "#1c7a3a",
    "black": "#2a2a2d",
    "white": "#e8e6e0",
}
MARKER_PAINTS = {
    "flask": "#2fa3b5",
    "pistol": "#3c4150",
    "briefcase": "#9a5a34",
    "microfilm": "#6a35a5",
    "slide": "#e0832c",
}
OTHER_PAINTS = {"third_man": "#ece9e2", "investigator": "#232327"}


def finish(kind: str, name: str, material: str, rng: Random) -> Finish:
    """Choose the paint of a piece in this copy of the game."""
    paints = MARKER_PAINTS if kind == "marker" else {**PLAYER_PAINTS, **OTHER_PAINTS}
    colour = vary(paints.get(name, "#8a8a8a"), rng, 9)
    if material == "acrylic" and kind in ("agent", "feld"):
        return Finish(colour, gloss=0.9, sharpness=90, clear=0.8)
    if material == "wood":
        return Finish(colour, gloss=0.12, sharpness=14, grain=0.12)
    return Finish(colour, gloss=0.4, sharpness=38)


def profile(kind: str, base_mm: float, height_mm: float, shape: str) -> Profile:
    """Return the outline of a figure, as wide and as high as the pack says."""
    if kind == "third_man":
        drawn = _hatted(0.66, 1.0)
    elif kind == "investigator":
        drawn = _hatted(0.5, 0.86)
    elif kind == "feld":
        drawn = _crowned()
    else:
        drawn = SHAPES[shape]
    return tuple((r * base_mm / 2, z * height_mm) for r, z in drawn)


def _ball(middle: float, radius: float, low: float = -0.75, flat: float = 1.0) -> Profile:
    """Return half a circle from below to the top, in shares of base radius and height."""
    turns = [low * pi / 2 + (pi / 2 - low * pi / 2) * step / 8 for step in range(9)]
    # Heights are shares of about twice the base: a ball has to be flattened to stay round.
    return tuple((max(radius * cos(t), 0.0), middle + flat * radius * 0.23 * sin(t)) for t in turns)


def _hatted(waist: float, brim: float) -> Profile:
    body: Profile = ((1, 0), (1, 0.07), (0.86, 0.13), (waist, 0.4), (0.62, 0.58), (0.3, 0.64))
    head: Profile = ((0.42, 0.7), (0.42, 0.78), (brim * 0.82, 0.8), (brim * 0.82, 0.84))
    return (*body, *head, (0.46, 0.86), (0.42, 0.97), (0.34, 1.0))


def _crowned() -> Profile:
    body: Profile = ((1, 0), (1, 0.1), (0.8, 0.15), (0.6, 0.35), (0.52, 0.6), (0.72, 0.66))
    return (*body, (0.72, 0.72), (0.44, 0.74), (0.5, 0.86), (0.74, 1.0), (0.3, 0.93))


SHAPES: dict[str, Profile] = {
    "pawn": (
        (1, 0), (1, 0.08), (0.86, 0.14), (0.5, 0.34), (0.36, 0.56), (0.34, 0.62), *_ball(0.8, 0.58)
    ),
    "cone": ((1, 0), (0.98, 0.06), (0.3, 0.66), *_ball(0.82, 0.46)),
    "peg": ((0.92, 0), (1, 0.05), (1, 0.5), (0.94, 0.58), (0.5, 0.62), *_ball(0.8, 0.62)),
}  # fmt: skip
