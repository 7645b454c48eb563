"""Solids in the picture: where a ray meets them, how they are lit, what shadow they cast."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.colour import Array, paint
from hardware.simulated.figures import Finish
from hardware.simulated.light import Light
from hardware.simulated.mount import Mount
from hardware.simulated.patch import Box, Patch, around, pixels

Xyz = tuple[Array, Array, Array]
_SHADOW_STEPS, _NEAR_MM, _LONGEST_MM = 22, 0.12, 170.0
#: Small turned figures are met in few steps; rays that graze the rim of a cup need many.
_STEPS, _MANY_STEPS, _SMALL_MM = 20, 56, 40.0


class Solid(Protocol):
    """A shape that knows how far away it is."""

    @property
    def height_mm(self) -> float: ...

    @property
    def reach_mm(self) -> float: ...

    def distance(self, x: Array, y: Array, z: Array) -> Array: ...

    def normal(self, x: Array, y: Array, z: Array) -> Xyz: ...


@dataclass(frozen=True, eq=False)
class Body:
    """A solid somewhere: standing on its foot, or lying on its side with its top at ``turn``."""

    solid: Solid
    at_mm: tuple[float, float, float]
    finish: Finish
    turn: float = 0.0
    lying: bool = False

    @property
    def axes(self) -> NDArray[np.float32]:
        """Return the solid's own axes as rows, in table coordinates."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        if self.lying:
            return np.array([[-s, c, 0], [0, 0, 1], [c, s, 0]], np.float32)
        return np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]], np.float32)

    @property
    def foot_mm(self) -> NDArray[np.float32]:
        """Return the middle of the foot, on the table also when lying."""
        lift = self.solid.reach_mm * 0.8 if self.lying else 0.0
        return np.array(self.at_mm, np.float32) + np.array([0, 0, lift], np.float32)

    def inside(self, x: Array, y: Array, z: Array) -> Xyz:
        """Turn table coordinates into the solid's own."""
        foot, m = self.foot_mm, self.axes
        dx, dy, dz = x - foot[0], y - foot[1], z - foot[2]
        return (
            m[0, 0] * dx + m[0, 1] * dy + m[0, 2] * dz,
            m[1, 0] * dx + m[1, 1] * dy + m[1, 2] * dz,
            m[2, 0] * dx + m[2, 1] * dy + m[2, 2] * dz,
        )

    def hull_mm(self) -> NDArray[np.float64]:
        """Return points around the solid, for boxes."""
        way = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        ring = np.stack([np.cos(way), np.sin(way)], axis=1) * self.solid.reach_mm
        low = np.column_stack([ring, np.zeros(12)])
        high = np.column_stack([ring, np.full(12, self.solid.height_mm)])
        return np.concatenate([low, high]) @ self.axes.astype(np.float64) + self.foot_mm


def draw_body(body: Body, mount: Mount, light: Light, per_px: int) -> Patch:
    """Draw a solid as the camera sees it."""
    box = around(mount.project(body.hull_mm()))
    ray = unit(mount.rays(*pixels(box, per_px)))
    hit, point = _march(body, mount, ray)
    colour = shade(body, light, point, ray)
    alpha = hit.astype(np.float32)
    cover = _shrink(alpha, per_px)
    if body.finish.clear:
        return _clear_patch(body, box, _shrink(colour * alpha[..., None], per_px), cover)
    lit = _shrink(colour * alpha[..., None], per_px)
    return Patch(box[0], box[1], 1 - cover[..., None], lit, cover)


def _clear_patch(body: Body, box: Box, lit: Array, cover: Array) -> Patch:
    """Let some light through, in the colour of the acrylic; its rim is darker than its middle."""
    tint = paint(body.finish.colour) ** 0.6
    rim = cv2.GaussianBlur(cover, (0, 0), max(1.0, 0.12 * cover.shape[1]))
    through = body.finish.clear * np.clip(1.9 * rim - 0.75, 0.25, 1)[..., None] * tint
    keep = 1 - cover[..., None] * (1 - through)
    return Patch(box[0], box[1], keep.astype(np.float32), lit * np.float32(0.42), cover)


