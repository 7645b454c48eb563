"""Flat things with an edge: tiles, tokens, markers, cards, phones, dice."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.colour import Array, Bytes, decode, paint
from hardware.simulated.light import Light
from hardware.simulated.mount import Mount
from hardware.simulated.patch import Box, Patch, around


@dataclass(frozen=True, eq=False)
class Slab:
    """A printed outline with a thickness.

    ``face`` holds blue, green, red and how much of the pixel is there; it covers ``size_mm``.
    ``at_mm`` is the middle of its underside, ``turn`` in degrees as one sees it from above.
    """

    face: Bytes
    size_mm: tuple[float, float]
    thick_mm: float
    at_mm: tuple[float, float, float]
    turn: float = 0.0
    edge: str = "#8d8272"
    gloss: float = 0.05

    def corners_mm(self, up_mm: float) -> NDArray[np.float64]:
        """Return the corners of a cut through the slab, as printed: top-left first."""
        w, h = self.size_mm[0] / 2, self.size_mm[1] / 2
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        flat = [(-w, h), (w, h), (w, -h), (-w, -h)]
        x, y, z = self.at_mm
        return np.array([(x + c * a - s * b, y + s * a + c * b, z + up_mm) for a, b in flat])


def draw_slab(slab: Slab, mount: Mount, light: Light, per_px: int) -> Patch:
    """Draw the sides, then the face over them."""
    levels = np.linspace(0, slab.thick_mm, max(2, int(slab.thick_mm * 1.5)))
    box = around(
        mount.project(np.concatenate([slab.corners_mm(0), slab.corners_mm(slab.thick_mm)]))
    )
    face = _shrunk_face(slab, mount, per_px)
    shape = np.ascontiguousarray(face[..., 3])
    sides = np.zeros(_size(box, per_px)[::-1], np.float32)
    for level in levels[:-1]:
        sides = np.maximum(sides, _put(shape, slab.corners_mm(float(level)), mount, box, per_px))
    top = _put(face, slab.corners_mm(slab.thick_mm), mount, box, per_px)
    lit = _lit_face(top, slab, mount, light)
    dark = paint(slab.edge) * light.at(np.array(slab.at_mm)) * np.float32(0.5)
    colour = lit + (sides * (1 - top[..., 3]))[..., None] * dark
    cover = np.maximum(sides, top[..., 3])
    size = _size(box, 1)
    colour = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)
    cover = cv2.resize(cover, size, interpolation=cv2.INTER_AREA)
    return Patch(box[0], box[1], 1 - cover[..., None], colour, cover)


def _lit_face(top: Array, slab: Slab, mount: Mount, light: Light) -> Array:
    """Light a face, with the sheen that cardboard gives to a lamp behind it."""
    here = np.array(slab.at_mm, np.float32)
    lit = top[..., :3] * light.at(here)
    return lit + top[..., 3:] * sheen(here, mount, light) * np.float32(slab.gloss)


def sheen(at_mm: NDArray, mount: Mount, light: Light) -> Array:
    """Return what a level glossy spot mirrors of the lamps."""
    to_eye = mount.position_mm - at_mm
    to_eye /= np.linalg.norm(to_eye)
    total = np.zeros(3, np.float32)
    for lamp in light.lamps:
        way, beam = lamp.beam(at_mm)
        half = way + to_eye
        total += np.float32((half[2] / np.linalg.norm(half)) ** 24) * beam
    return total


def draw_slab_shadow(slab: Slab, mount: Mount, light: Light) -> Patch:
    """Draw the shadow at the edge: pushed aside by each lamp, soft, darkest where it touches."""
    reach = 3.0 + 1.4 * slab.thick_mm
    low = slab.corners_mm(0)
    middle = low.mean(axis=0)
    wide = low + (low - middle) / np.linalg.norm(low - middle, axis=1, keepdims=True) * reach * 1.5
    box = around(mount.project(wide), 2)
    shape = np.ascontiguousarray(_shrunk_face(slab, mount, 1)[..., 3])
    scale = mount.px_per_mm
    here = np.array(slab.at_mm, np.float32)
    foot = _put(shape, low, mount, box)
    near = cv2.GaussianBlur(foot, (0, 0), max(0.6, 0.45 * slab.thick_mm * scale))
    share = (1 - 0.5 * near)[..., None] * np.asarray(light.ambient, np.float32)
    for lamp in light.lamps:
        way, beam = lamp.beam(here)
        aside = -way * np.array([1, 1, 0]) / max(float(way[2]), 0.25) * slab.thick_mm
        soft_mm = 0.25 + slab.thick_mm * lamp.radius_mm / 1500
        cast = np.maximum(_put(shape, low + aside * 0.5, mount, box), foot)
        cast = np.maximum(cast, _put(shape, low + aside, mount, box))
        cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, soft_mm * scale))
        share = share + (1 - cast)[..., None] * beam * way[2]
    through = share / light.at(here)
    return Patch(box[0], box[1], np.minimum(through, 1).astype(np.float32))


def _shrunk_face(slab: Slab, mount: Mount, per_px: int) -> Array:
    """Return the face as light, at about the resolution the picture has: finer would flicker."""
    wanted = slab.size_mm[0] * mount.px_per_mm * per_px * 1.1
    share = min(1.0, wanted / slab.face.shape[1])
    lit: Array = np.empty(slab.face.shape, np.float32)
    lit[..., 3] = slab.face[..., 3] * np.float32(1 / 255)
    lit[..., :3] = decode(slab.face[..., :3]) * lit[..., 3:]
    if share < 1:
        size = (max(2, round(lit.shape[1] * share)), max(2, round(lit.shape[0] * share)))
        lit = cv2.resize(lit, size, interpolation=cv2.INTER_AREA)
    return lit


def _put(
    face: Array, corners_mm: NDArray[np.float64], mount: Mount, box: Box, per_px: int = 1
) -> Array:
    """Warp a face to where it is seen, on a grid of ``per_px`` per pixel over the box."""
    seen = (mount.project(corners_mm) - np.array(box[:2]) + 0.5) * per_px - 0.5
    h, w = face.shape[:2]
    drawn = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)])
    matrix = cv2.getPerspectiveTransform(drawn.astype(np.float32), seen.astype(np.float32))
    return cv2.warpPerspective(face, matrix, _size(box, per_px), flags=cv2.INTER_LINEAR)


def _size(box: Box, per_px: int) -> tuple[int, int]:
    return (box[2] - box[0]) * per_px, (box[3] - box[1]) * per_px
