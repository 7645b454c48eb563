"""Hands: fingers, palm, arm and sleeve as one soft solid made of rounded rods."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hardware.simulated.colour import Array
from hardware.simulated.piece import Hand

Rod = tuple[tuple[float, float, float], tuple[float, float, float], float, float]
ARM_MM = 820.0


@dataclass(frozen=True)
class Rods:
    """Rods from one ball to another, melted together; ``blend_mm`` is how far they melt."""

    rods: tuple[Rod, ...]
    blend_mm: float
    height_mm: float
    reach_mm: float
    wrinkle_mm: float = 0.0

    def distance(self, x: Array, y: Array, z: Array) -> Array:
        """Return how far points are from the nearest rod, with soft corners between rods."""
        nearest = np.full_like(x, 1e6)
        for rod in self.rods:
            there = _to_rod(rod, x, y, z)
            gap = np.clip(0.5 + 0.5 * (there - nearest) / np.float32(self.blend_mm), 0, 1)
            nearest = there + (nearest - there) * gap - self.blend_mm * gap * (1 - gap)
            nearest = nearest.astype(np.float32)
        if self.wrinkle_mm:
            fold = np.sin(y * 0.13 + 1.9 * np.sin(x * 0.06 + y * 0.021)) + 0.6 * np.sin(
                y * 0.31 + x * 0.12 + 2 * np.sin(z * 0.07)
            )
            nearest = nearest + np.float32(self.wrinkle_mm) * fold
        return nearest

    def normal(self, x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
        """Return the direction of the skin, by trying a step each way."""
        step = np.float32(0.6)
        here = self.distance(x, y, z)
        n = (
            self.distance(x + step, y, z) - here,
            self.distance(x, y + step, z) - here,
            self.distance(x, y, z + step) - here,
        )
        length = np.maximum(np.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2), np.float32(1e-6))
        return n[0] / length, n[1] / length, n[2] / length


def _to_rod(rod: Rod, x: Array, y: Array, z: Array) -> Array:
    (ax, ay, az), (bx, by, bz), ra, rb = rod
    dx, dy, dz = np.float32(bx - ax), np.float32(by - ay), np.float32(bz - az)
    px, py, pz = x - np.float32(ax), y - np.float32(ay), z - np.float32(az)
    along = np.clip((px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz), 0, 1)
    qx, qy, qz = px - along * dx, py - along * dy, pz - along * dz
    return np.sqrt(qx * qx + qy * qy + qz * qz) - (np.float32(ra) + along * np.float32(rb - ra))


@lru_cache(maxsize=32)
def skin_of(grip: float, over_mm: float, size: float, left: bool, arm_mm: float) -> Rods:
    """Build a hand whose finger tips are at the origin; its arm runs along -y."""
    rods: list[Rod] = []
    knuckle_z = over_mm + 14 + 26 * grip
    side = -1 if left else 1
    # The thumb and forefinger hold something; the others follow, a little less far.
    for number, (across, back, thick) in enumerate(
        ((-9, 0, 7.2), (10, 3, 7.4), (28, 10, 7.0), (45, 24, 6.0))
    ):
        curl = grip * (0.75 + 0.25 * number)
        knuckle = (across * 0.98, -80.0 - 0.35 * back, knuckle_z - 2.0 * number)
        middle_y = -40 - back * 0.8 - 6 * curl
        middle = (across * (1 - 0.12 * grip), middle_y, knuckle_z + 7 * curl - 9 * (1 - curl))
        # The forefinger points, the others fold under it, the farther the more.
        tip_y = -back * 0.8 - (13 * number - 3) * grip * (number > 0)
        tip = (across * (1 - 0.5 * grip) + 2, tip_y, over_mm + 6 + 3 * number * grip)
        rods += [
            _rod(knuckle, middle, thick + 1.2, thick + 0.2),
            _rod(middle, tip, thick, thick - 1.4),
        ]
        rods.append(_rod((13 + 3 * number, -152, knuckle_z - 7), knuckle, 14, thick + 2.2))
    rods.append(_rod((-2, -140, knuckle_z - 12), (-27, -92, knuckle_z - 18), 16, 11))
    rods.append(_rod((-27, -92, knuckle_z - 18), (-17 + 12 * grip, -38, over_mm + 12), 10, 8.4))
    rods.append(_rod((-17 + 12 * grip, -38, over_mm + 12), (-7, -10, over_mm + 6), 8.4, 6.6))
    rods.append(_rod((14, -150, knuckle_z - 8), (16, -190, knuckle_z - 4), 22, 21))
    rods.append(_rod((16, -190, knuckle_z - 4), (26, -arm_mm, knuckle_z + 60), 22, 36))
    scaled = tuple(_scaled(rod, size, side) for rod in rods)
    return Rods(scaled, 3.6 * size, knuckle_z + 90, arm_mm * size + 40)


@lru_cache(maxsize=32)
def sleeve_of(grip: float, over_mm: float, size: float, left: bool, cuff_mm: float) -> Rods:
    """Build the sleeve over the arm, from the cuff on."""
    z = over_mm + 14 + 26 * grip - 4
    start = 165 + cuff_mm * 0.5
    share = (start - 190) / (ARM_MM - 190)
    cuff = (16 + 10 * share, -start, z + 64 * share)
    end = (28.0, -ARM_MM - 60, z + 74)
    rods = (
        _rod(cuff, (cuff[0] + 0.4, cuff[1] - 22, cuff[2] + 2), 30 + 8 * share, 32 + 8 * share),
        _rod((cuff[0] + 0.2, cuff[1] - 16, cuff[2]), end, 30 + 9 * share, 52),
    )
    side = -1 if left else 1
    scaled = tuple(_scaled(rod, size, side) for rod in rods)
    return Rods(scaled, 5.0, z + 140, (ARM_MM + 120) * size, wrinkle_mm=1.3)


def parts_of(hand: Hand) -> list[tuple[Rods, str]]:
    """Return the solids of a hand with their colours, lower ones first."""
    parts = [(skin_of(hand.grip, hand.over_mm, hand.size, hand.left, ARM_MM), hand.skin)]
    if hand.sleeve is not None:
        cloth = sleeve_of(hand.grip, hand.over_mm, hand.size, hand.left, hand.cuff_mm)
        parts.append((cloth, hand.sleeve))
    return parts


def _rod(a: tuple[float, float, float], b: tuple[float, float, float], ra: float, rb: float) -> Rod:
    return a, b, ra, rb


def _scaled(rod: Rod, size: float, side: int) -> Rod:
    (ax, ay, az), (bx, by, bz), ra, rb = rod
    a, b = (ax * size * side, ay * size, az), (bx * size * side, by * size, bz)
    return a, b, ra * size, rb * size