def _march(body: Body, mount: Mount, ray: Xyz) -> tuple[NDArray[np.bool_], Xyz]:
    """Walk along each ray until it meets the solid; tell which do, and where."""
    eye = mount.position_mm.astype(np.float32)
    ox, oy, oz = body.inside(eye[0], eye[1], eye[2])
    m = body.axes
    dx, dy, dz = (m[i, 0] * ray[0] + m[i, 1] * ray[1] + m[i, 2] * ray[2] for i in range(3))
    size = float(np.hypot(body.solid.height_mm, body.solid.reach_mm)) + 1
    far = np.full_like(dx, float(np.sqrt(ox**2 + oy**2 + oz**2)) - size)
    step = far
    for _ in range(_STEPS if body.solid.height_mm < _SMALL_MM else _MANY_STEPS):
        step = body.solid.distance(ox + far * dx, oy + far * dy, oz + far * dz)
        far = far + 0.95 * step
    return step < 2 * _NEAR_MM, (ox + far * dx, oy + far * dy, oz + far * dz)


def shade(body: Body, light: Light, point: Xyz, ray: Xyz) -> Array:
    """Light the skin: what comes from everywhere, from each lamp, and what mirrors it."""
    m = body.axes
    inner = body.solid.normal(*point)
    n = [m[0, i] * inner[0] + m[1, i] * inner[1] + m[2, i] * inner[2] for i in range(3)]
    own = _grained(body, point)
    # Light from everywhere comes from above; near the foot there is less of it, and the board
    # gives some back.
    up = 0.5 + 0.5 * n[2]
    height = point[1] + body.solid.reach_mm if body.lying else point[2]
    open_sky = (0.28 + 0.72 * up) * np.clip(0.5 + height / 12, 0.5, 1)
    soft = open_sky[..., None] * np.asarray(light.ambient, np.float32)
    soft = soft + ((1 - up) * 0.16)[..., None] * light.at(body.foot_mm)
    shine = np.zeros_like(soft)
    for lamp in light.lamps:
        way, beam = lamp.beam(body.foot_mm)
        facing = n[0] * way[0] + n[1] * way[1] + n[2] * way[2]
        wrap = min(0.35, lamp.radius_mm / 1200)  # a window reaches round the edge
        soft = soft + (np.clip((facing + wrap) / (1 + wrap), 0, 1))[..., None] * beam
        half = [way[i] - ray[i] for i in range(3)]
        length = np.sqrt(half[0] ** 2 + half[1] ** 2 + half[2] ** 2)
        glint = np.clip((n[0] * half[0] + n[1] * half[1] + n[2] * half[2]) / length, 0, 1)
        shine += (body.finish.gloss * glint**body.finish.sharpness)[..., None] * beam
    return (own * soft + shine).astype(np.float32)


def _grained(body: Body, point: Xyz) -> Array:
    own = paint(body.finish.colour) * np.float32(0.9) + np.float32(0.008)
    if not body.finish.grain:
        return own
    fibre = np.sin(point[0] * 5.1 + 2 * np.sin(point[1] * 0.9 + point[2] * 0.35))
    return own * (1 + body.finish.grain * fibre)[..., None]


