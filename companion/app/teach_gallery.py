"""Pictures of a table that is being taught, for the pages."""

from __future__ import annotations

from companion.app.teach_bench import draw_piece_alone, drawing_of
from companion.app.teach_course import Course
from companion.app.teach_scout import thumbnail
from vision.profile import REPORT
from vision.reference import Picture

#: How wide pictures are on the page, and how much they may lose on the way there.
_LIVE_PX, _LIVE_QUALITY, _PHOTO_PX, _PHOTO_QUALITY = 820, 70, 1240, 85


class Gallery:
    """Shows what the camera sees, what it saw, and what to put where."""

    def __init__(self, course: Course) -> None:
        """Take the course of which there is something to show."""
        self.course = course
        self._jpeg: tuple[Picture, bytes] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the picture that the page shows."""
        sighting = self.course.notes.sighting
        picture = self._jpeg[0] if self._jpeg is not None else None
        picture = picture if sighting is None else sighting.photo
        if picture is None:
            return (4, 3)
        height, width = picture.shape[:2]
        return width, height

    def picture(self) -> bytes | None:
        """Return what the camera sees now as a small JPEG."""
        frame = self.course.eyes.newest()
        if frame is None:
            return None
        known = self._jpeg
        if known is None or known[0] is not frame.image:
            known = self._jpeg = frame.image, thumbnail(frame.image, _LIVE_PX, _LIVE_QUALITY)
        return known[1]

    def photo(self, name: str) -> bytes | None:
        """Return the photo of the empty table, or the last one."""
        with self.course.lock:
            notes = self.course.notes
            last = None if notes.pending is None else notes.pending[0]
            found = None if notes.sighting is None else notes.sighting.photo
            taken = {"empty": notes.empty, "found": found}.get(name, last)
        return None if taken is None else thumbnail(taken, _PHOTO_PX, _PHOTO_QUALITY)

    def drawing(self, surface: str) -> str | None:
        """Draw a surface with what is to be put there, or with what was read."""
        return drawing_of(self.course, surface)

    def piece(self, name: str) -> str | None:
        """Draw a piece as it is seen from above."""
        return draw_piece_alone(self.course, name)

    def report(self) -> str | None:
        """Return the page about what was learned."""
        try:
            return (self.course.profile / REPORT).read_text(encoding="utf-8")
        except OSError:
            return None
