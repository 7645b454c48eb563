"""Photos for a pack from the table's own camera, which hangs straight above it already."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.maker_straight import as_jpeg
from companion.app.teach_course import CannotTeach, fresh
from companion.app.teach_scout import thumbnail
from companion.packs.draft_act import NotDone
from companion.session.ports import Frame

_LIVE_PX, _LIVE_QUALITY = 820, 70


class TableCamera:
    """Look through a camera that others look through as well."""

    def __init__(self, newest: Callable[[], Frame | None]) -> None:
        """Take where pictures come from."""
        self._newest = newest

    def live(self) -> bytes | None:
        """Return what the camera sees now as a small JPEG."""
        frame = self._newest()
        return None if frame is None else thumbnail(frame.image, _LIVE_PX, _LIVE_QUALITY)

    def shot(self) -> bytes:
        """Take a photo as large as the camera can."""
        try:
            return as_jpeg(fresh(self._newest))
        except CannotTeach:
            raise NotDone("maker.no.camera") from None
