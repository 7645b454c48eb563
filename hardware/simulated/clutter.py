"""What else is on a table: cups, bowls, cards, coins, a phone, the rules, spare figures."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np

from hardware.simulated.body import Body
from hardware.simulated.colour import vary
from hardware.simulated.emblems import GOLD
from hardware.simulated.figures import SHAPES, Finish
from hardware.simulated.flat import Slab
from hardware.simulated.ink import Sheet, star
from hardware.simulated.lathe import Profile, turn
from hardware.simulated.piece import Lie, Thing
from hardware.simulated.print_tiles import card_back, cut_out, plain_face

Item = Body | Slab
CUP: Profile = ((34, 0), (39, 4), (41, 92), (40.5, 95), (38, 95), (36.5, 90), (35, 64))
BOWL: Profile = ((30, 0), (33, 3), (68, 44), (72, 50), (69, 51), (62, 44), (30, 18))
COIN: Profile = ((9, 0), (9, 1.6))
_CARD_MM = (56.0, 87.0)
_KINDS = (
    "cup",
    "cards",
    "cards",
    "fan",
    "phone",
    "coins",
    "coins",
    "figures",
    "dice",
    "sheet",
    "bowl",
)
_REACH_MM = {"cup": 45, "bowl": 76, "sheet": 150, "phone": 90, "cards": 60, "fan": 85, "coins": 40}
_PAINTS = ("#a63a32", "#2f5d87", "#e6dfd0", "#44664d", "#2d2d33", "#c08a3e", "#6b4a78")


def scatter(lies: Mapping[str, Lie], rng: Random, count: int = 9) -> tuple[Thing, ...]:
    """Put things down wherever the boards leave room."""
    things: list[Thing] = []
    for _ in range(count * 12):
        kind = rng.choice(_KINDS)
        at = (rng.uniform(-540, 540), rng.uniform(-410, 410))
        reach = _REACH_MM.get(kind, 35)
        free = all(
            np.hypot(at[0] - t.xy_mm[0], at[1] - t.xy_mm[1]) > reach + _REACH_MM.get(t.kind, 35)
            for t in things
        )
        if free and all(_clear_of(lie, at, reach + 12) for lie in lies.values()):
            seed, turned = rng.randrange(10**6), rng.uniform(0, 360)
            things.append(Thing(kind, at, turned, rng.choice(_PAINTS), 0.0, seed))
        if len(things) == count:
            break
    return tuple(things)


def _clear_of(lie: Lie, at: tuple[float, float], gap_mm: float) -> bool:
    x, y = lie.from_table(np.array(at[0]), np.array(at[1]))
    w, h = lie.size_mm
    return bool(x < -gap_mm or x > w + gap_mm or y < -gap_mm or y > h + gap_mm)


def items_of(thing: Thing) -> list[Item]:
    """Return the solids and slabs a thing is made of, lowest first."""
    rng = Random(thing.seed)
    x, y = thing.xy_mm
    z = thing.z_mm
    if thing.kind in ("cup", "bowl"):
        solid = turn(CUP if thing.kind == "cup" else BOWL)
        return [Body(solid, (x, y, z), Finish(thing.colour, gloss=0.5, sharpness=60))]
    if thing.kind == "coins":
        return [_coin(thing, rng) for _ in range(rng.randint(4, 9))]
    if thing.kind == "figures":
        return [_spare(thing, rng) for _ in range(rng.randint(2, 6))]
    if thing.kind == "dice":
        face = plain_face("#ded9cd", [(0, 0), (16, 0), (16, 16), (0, 16)], (16, 16))
        spots = ((x, y), (x + rng.uniform(17, 26), y + rng.uniform(-10, 10)))
        return [Slab(face, (16, 16), 16, (*at, z), rng.uniform(0, 90), "#c9c4b8") for at in spots]
    return _papers(thing, rng)


def _papers(thing: Thing, rng: Random) -> list[Item]:
    x, y = thing.xy_mm
    if thing.kind == "phone":
        face = plain_face("#15161a", star((37, 77), 0.1, 3), (74, 154))
        face[..., 3] = cut_out(face[..., :3].copy(), 9)[..., 3]
        return [Slab(face, (74, 154), 9, (x, y, 0), thing.turn, "#2b2d33", gloss=0.3)]
    if thing.kind == "sheet":
        return [Slab(_sheet(rng), (148, 210), 0.6, (x, y, 0), thing.turn, "#d8d4ca")]
    back = card_back(vary(thing.colour, rng, 10), _CARD_MM)
    if thing.kind == "fan":
        return [
            Slab(
                back,
                _CARD_MM,
                0.5,
                (x + 13 * k, y - 8 * k, 0.4 * k),
                thing.turn + 11 * k,
                "#d9d3c6",
            )
            for k in range(4)
        ]
    return [Slab(back, _CARD_MM, rng.uniform(4, 16), (x, y, 0), thing.turn, "#d9d3c6")]


def _sheet(rng: Random) -> np.ndarray:
    sheet = Sheet((148, 210), 4.0, "#e9e6dd")
    for row in range(34):
        if row % 9:
            end = 134 - rng.uniform(0, 26)
            sheet.line((14, 16 + 5.4 * row), (end, 16 + 5.4 * row), "#77736b", 1.0)
    sheet.box((50, 60), (60, 30), "#8b9a6c")
    return cut_out(sheet.image, 1, 4.0)


def _coin(thing: Thing, rng: Random) -> Item:
    at = (thing.xy_mm[0] + rng.gauss(0, 16), thing.xy_mm[1] + rng.gauss(0, 16), 0.0)
    colour = rng.choice((GOLD, "#b8744a", "#b9bec6"))
    return Body(turn(COIN), at, Finish(colour, gloss=0.5, sharpness=40))


def _spare(thing: Thing, rng: Random) -> Item:
    """Lay a figure of the supply beside the board, where it fell."""
    shape = turn(tuple((r * 6, z * 26) for r, z in SHAPES["pawn"]))
    at = (thing.xy_mm[0] + rng.gauss(0, 18), thing.xy_mm[1] + rng.gauss(0, 18), 0.0)
    paint = Finish(thing.colour, gloss=0.3)
    return Body(shape, at, paint, rng.uniform(0, 360), lying=rng.random() < 0.6)
