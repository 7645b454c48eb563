"""What never moves in a picture: the table, the boards on it, and the light on both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.simulated.colour import Array, Bytes, decode, paint
from hardware.simulated.light import Light
from hardware.simulated.mount import Mount
from hardware.simulated.patch import Box, around, cut
from hardware.simulated.piece import CARDBOARD_MM, Lie
from hardware.simulated.tabletop import PX_PER_MM, SIZE_MM

_EDGE, _KNOT_PX = "#5b4a3c", 16


@dataclass(frozen=True, eq=False)
class Printed:
    """A surface with its print, where it lies."""

    lie: Lie
    face: Bytes
    px_per_mm: float


def bare_ground(mount: Mount, top: Bytes, printed: Mapping[str, Printed]) -> tuple[Array, Array]:
    """Return how much light each pixel of the empty table gives back, and how glossy it is."""
    width, height = mount.size
    x, y = _ground_map(mount, (0, 0, width, height), 0.0)
    map_x = (x + np.float32(SIZE_MM[0] / 2)) * np.float32(PX_PER_MM) - np.float32(0.5)
    map_y = (np.float32(SIZE_MM[1] / 2) - y) * np.float32(PX_PER_MM) - np.float32(0.5)
    table = cv2.remap(top, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    gives = decode(table)
    gloss = np.full((height, width), 0.035, np.float32)
    for sheet in printed.values():
        _lay(sheet, mount, gives, gloss)
    return gives, gloss


def _lay(sheet: Printed, mount: Mount, gives: Array, gloss: Array) -> None:
    """Lay a board on the table: its shadow, its cut edge, its print."""
    low = sheet.lie.corners_mm.copy()
    low[:, 2] = 0
    corners = mount.project(sheet.lie.corners_mm)
    box = cut(around(np.concatenate([corners, mount.project(low)]), 24), (0, 0, *mount.size))
    if box is None:
        return
    part = np.s_[box[1] : box[3], box[0] : box[2]]
    outline = _filled(mount.project(low), box)
    soft = cv2.GaussianBlur(outline, (0, 0), 2.4 * mount.px_per_mm)
    gives[part] *= (1 - 0.5 * soft)[..., None]
    edge = paint(_EDGE) * np.float32(0.6)
    gives[part] = gives[part] * (1 - outline[..., None]) + outline[..., None] * edge
    face = _warped(sheet, mount, box)
    inside = _filled(corners, box)[..., None]
    gives[part] = gives[part] * (1 - inside) + face * inside
    gloss[part] = np.maximum(gloss[part], 0.085 * inside[..., 0])


def _warped(sheet: Printed, mount: Mount, box: Box) -> Array:
    x, y = _ground_map(mount, box, CARDBOARD_MM)
    right, down = sheet.lie.from_table(x, y)
    share = min(1.0, 1.2 * mount.px_per_mm / sheet.px_per_mm)
    size = (round(sheet.face.shape[1] * share), round(sheet.face.shape[0] * share))
    face = cv2.resize(sheet.face, size, interpolation=cv2.INTER_AREA) if share < 1 else sheet.face
    scale_x = np.float32(face.shape[1] / sheet.lie.size_mm[0])
    scale_y = np.float32(face.shape[0] / sheet.lie.size_mm[1])
    map_x, map_y = right * scale_x - np.float32(0.5), down * scale_y - np.float32(0.5)
    return decode(cv2.remap(face, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _filled(corners_px: Array, box: Box) -> Array:
    """Return how much of each pixel of a box lies inside an outline."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    points = np.round((corners_px - np.array(box[:2])) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def falling_light(mount: Mount, light: Light) -> tuple[Array, Array]:
    """Return the light on each pixel of the table, and what a mirror there would show of it.

    Light is smooth: it is worked out on every eighth pixel.
    """
    width, height = mount.size
    coarse = (width // 8 + 1, height // 8 + 1)
    x_px, y_px = np.meshgrid(
        (np.arange(coarse[0], dtype=np.float32) + 0.5) * (width / coarse[0]) - 0.5,
        (np.arange(coarse[1], dtype=np.float32) + 0.5) * (height / coarse[1]) - 0.5,
    )
    x, y = mount.ground(x_px, y_px, 0.0)
    eye = mount.position_mm.astype(np.float32)
    falls = np.zeros((*x.shape, 3), np.float32) + np.asarray(light.ambient, np.float32)
    mirrors = np.zeros_like(falls)
    for lamp in light.lamps:
        tint = np.asarray(lamp.colour, np.float32)
        falls += lamp.falls(x, y)[..., None] * tint
        spot = np.float32(min(16.0, 540 / lamp.radius_mm))  # the smaller a lamp, the brighter
        mirrors += _mirrored(x, y, eye, lamp.at_mm, spot)[..., None] * tint * lamp.strength
    falls *= _vignette(x_px, y_px, mount, light.vignette)[..., None]
    size = (width, height)
    return (
        cv2.resize(falls, size, interpolation=cv2.INTER_LINEAR),
        cv2.resize(mirrors.astype(np.float32), size, interpolation=cv2.INTER_LINEAR),
    )


def _mirrored(
    x: Array, y: Array, eye: Array, lamp_mm: tuple[float, float, float], spot: np.float32
) -> Array:
    """Return how nearly a level mirror at each point would show the lamp to the eye."""
    to_eye = np.stack([eye[0] - x, eye[1] - y, np.full_like(x, eye[2])], axis=-1)
    to_lamp = np.stack([lamp_mm[0] - x, lamp_mm[1] - y, np.full_like(x, lamp_mm[2])], axis=-1)
    to_eye /= np.linalg.norm(to_eye, axis=-1, keepdims=True)
    to_lamp /= np.linalg.norm(to_lamp, axis=-1, keepdims=True)
    half = to_eye + to_lamp
    steep = half[..., 2] / np.linalg.norm(half, axis=-1)
    return 0.5 * steep**16 + spot * steep**300


def _vignette(x_px: Array, y_px: Array, mount: Mount, strength: float) -> Array:
    dx, dy = (x_px - mount.centre_px[0]) / mount.f_px, (y_px - mount.centre_px[1]) / mount.f_px
    return 1 / (1 + strength * (dx * dx + dy * dy)) ** 2


def _ground_map(mount: Mount, box: Box, z_mm: float) -> tuple[Array, Array]:
    """Return where each pixel of a box meets a plane.

    Worked out at knots and filled in between: lenses bend so gently that this is true to a
    hundredth of a pixel, and it is many times faster.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    columns, rows = -(-width // _KNOT_PX) + 2, -(-height // _KNOT_PX) + 2
    x_px, y_px = np.meshgrid(
        box[0] + _KNOT_PX * (np.arange(columns, dtype=np.float32) - 0.5) - 0.5,
        box[1] + _KNOT_PX * (np.arange(rows, dtype=np.float32) - 0.5) - 0.5,
    )
    knots = mount.ground(x_px.astype(np.float32), y_px.astype(np.float32), z_mm)
    size = (columns * _KNOT_PX, rows * _KNOT_PX)
    x, y = (cv2.resize(part, size, interpolation=cv2.INTER_LINEAR) for part in knots)
    inner = np.s_[_KNOT_PX : _KNOT_PX + height, _KNOT_PX : _KNOT_PX + width]
    return np.ascontiguousarray(x[inner]), np.ascontiguousarray(y[inner])
