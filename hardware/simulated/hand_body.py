"""Hands in the picture, and the shadow they carry across the table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.body import Body, seen_past, shade, unit
from hardware.simulated.colour import Array
from hardware.simulated.figures import Finish
from hardware.simulated.hand import Rods, parts_of
from hardware.simulated.light import Light
from hardware.simulated.mount import Mount
from hardware.simulated.patch import Box, Patch, around, cut
from hardware.simulated.piece import CARDBOARD_MM, Hand

Mask = NDArray[np.uint8]
_STEPS, _NEAR_MM = 34, 0.6


def bodies_of(hand: Hand) -> list[Body]:
    """Return the solids of a hand where it is now."""
    x, y = hand.tip_mm
    paints = (Finish(hand.skin, gloss=0.05, sharpness=9), Finish(str(hand.sleeve), gloss=0.0))
    return [
        Body(rods, (x, y, 0.0), paint, turn=hand.heading - 90)
        for (rods, _), paint in zip(parts_of(hand), paints, strict=False)
    ]


def draw_hand(hand: Hand, mount: Mount, light: Light, frame: Box, coarse: int) -> list[Patch]:
    """Draw the shadow and the hand itself, inside a frame, in steps of ``coarse`` pixels."""
    bodies = bodies_of(hand)
    outline = np.concatenate([_outline_px(body, mount).reshape(-1, 2) for body in bodies])
    box = cut(around(outline, 6), frame)
    if box is None:
        return []
    grid = _grid(box, coarse)
    light_sum = np.zeros((*grid[0].shape, 3), np.float32)
    cover = np.zeros(grid[0].shape, np.float32)
    for body in bodies:
        mask = _mask(body, mount, box, coarse, grid[0].shape)
        colour, alpha = _draw(body, mount, light, grid, mask)
        light_sum = light_sum * (1 - alpha[..., None]) + colour
        cover = cover * (1 - alpha) + alpha
    shadow = _draw_shadow(bodies, mount, light, frame, coarse * 2)
    size = (box[2] - box[0], box[3] - box[1])
    whole = cv2.resize(np.dstack([light_sum, cover]), size, interpolation=cv2.INTER_LINEAR)
    cover = np.ascontiguousarray(whole[..., 3])
    body_patch = Patch(
        box[0], box[1], 1 - cover[..., None], np.ascontiguousarray(whole[..., :3]), cover
    )
    return [*shadow, body_patch]


def _draw(
    body: Body, mount: Mount, light: Light, grid: tuple[Array, Array], mask: NDArray[np.bool_]
) -> tuple[Array, Array]:
    """March only the rays that can meet the solid."""
    ray = unit(mount.rays(grid[0][mask], grid[1][mask]))
    eye = mount.position_mm.astype(np.float32)
    far = (np.float32(body.solid.height_mm) - eye[2]) / ray[2]
    m = body.axes
    ox, oy, oz = body.inside(eye[0], eye[1], eye[2])
    dx, dy, dz = (m[i, 0] * ray[0] + m[i, 1] * ray[1] + m[i, 2] * ray[2] for i in range(3))
    gap, nearest = far, np.full_like(far, 1e6)
    for _ in range(_STEPS):
        gap = body.solid.distance(ox + far * dx, oy + far * dy, oz + far * dz)
        nearest = np.minimum(nearest, gap)
        far = far + 0.9 * gap
    point = (ox + far * dx, oy + far * dy, oz + far * dz)
    # A ray that only just misses still sees half a pixel of skin: that is what softens the rim.
    width_mm = np.float32(1 / mount.px_per_mm)
    alpha = np.clip(1.0 - 2 * nearest / width_mm, 0, 1) * (np.abs(gap) < 40)
    lit = shade(body, light, point, ray) * alpha[..., None]
    colour = np.zeros((*mask.shape, 3), np.float32)
    cover = np.zeros(mask.shape, np.float32)
    colour[mask], cover[mask] = lit, alpha
    return colour, cover


def _draw_shadow(
    bodies: list[Body], mount: Mount, light: Light, frame: Box, coarse: int
) -> list[Patch]:
    """Draw what the hand takes away from the table: it floats, so its shadow lies aside."""
    cast = np.concatenate([_cast_mm(body, light) for body in bodies])
    box = cut(around(mount.project(cast), 30), frame)
    if box is None:
        return []
    x_px, y_px = _grid(box, coarse)
    x, y = mount.ground(x_px, y_px, CARDBOARD_MM)
    z = np.full_like(x, CARDBOARD_MM)
    here = np.array([float(x.mean()), float(y.mean()), 0.0], np.float32)
    share = np.zeros((*x.shape, 3), np.float32)
    total = np.asarray(light.ambient, np.float32).copy()
    near = np.ones_like(x)
    for body in bodies:
        gap = body.solid.distance(*body.inside(x, y, z))
        near = near * (1 - 0.5 * np.exp(-np.maximum(gap, 0) / 22))
    share += near[..., None] * total
    for lamp in light.lamps:
        way, beam = lamp.beam(here)
        sharp = float(np.linalg.norm(lamp.at_mm)) / lamp.radius_mm
        seen = np.ones_like(x)
        for body in bodies:
            seen = seen * seen_past(body, body.inside(x, y, z), way, sharp, 240.0)
        share += seen[..., None] * beam * way[2]
        total = total + beam * way[2]
    through = np.minimum(share / total, 1).astype(np.float32)
    size = (box[2] - box[0], box[3] - box[1])
    return [Patch(box[0], box[1], cv2.resize(through, size, interpolation=cv2.INTER_CUBIC))]


def _balls_mm(body: Body) -> list[Array]:
    """Return the end balls of each rod as points on their spheres, in table coordinates."""
    rods: Rods = body.solid  # type: ignore[assignment]
    way = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    ring = np.stack([np.cos(way), np.sin(way)], axis=1)
    zero = np.zeros((10, 1))
    sphere = np.concatenate(
        [
            np.hstack([ring, zero]),
            np.hstack([ring[:, :1], zero, ring[:, 1:]]),
            np.hstack([zero, ring]),
        ]
    )
    out = []
    for a, b, ra, rb in rods.rods:
        wide = 1.12, 2.5 + rods.wrinkle_mm
        ends = np.concatenate(
            [
                np.array(a) + sphere * (ra * wide[0] + wide[1]),
                np.array(b) + sphere * (rb * wide[0] + wide[1]),
            ]
        )
        out.append(ends @ body.axes.astype(np.float64) + body.foot_mm)
    return out


def _outline_px(body: Body, mount: Mount) -> NDArray[np.float64]:
    return np.stack([mount.project(ends) for ends in _balls_mm(body)])


def _cast_mm(body: Body, light: Light) -> NDArray[np.float64]:
    points = np.concatenate(_balls_mm(body))
    cast = [points * np.array([1, 1, 0])]
    for lamp in light.lamps:
        way, _ = lamp.beam(body.foot_mm)
        drop = points[:, 2:] / max(float(way[2]), 0.2)
        cast.append((points - drop * way) * np.array([1, 1, 0]))
    return np.concatenate(cast)


def _mask(
    body: Body, mount: Mount, box: Box, coarse: int, shape: tuple[int, ...]
) -> NDArray[np.bool_]:
    """Return which grid points can see the solid at all."""
    mask: Mask = np.zeros(shape, np.uint8)
    for ends in _outline_px(body, mount):
        hull = cv2.convexHull(((ends - np.array(box[:2])) / coarse).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0


def _grid(box: Box, coarse: int) -> tuple[Array, Array]:
    width, height = -(-(box[2] - box[0]) // coarse), -(-(box[3] - box[1]) // coarse)
    step_x, step_y = (box[2] - box[0]) / width, (box[3] - box[1]) / height
    x = box[0] - 0.5 + step_x * (np.arange(width, dtype=np.float32) + 0.5)
    y = box[1] - 0.5 + step_y * (np.arange(height, dtype=np.float32) + 0.5)
    across, down = np.meshgrid(x, y)
    return across.astype(np.float32), down.astype(np.float32)
