"""A series of photos of one table: empty, with examples to learn from, and in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import cos, pi, sin
from random import Random
from string import ascii_uppercase

import numpy as np

from companion.engine import Atom
from hardware.simulated.arrange import arrange
from hardware.simulated.clutter import scatter
from hardware.simulated.light import shine
from hardware.simulated.look import Look
from hardware.simulated.mount import Mount, hang
from hardware.simulated.pack import TablePack
from hardware.simulated.piece import Hand, Lie, Piece
from hardware.simulated.positions import (
    LATE,
    MID,
    ORDERS,
    open_orders,
    opening,
    teaching,
    underway,
)
from hardware.simulated.scene import NO_ART, Art, Scene, lay_out

_SKINS = ("#d8a282", "#e5bda2", "#b98461", "#8a5a3e", "#5f3d2c")
_SLEEVES = (None, "#31506b", "#7a2f2f", "#3d3d42", "#d9d4c7", "#4b6145")
_MARGIN_PX, _TRIES = 6, 500
SetUp = Callable[[Scene, Random], Scene]


@dataclass(frozen=True, eq=False)
class Shoot:
    """What is photographed, how, and how often; ``hands`` and ``bumps`` are shares of ``play``.

    ``mount`` fixes some of how the cameras hang (fields of `Mount`); the rest is left to chance.
    """

    pack: TablePack
    art: Art = NO_ART
    look: Look = field(default_factory=Look)
    lights: Sequence[str] = ("window", "lamp_left")
    mount: Mapping[str, object] = field(default_factory=dict)
    cameras: int = 1
    upside_down: bool = False
    table: str = "oak"
    stacked: bool = False
    clutter: int = 9
    empty: int = 2
    teach: int = 2
    play: int = 8
    hands: float = 0.25
    bumps: float = 0.125
    seed: int = 0


def scenes(shoot: Shoot) -> Iterator[Scene]:
    """Set up one photo after the other; the same shoot is always the same photos."""
    bare = _tables(shoot)
    lights = [shine(name, Random(f"{shoot.seed} {name}")) for name in shoot.lights]
    series = (
        [_empty] * shoot.empty,
        [_teach_x if number % 2 else _teach_front for number in range(shoot.teach)],
        list(_course(shoot)),
    )
    numbered = [(number, set_up) for part in series for number, set_up in enumerate(part)]
    for frame, (number, set_up) in enumerate(numbered):
        rng = Random(f"{shoot.seed} frame {frame}")
        camera, round_ = number % len(bare), number // len(bare)
        # Every light falls on every camera in the end.
        light = lights[(camera + round_) % len(lights)]
        yield set_up(bare[camera].changed(light=light, seed=rng.randrange(10**6)), rng)


def _course(shoot: Shoot) -> Iterator[SetUp]:
    """Say what the photos of a game show: its start first, what disturbs a reader last."""
    hands, bumps = round(shoot.hands * shoot.play), round(shoot.bumps * shoot.play)
    calm = shoot.play - hands - bumps
    yield from ([_start, *[_mid, _mid, _late] * shoot.play])[:calm]
    yield from [_hands] * hands + [_bump] * bumps


def _empty(scene: Scene, _rng: Random) -> Scene:
    return _tagged(scene, "empty")


def _teach_front(scene: Scene, rng: Random) -> Scene:
    return _tagged(_laid(scene, teaching(scene.pack, rng, "front"), rng), "teach")


def _teach_x(scene: Scene, rng: Random) -> Scene:
    return _tagged(_laid(scene, teaching(scene.pack, rng, "x"), rng), "teach")


def _start(scene: Scene, rng: Random) -> Scene:
    orders = {"A": ORDERS[:2], "B": ORDERS[2:4]}
    return _tagged(_laid(scene, opening(scene.pack, rng), rng, orders), "start")


def _mid(scene: Scene, rng: Random) -> Scene:
    return _tagged(_laid(scene, underway(scene.pack, rng, MID), rng, open_orders(rng)), "mid")


def _late(scene: Scene, rng: Random) -> Scene:
    return _tagged(_laid(scene, underway(scene.pack, rng, LATE), rng, open_orders(rng)), "late")


def _hands(scene: Scene, rng: Random) -> Scene:
    """Let one player reach over the table, or two."""
    hands = tuple(_reach(scene.lies, rng) for _ in range(rng.choice((1, 1, 2))))
    set_up = rng.choice((_mid, _mid, _late))
    return _tagged(set_up(scene, rng), "hands").changed(hands=hands)


def _bump(scene: Scene, rng: Random) -> Scene:
    mount = in_view(scene.lies, lambda: scene.mount.bumped(rng))
    return _tagged(_mid(scene, rng), "bump").changed(mount=mount)


def _tables(shoot: Shoot) -> list[Scene]:
    """Lay the surfaces, hang the cameras and let each see other things lie about."""
    rng = Random(f"{shoot.seed} table")
    lies = lay_above(shoot.pack, rng) if shoot.stacked else lay_out(shoot.pack, rng)
    tables = []
    for letter in ascii_uppercase[: shoot.cameras]:
        mount = in_view(lies, lambda: _hung(shoot, rng))
        things = scatter(lies, rng, shoot.clutter) if shoot.clutter else ()
        tags = (f"cam-{letter}", shoot.table, shoot.look.material)
        light = shine(shoot.lights[0])
        scene = Scene(shoot.pack, shoot.look, light, mount, shoot.table, lies, art=shoot.art)
        tables.append(scene.changed(things=things, tags=tags))
    return tables


def lay_above(pack: TablePack, rng: Random) -> dict[str, Lie]:
    """Lay the surfaces one above the other, the last one farthest away."""
    gap = rng.uniform(10, 24)
    low = -(sum(s.size_mm[1] for s in pack.surfaces.values()) + gap) / 2
    lies = {}
    for name, surface in pack.surfaces.items():
        width, height = surface.size_mm
        at = (round(rng.uniform(-25, 25), 1), round(low + height / 2, 1))
        lies[name] = Lie(at, round(rng.gauss(0, 0.9), 2), (width, height))
        low += height + gap
    return lies


def _hung(shoot: Shoot, rng: Random) -> Mount:
    chosen = hang(rng, upside_down=shoot.upside_down)
    return replace(chosen, **shoot.mount)  # type: ignore[arg-type]


def in_view(
    lies: Mapping[str, Lie], hung: Callable[[], Mount], margin_px: float = _MARGIN_PX
) -> Mount:
    """Hang a camera until it sees all corners, as a person would."""
    for _ in range(_TRIES):
        mount = hung()
        px = np.concatenate([mount.project(lie.corners_mm) for lie in lies.values()])
        if (px > margin_px).all() and (px < np.array(mount.size) - 1 - margin_px).all():
            return mount
    raise ValueError("a camera that hangs like this does not see the whole table")


def _laid(
    scene: Scene,
    atoms: tuple[Atom, ...],
    rng: Random,
    orders: Mapping[str, Sequence[str]] | None = None,
) -> Scene:
    pieces = arrange(scene.pack, atoms, rng, orders or {})
    return scene.changed(pieces=_restacked(pieces, rng))


def _restacked(pieces: tuple[Piece, ...], rng: Random) -> tuple[Piece, ...]:
    """Lay the stacks of the roof anew: in either order, and so that one sees both tiles."""
    laid = list(pieces)
    for number, (low, high) in enumerate(pairwise(pieces)):
        on_roof = (high.place or "").startswith("roof:") and high.kind == "tile"
        if not on_roof or low.place != high.place:
            continue
        bottom, top = rng.sample((low.name, high.name), 2)
        far, way = rng.uniform(3, 6), _shift_way(rng)
        x, y = low.xy_mm
        laid[number] = replace(low, name=bottom)
        laid[number + 1] = replace(high, name=top, xy_mm=(x + far * cos(way), y - far * sin(way)))
    return tuple(laid)


def _shift_way(rng: Random) -> float:
    """Shift a tile to the upper right, as most people do, or anywhere."""
    return rng.gauss(pi / 4, 0.25) if rng.random() < 0.7 else rng.uniform(0, 2 * pi)


def _reach(lies: Mapping[str, Lie], rng: Random) -> Hand:
    """Reach for some spot of the table from one of its sides, mostly from the near one."""
    lie = rng.choice(list(lies.values()))
    spot = np.array(lie.size_mm) * (rng.uniform(0.15, 0.85), rng.uniform(0.15, 0.85))
    x, y, _ = (float(part) for part in lie.to_table(spot))
    return Hand(
        (x, y),
        heading=rng.choice((90, 90, 0, 180, 270)) + rng.gauss(0, 18),
        over_mm=rng.uniform(8, 40),
        grip=rng.uniform(0.2, 0.9),
        skin=rng.choice(_SKINS),
        sleeve=rng.choice(_SLEEVES),
        cuff_mm=rng.uniform(60, 220),
        size=rng.uniform(0.85, 1.08),
        left=rng.random() < 0.3,
    )


def _tagged(scene: Scene, tag: str) -> Scene:
    """Put a tag first; what happens besides (hands, a bump) stands before the material."""
    if tag in ("hands", "bump"):
        return scene.changed(tags=(*scene.tags[:-1], tag, scene.tags[-1]))
    return scene.changed(tags=(tag, *scene.tags))
