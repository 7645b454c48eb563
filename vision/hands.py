"""Hands, sleeves, cups, a sheet of paper: what is neither board nor piece, and what it hides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np

from companion.engine import Place
from vision.geometry import Vantage
from vision.hands_backdrop import SHRINK, Backcloth, Backdrop, Floats, Mask
from vision.hands_border import Border
from vision.hands_change import Weave, square
from vision.health_light import Glance

#: A changed region into which a disc of this radius fits is no piece and no group of pieces:
#: a figure is 14 mm wide, a tile 26, and five figures around a building leave gaps.
CORE_MM = 20.0
#: Up to this radius it must also be of one colour, as skin and cloth are and heaps of tiles not.
SURE_MM = 30.0
_MOTLEY = 0.4
#: Fingers reach so far out of what is as thick as a palm.
REACH_MM = 95.0
#: Small gaps in a hand (a ring, skin on sand) are closed; around it a hair's breadth is added.
_GAP_MM, _MARGIN_MM = 14.0, 2.5
#: From this share on a place is called hidden; a little before a person would call it so.
HIDDEN = 0.33


@dataclass(frozen=True, eq=False)
class Cover:
    """What foreign things cover, in the small picture (every fourth pixel each way)."""

    mask: Mask

    @property
    def share(self) -> float:
        """Return how much of the picture is covered; nothing is known beside the surfaces."""
        return float(self.mask.mean())

    def grown(self, by_px: int) -> Cover:
        """Return it with what is around it in the small picture."""
        around = np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)
        return Cover(cv2.dilate(self.mask.astype(np.uint8), around) > 0)

    def over(self, px: np.ndarray) -> Mask:
        """Return which pixels of the camera's picture are covered; those outside it are not."""
        small = np.floor((np.asarray(px, float) + 0.5) / SHRINK).astype(int)
        height, width = self.mask.shape
        x, y = small[..., 0], small[..., 1]
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        return np.asarray(
            self.mask[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)] & inside, np.bool_
        )


class HandFinder:
    """Finds foreign things before one backdrop, that is: for one position of the camera."""

    def __init__(self, backdrop: Backdrop) -> None:
        self._backdrop = backdrop
        self._weaves = {name: Weave(cloth) for name, cloth in backdrop.cloths.items()}
        self._borders = {name: Border(cloth) for name, cloth in backdrop.cloths.items()}

    def find(self, glance: Glance) -> Cover:
        """Return what is covered.

        Skin and cloth may have any colour, also those of the pieces; what tells them apart is
        size. The thick part of a changed region gives a hand away, its fingers hang on to that.
        """
        width, height = self._backdrop.size
        mask = np.zeros((height, width), np.bool_)
        for name, cloth in self._backdrop.cloths.items():
            box = cloth.box
            flat = glance.light[box] - glance.maps[name].over(cloth)
            changed = self._weaves[name].changed(glance.small[box], flat).view(np.uint8)
            solid = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, square(3)).view(np.bool_)
            seeds = _thick(solid, flat, cloth) | self._borders[name].crossings(solid, flat)
            mask[box] |= _grown(seeds, solid, cloth)
        return Cover(mask)


def _thick(solid: Mask, flat: Floats, cloth: Backcloth) -> Mask:
    """Return the middle of regions too thick for pieces.

    Beyond the border of the box a hand goes on, but nobody knows where: it counts as ending.
    """
    framed = cv2.copyMakeBorder(solid.view(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1] / cloth.px_per_mm
    thick = depth >= CORE_MM
    if thick.any():
        thick &= (depth >= SURE_MM) | (_motley(flat, cloth.px_per_mm) < _MOTLEY)
    return np.asarray(thick)


def _motley(flat: Floats, px_per_mm: float) -> Floats:
    """Return how much the colour varies around each pixel."""
    blue, green, red = cv2.split(flat)
    side = max(3, round(CORE_MM * px_per_mm)) | 1
    spread = np.zeros_like(blue)
    for colour in (blue - green, red - green):
        mean = cv2.blur(colour, (side, side))
        spread += cv2.blur(colour * colour, (side, side)) - mean * mean
    return np.sqrt(np.maximum(spread, 0))


def _grown(seeds: Mask, solid: Mask, cloth: Backcloth) -> Mask:
    """Return the changed regions that hold a seed, as far as fingers reach."""
    if not seeds.any():
        return seeds
    scale = cloth.px_per_mm
    near = cv2.dilate(seeds.view(np.uint8), square(2 * (CORE_MM + REACH_MM) * scale))
    count, parts = cv2.connectedComponents(cv2.min(solid.view(np.uint8), near))
    hit = np.zeros(count, np.bool_)
    hit[parts[seeds]] = True
    hit[0] = False
    hand = cv2.morphologyEx(hit[parts].view(np.uint8), cv2.MORPH_CLOSE, square(_GAP_MM * scale))
    hand = cv2.dilate(hand, square(2 * _MARGIN_MM * scale))
    return np.asarray(hand.view(np.bool_) & cloth.inside)


#: Where a place is probed: its middle and three rings, as shares of its half size.
_PROBES = np.array(
    [(0.0, 0.0)]
    + [
        (far * cos(2 * pi * (k + far) / count), far * sin(2 * pi * (k + far) / count))
        for far, count in ((0.35, 6), (0.65, 12), (0.92, 18))
        for k in range(count)
    ]
)


def hidden_shares(cover: Cover, vantage: Vantage, places: Iterable[Place]) -> dict[str, float]:
    """Return how much of each place is covered, for those that are at all.

    What stands on a place is seen higher up in the picture than the place itself, so a place is
    as hidden as its ground, or as the whole body of figures there, whichever is more.
    """
    shares: dict[str, float] = {}
    if not cover.mask.any():
        return shares
    by_surface: dict[str, list[Place]] = {}
    for place in places:
        by_surface.setdefault(place.surface, []).append(place)
    for surface, here in by_surface.items():
        middles = np.array([place.xy_mm for place in here], float)
        halves = np.array([place.size_mm for place in here], float) / 2
        points = middles[:, None] + _PROBES * halves[:, None]
        heights = np.array([place.height_mm for place in here])
        covered = np.stack([
            cover.over(vantage.project(surface, points, np.repeat(heights * up, len(_PROBES))))
            for up in (0.0, 0.5, 1.0)
        ])  # fmt: skip
        ground, body = covered[0].mean(axis=1), covered.mean(axis=(0, 2))
        for place, share in zip(here, np.maximum(ground, body), strict=True):
            if share > 0:
                shares[place.id] = float(share)
    return shares


def hidden_places(cover: Cover, vantage: Vantage, places: Iterable[Place]) -> frozenset[str]:
    """Return the places of which too much is covered to claim anything about them."""
    shares = hidden_shares(cover, vantage, places)
    return frozenset(name for name, share in shares.items() if share >= HIDDEN)
