"""Look at photos while a table is being taught: light, hands, a moved camera, missing pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn import Pupil
from calibration.shot import Refusal
from calibration.standpoint import Standpoint
from companion.app.teach_layout import Layout
from companion.engine import Place, Plan, Text
from vision.geometry import Vantage
from vision.health import Check, Verdict, judge
from vision.health_detail import Detail
from vision.photo import LONGEST
from vision.reference import Picture, Reference
from vision.windows import Windows
from vision.wording import Wording
from web.teach_port import Mark

#: Cameras with more pixels than a reading needs are shrunk to this width.
_WORKING = 1640
#: A picture whose fine detail varies less than this is blurred; doubtful below the first.
_SHARP = (30.0, 12.0)
_WIDTH_PX, _GAMMA, _BURNT = 640, 2.2, 252
#: More than this share of the picture is covered: no speck of noise but a hand.
_HAND = 0.004
#: At least this share of a piece's own area must have changed at its place.
_SHOWS = 0.3
#: Of which less than this share has changed since the last photo, nobody has touched.
_TURNED = 0.1
_AROUND_MM, _PX_PER_MM = 3.0, 2.0
#: Grey levels by which a piece differs from the print below it, after softening both.
_DIFFERS, _SOFT = 18, (3, 3)


def as_photo(image: Picture) -> Picture:
    """Return a picture no larger than a reading needs."""
    height, width = image.shape[:2]
    if max(height, width) <= LONGEST:
        return image
    scale = _WORKING / max(height, width)
    size = round(width * scale), round(height * scale)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def board_light(photo: Picture, reference: Reference, vantage: Vantage) -> tuple[Mark, ...]:
    """Judge the light on the boards before anything is known of their print."""
    _, grain = Detail(vantage, reference.pictures, reference.px_per_mm).sharpness_and_grain(photo)
    return (*light_marks(photo, tuple(reference.pictures.values())), as_mark(judge("noisy", grain)))


def light_marks(photo: Picture, parts: Sequence[Picture]) -> tuple[Mark, ...]:
    """Judge the light of a photo by those parts of it that matter."""
    pixels = np.concatenate([part.reshape(-1, 3) for part in parts])
    checks = (
        judge("dark", float(np.median(pixels))),
        judge("burnt", float((pixels.max(axis=1) >= _BURNT).mean())),
        judge("uneven", _unevenness(max(parts, key=len))),
        _sharpness(photo),
    )
    return tuple(map(as_mark, checks))


def as_mark(check: Check) -> Mark:
    """Say what a check has found; where all is well, its name is enough."""
    if check.verdict is Verdict.OK:
        return Mark(check.name, "ok", Text(f"teach.light.{check.name}"))
    return Mark(check.name, check.verdict.value, Text(check.text_id), Text(check.advice_id))


def _unevenness(picture: Picture) -> float:
    """Return how many times more light the brightest part gets; the brightest print speaks."""
    small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    bright = cv2.dilate(small.max(axis=2), np.ones((25, 25), np.uint8))
    level = cv2.GaussianBlur(bright, (0, 0), 12).astype(np.float32) / 255
    low, high = np.percentile(level, (3, 97))
    return float((high / max(low, 0.01)) ** _GAMMA)


def _sharpness(photo: Picture) -> Check:
    height, width = photo.shape[:2]
    size = (_WIDTH_PX, max(round(_WIDTH_PX * height / width), 1))
    grey = cv2.cvtColor(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    figure = float(cv2.Laplacian(grey, cv2.CV_64F).var())
    poor, bad = _SHARP
    verdict = Verdict.BAD if figure < bad else Verdict.POOR if figure < poor else Verdict.OK
    return Check("blurred", round(figure, 1), poor, verdict)


@dataclass(frozen=True, eq=False)
class Ground:
    """The empty table as somebody has got to know it, which later photos are compared with."""

    plan: Plan
    pupil: Pupil

    def judge(
        self,
        photo: Picture,
        told: Layout,
        words: Wording,
        before: tuple[Picture, Layout] | None = None,
    ) -> tuple[Mark, ...]:
        """Say what is wrong with a teaching photo; nothing if it is a good one.

        ``before`` is the photo from which pieces were moved on, and what it shows.
        """
        return tuple(self._judge(photo, told, words, before))

    def _judge(
        self,
        photo: Picture,
        told: Layout,
        words: Wording,
        before: tuple[Picture, Layout] | None,
    ) -> Iterator[Mark]:
        spot = self.pupil.look(photo)
        if isinstance(spot, Refusal):
            for surface, why in spot.missing.items():
                yield Mark("lost", "bad", words.missing(surface, why), Text("teach.photo.lost"))
            return
        for check in spot.troubles(photo):
            yield as_mark(check)
        if spot.covered(photo) > _HAND:
            yield Mark("hand", "bad", Text("teach.photo.hand"), Text("teach.photo.hand-advice"))
            return
        same = frozenset(() if before is None else self._unchanged(photo, told, *before))
        missing = dict.fromkeys((*self.missing(photo, spot, told), *sorted(same & told.keys())))
        left = [] if before is None else [before[1][place] for place in sorted(same - told.keys())]
        if left:
            names = words.pieces(dict.fromkeys(piece for pieces in left for piece in pieces))
            yield Mark("left", "poor", Text("teach.photo.left", {"pieces": names}))
        if missing:
            names = words.pieces(dict.fromkeys(p for place in missing for p in told[place]))
            bare = len(missing) > len(told) / 2
            named = Text("teach.photo.missing", {"pieces": names})
            said, verdict = (Text("teach.photo.bare"), "bad") if bare else (named, "poor")
            yield Mark("missing", verdict, said, Text("teach.photo.missing-advice"))

    def missing(self, photo: Picture, spot: Standpoint, told: Layout) -> Iterator[str]:
        """Yield the places that look as if nothing were there."""
        level = spot.glimpse(photo).level
        for place in self.plan.places:
            for piece in told.get(place.id, ()):
                if piece != self.plan.printed.get(place.id) and not self._shows(
                    level, spot, place, piece
                ):
                    yield place.id

    def _unchanged(
        self, photo: Picture, told: Layout, last: Picture, shown: Layout
    ) -> Iterator[str]:
        """Yield the places that look as in the photo before although something else is told of them."""
        now, then = self.pupil.look(photo), self.pupil.look(last)
        if isinstance(now, Refusal) or isinstance(then, Refusal):
            return
        seen, known = now.glimpse(photo).level, then.glimpse(last).level
        for place in self.plan.places:
            pieces = shown.get(place.id, ())
            if pieces and pieces != told.get(place.id):
                here, there = (self._window(spot, place, pieces[0]) for spot in (now, then))
                before = there.look(known)[0]
                stood = _differs(before, there.empty[0])  # the next may stand quite near
                changed = _differs(here.look(seen)[0], before) & stood
                if changed.sum() < _TURNED * stood.sum():
                    yield place.id

    def _shows(self, level: Picture, spot: Standpoint, place: Place, piece: str) -> bool:
        """Tell whether enough has changed where a piece should be, or where its height puts it."""
        windows = self._window(spot, place, piece)
        changed = _differs(windows.look(level)[0], windows.empty[0])
        return float(changed.sum()) / _PX_PER_MM**2 >= _SHOWS * self._area(piece)

    def _area(self, piece: str) -> float:
        """Return how much a piece covers, in square millimetres."""
        shape = self.plan.pieces[piece]
        return shape.size_mm[0] * shape.size_mm[1] * (pi / 4 if shape.stands else 1)

    def _window(self, spot: Standpoint, place: Place, piece: str) -> Windows:
        """Open a window where a piece should be seen."""
        shape = self.plan.pieces[piece]
        wide, deep = shape.size_mm
        size, middle = (wide + 2 * _AROUND_MM, deep + 2 * _AROUND_MM), np.array(place.xy_mm)
        if shape.stands:
            size = (place.size_mm[0] + shape.height_mm, place.size_mm[1] + shape.height_mm)
            px = spot.vantage.project(place.surface, middle[None], shape.height_mm / 2)
            middle = spot.vantage.unproject(place.surface, px)[0]
        at = spot.reference, spot.vantage, place.surface
        return Windows(*at, middle - np.array(size) / 2, size, _PX_PER_MM)


def _differs(seen: Picture, before: Picture) -> NDArray[np.bool_]:
    """Return which pixels of a window have changed."""
    off = cv2.absdiff(cv2.blur(seen, _SOFT), cv2.blur(before, _SOFT))
    return np.asarray(off.max(axis=2) > _DIFFERS, bool)
