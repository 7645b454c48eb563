"""Figures and tiles between hands and cups: what of all that differs from the print is a piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from companion.engine import Place, Plan, Shape
from vision.evidence import Finding
from vision.geometry import Array, Vantage
from vision.hands import Cover
from vision.hands_backdrop import SHRINK
from vision.outstanding import figure_stands_out, stands_out
from vision.reference import Picture
from vision.silhouette import bodies_px

#: Fingers are at least this wide in the small picture.
_FINGER = np.ones((5, 5), np.uint8)

#: A piece this clear is seen, though something next to it looks like a hand.
_PLAIN, _PLAINLY_EMPTY = 1.4, 2.0

#: Within this distance around a flat piece something else shows, unless cloth lies over all of it.
_AROUND_MM, _ALL_AROUND = 7.0, 0.85


@dataclass(frozen=True, eq=False)
class Sorting:
    """Tells pieces from what covers the table, seen from one place."""

    plan: Plan
    vantage: Vantage

    def outlines(self, standing: Mapping[str, Finding], *, clear: bool = False) -> list[Picture]:
        """Return the outlines of the figures found, or of those that are clearly seen."""
        figures: dict[str, list[tuple[Shape, tuple[float, float]]]] = {}
        for finding in standing.values():
            for piece, spot in finding.spots.items():
                if piece in finding.clear or not clear:
                    surface = self._places[finding.place or ""].surface
                    figures.setdefault(surface, []).append((self.plan.pieces[piece], spot))
        return [
            outline
            for surface, some in figures.items()
            for outline in bodies_px(some, surface, self.vantage)
        ]

    def figures(self, standing: Mapping[str, Finding], shape: tuple[int, ...]) -> Picture:
        """Return a mask of the figures that stand between the camera and flat pieces."""
        mask = np.zeros(shape[:2], np.uint8)
        for outline in self.outlines(standing):
            cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255)
        return mask

    def is_apart(self, finding: Finding, cover: Cover, level: Picture) -> bool:
        """Tell whether all figures of a finding differ from what covers the table beside them."""
        outlines = self.outlines({"": finding})
        return all(figure_stands_out(level, cover, outline) for outline in outlines)

    def plain(
        self, cover: Cover, level: Picture, lying: Mapping[str, Finding]
    ) -> dict[str, tuple[float, float]]:
        """Return where flat pieces, or empty places, are plainly seen, and their sizes."""
        sizes: dict[str, tuple[float, float]] = {}
        for name, finding in lying.items():
            place, pieces = self._places[name], self.plan.pieces
            size = max((pieces[p].size_mm for p in finding.pieces), default=place.size_mm)
            if not _is_plain(finding) or self._is_under(cover, name):
                continue
            if not finding.pieces or stands_out(level, cover, self.vantage, place, size):
                sizes[name] = size
        return sizes

    def without_pieces(
        self,
        cover: Cover,
        figures: Sequence[Picture],
        plain: Mapping[str, tuple[float, float]],
    ) -> Cover:
        """Return what is covered without the pieces and places that are plainly to be seen."""
        mask = cover.mask.astype(np.uint8)
        boxes = (self._box(self._places[name], np.array(size) / 2) for name, size in plain.items())
        for outline in (*figures, *boxes):
            cv2.fillConvexPoly(mask, _smaller(outline), 0)
        # What is left between a piece and the hand is no finger.
        return Cover(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _FINGER) > 0)

    def _is_under(self, cover: Cover, name: str) -> bool:
        """Tell whether all around a place is covered: what looks like a piece there is cloth."""
        place, around = self._places[name], np.zeros(cover.mask.shape, np.uint8)
        half = np.array(place.size_mm) / 2
        cv2.fillConvexPoly(around, _smaller(self._box(place, half + _AROUND_MM)), 1)
        cv2.fillConvexPoly(around, _smaller(self._box(place, half)), 0)
        ring = cover.mask[around > 0]
        return bool(ring.size) and float(ring.mean()) > _ALL_AROUND

    def _box(self, place: Place, half_mm: Array) -> Array:
        """Return the corners of a box around the middle of a place, in the picture."""
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_mm + place.xy_mm
        return self.vantage.project(place.surface, corners)

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.id: place for place in self.plan.places}


def _is_plain(finding: Finding) -> bool:
    """Say whether something is plainly seen; that nothing is there takes more, under a hand."""
    return finding.margin >= (_PLAIN if finding.pieces else _PLAINLY_EMPTY)


def _smaller(outline: Array) -> Array:
    """Return an outline in the small picture of covers."""
    return ((outline.reshape(-1, 2) + 0.5) / SHRINK - 0.5).round().astype(np.int32)
