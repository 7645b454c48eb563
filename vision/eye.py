"""The eye of one table: finds it in a picture, then reads every place of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from companion.engine import Place, Plan, Shape
from vision.evidence import Finding
from vision.flats import FlatEye
from vision.geometry import Array, Vantage
from vision.glimpse import Glimpse
from vision.hands import HIDDEN, Cover, HandFinder, hidden_shares
from vision.hands_backdrop import SHRINK, hang_backdrop
from vision.health import Check, HealthCheck
from vision.health_light import glance_at
from vision.landmarks import Landmarks
from vision.light import LightMap, LightMeter
from vision.memory import Memory
from vision.outstanding import figure_stands_out, stands_out
from vision.reading import Reading, gather
from vision.reference import Picture, Reference
from vision.register import NotFound, find
from vision.register_watch import Watch
from vision.silhouette import bodies_px
from vision.solids import SolidModel, SolidReader
from vision.tile_look import FlatModel

#: Fingers are at least this wide in the small picture.
_FINGER = np.ones((5, 5), np.uint8)

#: Where more than this part of the places looks different, the light has changed, not the pieces.
_MUCH = 0.3

#: A piece this clear is seen, though something next to it looks like a hand.
_PLAIN, _PLAINLY_EMPTY = 1.4, 2.0

#: Of a flat piece that a cup covers this much the rest is too little, unless it is plain.
_TOUCHED = 0.1

#: Within this distance around a flat piece something else shows, unless cloth lies over all of it.
_AROUND_MM, _ALL_AROUND = 7.0, 0.85


@dataclass(frozen=True, eq=False)
class Knowledge:
    """All that was learned about one table.

    ``markers`` are printed corner markers that lie around a surface, if somebody put them there.
    """

    plan: Plan
    reference: Reference
    solids: SolidModel
    flats: FlatModel
    markers: Mapping[str, Mapping[int, Array]] = field(default_factory=dict)

    def on(self, surfaces: Collection[str]) -> Knowledge:
        """Return what is known of some of the surfaces alone."""
        if self.plan.surfaces.keys() <= set(surfaces):
            return self
        return replace(self, plan=self.plan.on(surfaces), reference=self.reference.on(surfaces))


class Eye:
    """Finds a known table in pictures and keeps a post for where the camera is now."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        sizes = knowledge.plan.surfaces
        self.landmarks: Mapping[str, Landmarks] = {
            name: replace(
                Landmarks.learn([picture], sizes[name]), markers=knowledge.markers.get(name, {})
            )
            for name, picture in knowledge.reference.pictures.items()
        }
        self.flats = FlatEye(knowledge.plan, knowledge.flats, knowledge.reference)
        self._post: Post | None = None

    def find(self, frame: Picture) -> Post | NotFound:
        """Return the post from which this frame was taken; the last one if nothing moved."""
        if self._post is not None and self._post.vantage.lens.size == frame.shape[1::-1]:
            check = self._post.watch.check(frame)
            if check.still:
                return self._post
        found = find(frame, self.landmarks)
        if isinstance(found, NotFound):
            return found
        post = Post(self, found.vantage)
        # A surface that is covered now may be back in the next frame, without anything moving.
        self._post = None if found.missing else post
        return post


