"""What the photo of the empty table tells: where everything is, and how it looks with nothing on it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from calibration.first_sight import FirstSight, TapsNeeded, first_sight
from calibration.shot import CannotLearn, Refusal, Shot
from calibration.standpoint import Standpoint
from calibration.table_shape import shape_of
from calibration.teach_flats import printed_looks
from companion.engine import Plan
from vision.geometry import Array
from vision.landmarks import Landmarks
from vision.markers import learn_markers
from vision.reference import Picture, Reference
from vision.register import Found, NotFound, find
from vision.tile_look import Look


class Primer:
    """An empty table, looked at once; later photos are placed by it."""

    def __init__(self, plan: Plan, shot: Shot, taps: Mapping[str, np.ndarray] | None) -> None:
        """Take the photo, and where somebody has tapped the corners in it."""
        self.plan, self.shot, self.taps = plan, shot, taps
        self._others: list[Standpoint] = []

    @cached_property
    def sight(self) -> FirstSight:
        """Return where the surfaces are; raise `CannotLearn` if that is not certain."""
        shape = shape_of(self.plan.surfaces, self.plan.places)
        try:
            return first_sight(self.shot.photo, shape, self.taps)
        except TapsNeeded as problem:
            reason = problem.code.replace("_", "-")
            raise CannotLearn([Refusal(self.shot.name, reason)]) from problem

    @cached_property
    def reference(self) -> Reference:
        """Return the straightened pictures of the empty surfaces."""
        return Reference.of(self.shot.photo, self.sight.vantage, self.plan.surfaces)

    @cached_property
    def landmarks(self) -> Mapping[str, Landmarks]:
        """Return what the surfaces are recognised by."""
        sizes, pictures = self.plan.surfaces, self.reference.pictures
        return {name: Landmarks.learn([picture], sizes[name]) for name, picture in pictures.items()}

    @cached_property
    def standpoint(self) -> Standpoint:
        """Return from where the empty photo was taken."""
        return Standpoint(self.plan, self.reference, self.landmarks, self.sight.vantage)

    @cached_property
    def printed(self) -> tuple[Look, ...]:
        """Return the flat pieces that are printed on the surfaces."""
        return printed_looks(self.plan, self.reference)

    @cached_property
    def corner_markers(self) -> dict[str, dict[int, Array]]:
        """Return where printed corner markers lie; they go with the biggest surface."""
        sizes = self.plan.surfaces
        biggest = max(sizes, key=lambda name: np.prod(sizes[name]))
        found = learn_markers(self.shot.photo, self.sight.vantage, biggest)
        return {biggest: found} if found else {}

    def locate(self, photo: Picture) -> Standpoint | Found | NotFound:
        """Return from where a photo was taken, or what of the table is to be found in it.

        Nobody is looked for again who has not moved: most owners leave the camera alone.
        """
        for known in (self.standpoint, *self._others):
            if known.holds(photo):
                return known
        found = find(photo, self.landmarks)
        if isinstance(found, NotFound) or found.missing:
            return found
        new = Standpoint(self.plan, self.reference, self.landmarks, found.vantage)
        self._others.append(new)
        return new
