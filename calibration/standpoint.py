"""One place from which photos of a table are taken, and all that is the same for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.engine import Plan
from vision.geometry import Vantage
from vision.glimpse import Glimpse
from vision.hands import HandFinder
from vision.hands_backdrop import Backdrop, hang_backdrop
from vision.health import Check, HealthCheck, Verdict
from vision.health_light import glance_at
from vision.landmarks import Landmarks
from vision.light import LightMeter
from vision.reference import Picture, Reference
from vision.register_watch import Watch
from vision.stands_site import Sites


@dataclass(frozen=True, eq=False)
class Standpoint:
    """A vantage above a known empty table; what it takes to look from there is made when needed."""

    plan: Plan
    reference: Reference
    landmarks: Mapping[str, Landmarks]
    vantage: Vantage

    def holds(self, photo: Picture) -> bool:
        """Tell whether a photo was taken from here, with all surfaces where they were."""
        same = self.vantage.lens.size == photo.shape[1::-1]
        return same and self._watch.check(photo).still

    def glimpse(self, photo: Picture) -> Glimpse:
        """Return a photo in the light of the reference."""
        return Glimpse(photo, self._meter)

    def troubles(self, photo: Picture) -> tuple[Check, ...]:
        """Return what is wrong with a photo itself."""
        checks = self._health.check(photo, glance_at(photo, self._backdrop))
        return tuple(check for check in checks if check.verdict is not Verdict.OK)

    def covered(self, photo: Picture) -> float:
        """Return which share of the picture hands or other strangers cover."""
        return float(self._hands.find(glance_at(photo, self._backdrop)).share)

    @cached_property
    def sites(self) -> Sites:
        """Return the ground below the standing pieces."""
        return Sites(self.plan, self.reference, self.vantage)

    @cached_property
    def _watch(self) -> Watch:
        return Watch.over(self.vantage, self.landmarks)

    @cached_property
    def _meter(self) -> LightMeter:
        return LightMeter(self.reference, self.vantage)

    @cached_property
    def _backdrop(self) -> Backdrop:
        return hang_backdrop(self.vantage, self.reference.pictures, self.reference.px_per_mm)

    @cached_property
    def _hands(self) -> HandFinder:
        return HandFinder(self._backdrop)

    @cached_property
    def _health(self) -> HealthCheck:
        pictures, px_per_mm = self.reference.pictures, self.reference.px_per_mm
        return HealthCheck(self.vantage, pictures, self._backdrop, px_per_mm)