def draw_shadow(body: Body, mount: Mount, light: Light, per_box: int = 2) -> Patch:
    """Draw what a solid takes away from the ground around it."""
    z = body.at_mm[2]
    box = around(mount.project(_shaded_mm(body, light)), 4)
    small = _coarse(box, per_box)
    x, y = mount.ground(*small, z)
    inner = body.inside(x, y, np.full_like(x, z + 0.3))
    # Nothing is lit from all sides close to a foot.
    dark_mm = min(4.5, 0.35 * body.solid.height_mm)
    near = 1 - 0.45 * np.exp(-np.maximum(body.solid.distance(*inner), 0) / dark_mm)
    share = near[..., None] * np.asarray(light.ambient, np.float32)
    for lamp in light.lamps:
        way, beam = lamp.beam(body.foot_mm)
        seen = seen_past(body, inner, way, float(np.linalg.norm(lamp.at_mm)) / lamp.radius_mm)
        share = share + seen[..., None] * beam * way[2]
    through = share / _unshaded(light, body)
    if body.finish.clear:
        tint = paint(body.finish.colour) ** 0.5
        through = through + (1 - through) * body.finish.clear * tint
    width, height = box[2] - box[0], box[3] - box[1]
    grown = cv2.resize(through.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return Patch(box[0], box[1], np.minimum(grown, 1))


def _unshaded(light: Light, body: Body) -> Array:
    total = np.asarray(light.ambient, np.float32).copy()
    for lamp in light.lamps:
        way, beam = lamp.beam(body.foot_mm)
        total = total + beam * way[2]
    return total


def seen_past(
    body: Body, inner: Xyz, way: Array, sharp: float, longest_mm: float | None = None
) -> Array:
    """Return how much of a lamp each point of the ground sees past the solid."""
    d = body.axes @ way
    seen = np.ones_like(inner[0])
    far = np.full_like(inner[0], 0.6)
    longest = longest_mm or 1.6 * float(np.hypot(body.solid.height_mm, 2 * body.solid.reach_mm)) + 4
    for _ in range(_SHADOW_STEPS):
        gap = body.solid.distance(
            inner[0] + far * d[0], inner[1] + far * d[1], inner[2] + far * d[2]
        )
        seen = np.minimum(seen, np.clip(0.5 + 0.5 * sharp * gap / far, 0, 1))
        far = far + np.clip(gap, longest / 36, longest / 6)
    return seen * seen * (3 - 2 * seen)


def _shaded_mm(body: Body, light: Light) -> NDArray[np.float64]:
    """Return the ground that can be in the shadow: the hull, pushed down along each beam."""
    hull = body.hull_mm()
    down = [hull]
    for lamp in light.lamps:
        way, _ = lamp.beam(body.foot_mm)
        drop = (hull[:, 2:] - body.at_mm[2]) / max(float(way[2]), 0.15)
        down.append(hull - np.minimum(drop, _LONGEST_MM) * way)
    ground = np.concatenate(down)
    soft = 2.0 + 0.12 * body.solid.height_mm
    middle = ground.mean(axis=0)
    grown = ground + np.sign(ground - middle) * np.array([soft, soft, 0])
    grown[:, 2] = body.at_mm[2]
    return grown


def _coarse(box: Box, per_box: int) -> tuple[Array, Array]:
    """Return pixel coordinates of a box at a fraction of its resolution: shadows are soft."""
    width, height = max((box[2] - box[0]) // per_box, 2), max((box[3] - box[1]) // per_box, 2)
    x = box[0] - 0.5 + (np.arange(width, dtype=np.float32) + 0.5) * ((box[2] - box[0]) / width)
    y = box[1] - 0.5 + (np.arange(height, dtype=np.float32) + 0.5) * ((box[3] - box[1]) / height)
    across, down = np.meshgrid(x, y)
    return across.astype(np.float32), down.astype(np.float32)


def unit(ray: Xyz) -> Xyz:
    """Return directions of length one."""
    length = np.sqrt(ray[0] ** 2 + ray[1] ** 2 + ray[2] ** 2)
    return ray[0] / length, ray[1] / length, ray[2] / length


def _shrink(fine: Array, per_px: int) -> Array:
    if per_px == 1:
        return fine
    height, width = fine.shape[0] // per_px, fine.shape[1] // per_px
    return cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
