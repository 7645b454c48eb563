"""The picture behind a reading, from which places are cut out when somebody wants to see them."""

from __future__ import annotations

from collections.abc import Callable, Collection

import cv2
import numpy as np

from companion.engine import Plan, View
from companion.session.ports import Frame
from vision.geometry import Vantage
from vision.lookout_crop import crop
from vision.reference import Picture

#: More places than this do not fit beside one another on a phone.
_MOST = 6
_GAP_PX, _GREY, _JPEG_QUALITY = 8, 238, 85


class PlaceShot:
    """One frame, as long as it is the newest; cutting out and packing wait until asked for."""

    def __init__(
        self, frame: Frame, vantage: Vantage, plan: Plan, hear: Callable[[View], object]
    ) -> None:
        """Keep the frame, where the camera was, and who wants to hear what people say of it."""
        self._frame: Frame | None = frame
        self._hear: Callable[[View], object] | None = hear
        self._vantage, self._plan = vantage, plan

    def let_go(self) -> None:
        """Forget the frame: a newer one is there."""
        self._frame = self._hear = None

    def confirmed(self, view: View) -> None:
        """Pass on what people have confirmed to lie there, unless the frame is gone."""
        hear = self._hear
        if hear is not None:
            hear(view)

    def crop(self, places: Collection[str]) -> bytes | None:
        """Return these places side by side as a JPEG, or nothing once the frame is gone."""
        frame = self._frame
        if frame is None:
            return None
        wanted = [
            p for p in self._plan.places if p.id in places and p.surface in self._vantage.poses
        ]
        if not wanted:
            return None
        cuts = [crop(frame.image, self._vantage, self._plan, place) for place in wanted[:_MOST]]
        done, data = cv2.imencode(
            ".jpg", _side_by_side(cuts), [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
        )
        return data.tobytes() if done else None


def _side_by_side(cuts: list[Picture]) -> Picture:
    """Lay pictures out in a row, each in the middle of its height."""
    height = max(cut.shape[0] for cut in cuts)
    width = sum(cut.shape[1] for cut in cuts) + _GAP_PX * (len(cuts) - 1)
    row = np.full((height, width, 3), _GREY, np.uint8)
    left = 0
    for cut in cuts:
        top = (height - cut.shape[0]) // 2
        row[top : top + cut.shape[0], left : left + cut.shape[1]] = cut
        left += cut.shape[1] + _GAP_PX
    return row