class Post:
    """One place from which a camera looks at the table; reads the frames taken there."""

    def __init__(self, eye: Eye, vantage: Vantage) -> None:
        self.vantage = vantage
        self._eye, self._know = eye, eye.knowledge.on(vantage.poses)
        reference = self._know.reference
        self._meter = LightMeter(reference, vantage)
        self._solids = SolidReader(self._know.plan, reference, self._know.solids, vantage)
        self._flats = eye.flats.at(vantage)
        self._backdrop = hang_backdrop(vantage, reference.pictures, reference.px_per_mm)
        self._hands = HandFinder(self._backdrop)
        self._memory = Memory(self._know.plan.places, vantage)
        self._light: LightMap | None = None
        self._standing: dict[str, Finding] = {}
        self._lying: dict[str, Finding] = {}

    @cached_property
    def watch(self) -> Watch:
        """Return what notices that something moved."""
        return Watch.over(self.vantage, self._eye.landmarks)

    @cached_property
    def health(self) -> HealthCheck:
        """Return what judges the pictures themselves."""
        reference = self._know.reference
        return HealthCheck(
            self.vantage, reference.pictures, self._backdrop, reference.px_per_mm
        )  # fmt: skip

    def check(self, frame: Picture) -> tuple[Check, ...]:
        """Judge the picture itself: dark, blown out, blurred and so on."""
        return self.health.check(frame, glance_at(frame, self._backdrop))

    def read(self, frame: Picture, *, anew: bool = False) -> Reading:
        """Read every place; those that look as they did when they were last read need no more.

        With ``anew`` the frame stands alone, whatever was read before.
        """
        glimpse = Glimpse(frame, self._meter, self._light)
        cover = self._hands.find(glance_at(frame, self._backdrop))
        if cover.mask.any():
            return self._read_around(cover, glimpse)
        changed = self._memory.changed(glimpse.quarter)
        if anew or len(changed) > _MUCH * len(self._know.plan.places):
            changed = frozenset(self._places)
            glimpse = Glimpse(frame, self._meter)
            self._standing = self._solids.read(glimpse.level_half)
            self._lying = self._flats.read(
                glimpse.level, self._figures(self._standing, frame.shape)
            )
        elif changed:
            self._standing = self._solids.read(glimpse.level_half, None, changed)
            figures = self._figures(self._standing, frame.shape)
            self._lying |= self._flats.read(glimpse.level, figures, changed)
        self._memory.remember(glimpse.quarter, changed)
        self._light = glimpse.light
        return gather(self._know.plan, self._standing, self._lying, frozenset())

    def _read_around(self, cover: Cover, glimpse: Glimpse) -> Reading:
        """Read what a hand lets us see.

        A piece that a hand touches seems to be part of the hand.  So pieces are looked for as if
        there were no hand; what is plainly one is taken out of it, and what is left of the hand
        is what we cannot see through.
        """
        plan, glimpse = self._know.plan, Glimpse(glimpse.frame, self._meter)
        self._memory.forget()
        standing = self._solids.read(glimpse.level_half)
        lying = self._flats.read(glimpse.level, self._figures(standing, glimpse.frame.shape))
        plain = self._plain(cover, glimpse.level, lying)
        figures = [
            outline
            for outline in self._outlines(standing, clear=True)
            if figure_stands_out(glimpse.level, cover, outline)
        ]
        hands = self._without_pieces(cover, figures, plain)
        standing = {
            name: finding
            if self._is_apart(finding, cover, glimpse.level)
            else replace(finding, margin=0.0)
            for name, finding in self._solids.read(
                glimpse.level_half, _enlarged(hands.mask, glimpse.half)
            ).items()
        }
        shares = hidden_shares(hands, self.vantage, plan.places)
        hidden = {
            name
            for name, share in shares.items()
            if share >= HIDDEN or (share >= _TOUCHED and name in lying)
        }
        return gather(plan, standing, lying, frozenset(hidden - plain.keys()))

    def _is_apart(self, finding: Finding, cover: Cover, level: Picture) -> bool:
        """Tell whether all figures of a finding differ from what covers the table beside them."""
        outlines = self._outlines({"": finding})
        return all(figure_stands_out(level, cover, outline) for outline in outlines)

    def _plain(
        self, cover: Cover, level: Picture, lying: Mapping[str, Finding]
    ) -> dict[str, tuple[float, float]]:
        """Return where flat pieces, or empty places, are plainly seen, and their sizes."""
        sizes: dict[str, tuple[float, float]] = {}
        for name, finding in lying.items():
            place, pieces = self._places[name], self._know.plan.pieces
            size = max((pieces[p].size_mm for p in finding.pieces), default=place.size_mm)
            if not _plain(finding) or self._is_under(cover, name):
                continue
            if not finding.pieces or stands_out(level, cover, self.vantage, place, size):
                sizes[name] = size
        return sizes

    def _figures(self, standing: Mapping[str, Finding], shape: tuple[int, ...]) -> Picture:
        """Return a mask of the figures that stand between the camera and flat pieces."""
        mask = np.zeros(shape[:2], np.uint8)
        for outline in self._outlines(standing):
            cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255)
        return mask

    def _outlines(self, standing: Mapping[str, Finding], *, clear: bool = False) -> list[Picture]:
        """Return the outlines of the figures found, or of those that are clearly seen."""
        figures: dict[str, list[tuple[Shape, tuple[float, float]]]] = {}
        for finding in standing.values():
            for piece, spot in finding.spots.items():
                if piece in finding.clear or not clear:
                    surface = self._places[finding.place or ""].surface
                    figures.setdefault(surface, []).append((self._know.plan.pieces[piece], spot))
        return [
            outline
            for surface, some in figures.items()
            for outline in bodies_px(some, surface, self.vantage)
        ]

    def _without_pieces(
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
        return {place.id: place for place in self._know.plan.places}


def _plain(finding: Finding) -> bool:
    """Say whether something is plainly seen; that nothing is there takes more, under a hand."""
    return finding.margin >= (_PLAIN if finding.pieces else _PLAINLY_EMPTY)


def _smaller(outline: Array) -> Array:
    """Return an outline in the small picture of covers."""
    return ((outline.reshape(-1, 2) + 0.5) / SHRINK - 0.5).round().astype(np.int32)


def _enlarged(mask: Picture, like: Picture) -> Picture:
    size = like.shape[1], like.shape[0]
    return cv2.resize(mask.astype(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
