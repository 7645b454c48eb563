"""The eye of one table: finds it in a picture, then reads every place of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from companion.engine import Plan
from vision.evidence import Finding
from vision.eye_sorting import Sorting
from vision.flats import FlatEye
from vision.geometry import Array, Vantage
from vision.glimpse import Glimpse
from vision.hands import HIDDEN, Cover, HandFinder, hidden_shares
from vision.hands_backdrop import hang_backdrop
from vision.health import Check, HealthCheck
from vision.health_light import glance_at
from vision.landmarks import Landmarks
from vision.light import LightMap, LightMeter
from vision.memory import Memory
from vision.outstanding import figure_stands_out
from vision.reading import Reading, gather
from vision.reference import Picture, Reference
from vision.register import NotFound, find
from vision.register_watch import Watch
from vision.solids import SolidReader
from vision.solids_model import SolidModel
from vision.stands_site import Sites
from vision.tile_look import FlatModel

#: Where more than this part of the places looks different, they are all read.
_MUCH = 0.3

#: Of a flat piece that a cup covers this much the rest is too little, unless it is plain.
_TOUCHED = 0.1

#: So near to what covers the table, in pixels of the small picture, it may be part of it.
_BESIDE_PX = 2


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

    def __init__(self, knowledge: Knowledge, like: Eye | None = None) -> None:
        """Open it; from one ``like`` it, for the same table, all that is the same is taken over."""
        self.knowledge = knowledge
        if like is not None:
            self.landmarks = like.landmarks
        self.flats: FlatEye = (
            like.flats
            if like is not None and like.knowledge.flats is knowledge.flats
            else FlatEye(knowledge.plan, knowledge.flats, knowledge.reference)
        )
        self._post: Post | None = None

    @cached_property
    def landmarks(self) -> Mapping[str, Landmarks]:
        """Return by what each surface is found; whoever knows where they are need not wait for it."""
        sizes, markers = self.knowledge.plan.surfaces, self.knowledge.markers
        return {
            name: replace(Landmarks.learn([picture], sizes[name]), markers=markers.get(name, {}))
            for name, picture in self.knowledge.reference.pictures.items()
        }

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

    def __init__(self, eye: Eye, vantage: Vantage, sites: Sites | None = None) -> None:
        """Look from there; ``sites`` of this very vantage need not be measured anew."""
        self.vantage = vantage
        self._eye, self._know = eye, eye.knowledge.on(vantage.poses)
        reference = self._know.reference
        self._meter = LightMeter(reference, vantage)
        self._solids = SolidReader(self._know.plan, reference, self._know.solids, vantage, sites)
        self._flats = eye.flats.at(vantage)
        self._backdrop = hang_backdrop(vantage, reference.pictures, reference.px_per_mm)
        self._hands = HandFinder(self._backdrop)
        self._sorting = Sorting(self._know.plan, vantage)
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

        In another light they all look different, though some too little to be noticed by itself.
        With ``anew`` the frame stands alone, whatever was read before.
        """
        if anew:
            self._lying = {}
        glimpse = Glimpse(frame, self._meter)
        cover = self._hands.find(glance_at(frame, self._backdrop))
        if cover.mask.any():
            return self._read_around(cover, glimpse)
        changed = self._memory.changed(glimpse.quarter)
        relit = self._light is None or glimpse.light.strays(self._light)
        if anew or relit or len(changed) > _MUCH * len(self._know.plan.places):
            changed = frozenset(place.id for place in self._know.plan.places)
            self._light = glimpse.light
            self._standing = self._solids.read(glimpse.level_half, whole=glimpse.level)
            self._lying = self._flats.read(
                glimpse.level, self._sorting.figures(self._standing, frame.shape)
            )
        elif changed:
            self._standing = self._solids.read(glimpse.level_half, None, changed, glimpse.level)
            figures = self._sorting.figures(self._standing, frame.shape)
            self._lying |= self._flats.read(glimpse.level, figures, changed)
        self._memory.remember(glimpse.quarter, changed)
        return gather(self._know.plan, self._standing, self._lying, frozenset())

    def _as_before(self, lying: Mapping[str, Finding], cover: Cover) -> dict[str, Finding]:
        """Swear to nothing new beside what came over the table: a sleeve may look like a flag."""
        beside = hidden_shares(cover.grown(_BESIDE_PX), self.vantage, self._know.plan.places)
        before = self._lying
        return {
            name: replace(finding, margin=0.0)
            if name in beside and name in before and before[name].pieces != finding.pieces
            else finding
            for name, finding in lying.items()
        }

    def _read_around(self, cover: Cover, glimpse: Glimpse) -> Reading:
        """Read what a hand lets us see.

        A piece that a hand touches seems to be part of the hand.  So pieces are looked for as if
        there were no hand; what is plainly one is taken out of it, and what is left of the hand
        is what we cannot see through.
        """
        plan = self._know.plan
        self._memory.forget()
        standing = self._solids.read(glimpse.level_half, whole=glimpse.level)
        lying = self._flats.read(
            glimpse.level, self._sorting.figures(standing, glimpse.frame.shape)
        )
        lying = self._as_before(lying, cover)
        plain = self._sorting.plain(cover, glimpse.level, lying)
        figures = [
            outline
            for outline in self._sorting.outlines(standing, clear=True)
            if figure_stands_out(glimpse.level, cover, outline)
        ]
        hands = self._sorting.without_pieces(cover, figures, plain)
        shares = hidden_shares(hands, self.vantage, plan.places)
        hidden = {
            name
            for name, share in shares.items()
            if share >= HIDDEN or (share >= _TOUCHED and name in lying)
        }
        hidden -= plain.keys()
        standing = {
            name: replace(finding, margin=0.0, doubtful=None)
            if finding.place in hidden or not self._sorting.is_apart(finding, cover, glimpse.level)
            else replace(finding, doubtful=None)
            for name, finding in self._solids.read(
                glimpse.level_half, _enlarged(hands.mask, glimpse.half), whole=glimpse.level
            ).items()
        }
        return gather(plan, standing, lying, frozenset(hidden))


def _enlarged(mask: Picture, like: Picture) -> Picture:
    size = like.shape[1], like.shape[0]
    return cv2.resize(mask.astype(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
