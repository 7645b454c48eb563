"""Lead somebody at a terminal through the steps of teaching; the pages take the same ones."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import numpy as np

from companion.app.teach import Teacher
from companion.app.teach_aim import draw_outlines, write_picture
from companion.app.teach_bench import WELL_LIT, clock
from companion.app.teach_course import CannotTeach
from companion.app.teach_hints import aim, as_shares
from companion.app.teach_scout import Scout, Scouted
from companion.app.teach_tasks import DRAG
from companion.engine import Text
from companion.session.texts import Texts
from vision.profile import REPORT
from vision.reference import Picture
from web.teach_port import Corners, Mark, Step

#: What somebody types instead of Enter alone: go on, use the photo, give the corners.
_ON, _USE, _CORNERS = "n", "u", "c"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SIGNS = {"ok": "✓", "poor": "!", "bad": "✕"}


class Lead:
    """Say what to do, wait for Enter, and say what came of it."""

    def __init__(self, texts: Texts, teacher: Teacher, out: Path) -> None:
        """Take whoever teaches, and the folder for what is learned; pictures go beside it."""
        self._texts, self._teacher, self._out = texts, teacher, out

    def whole(self, *, guests: bool) -> int:
        """Go from a camera that hangs anyhow to a profile."""
        teacher = self._teacher
        teacher.begin("", guests=guests)
        place = Text("cli.teach.place", {"path": str(self._file("camera.jpg"))})
        if self._look(place, _camera).well_lit:
            self._mark(WELL_LIT)  # one look was enough for both
        else:
            teacher.go(Step.LIGHT)
            self._look(Text("cli.teach.light"), _light)
        teacher.go(Step.EMPTY)
        self._ask(Text("cli.teach.empty"))
        self._take()
        while self._is_at(Step.CORNERS):
            if not self._corners():
                return self._give_up()
        return self._lessons() if self._is_at(Step.LESSON) else 1

    def piece(self, piece: str) -> int:
        """Teach one piece once more."""
        self._teacher.teach_piece(piece)
        problem = self._teacher.course.notes.problem
        if problem is not None:
            self._say(problem)
            return 1
        return self._lessons()

    def find(self) -> int:
        """Look for the boards anew, and say how far they have moved."""
        self._do(self._teacher.find_again)
        sighting = self._teacher.course.notes.sighting
        if sighting is None:
            return 1
        drawn = draw_outlines(sighting.photo, sighting.now, sighting.before)
        path = write_picture(self._file("found.jpg"), drawn)
        self._say(Text("cli.teach.found", {"path": str(path)}))
        return 0

    def _is_at(self, step: Step) -> bool:
        return self._teacher.course.step is step

    # --- the camera, the light and the corners ----------------------------------------------------

    def _look(self, first: Text, part: Callable[[Scouted], tuple[Mark, ...]]) -> Scouted:
        """Look at the table until all is well, or somebody wants to go on as it is."""
        asked = first
        while self._ask(asked) != _ON:
            seen = self._glance()
            marks = part(seen)
            for mark in marks:
                self._mark(mark)
            if marks and all(mark.verdict == "ok" for mark in marks):
                return seen
            asked = Text("cli.teach.look-again")
        return Scouted()

    def _glance(self) -> Scouted:
        course, plan = self._teacher.course, self._teacher.course.board.plan
        try:
            photo = course.fresh()
        except CannotTeach as problem:
            self._say(problem.text)
            return Scouted()
        seen = Scout(course.eyes.newest, plan, course.changed).look(photo)
        course.notes.scouted = seen.outlines
        drawn = draw_outlines(photo, seen.outlines, aim(plan.surfaces, _size(photo)))
        write_picture(self._file("camera.jpg"), drawn)
        return seen

    def _corners(self) -> bool:
        """Ask whether the corners fit, and take others; tell whether there is hope."""
        course, notes = self._teacher.course, self._teacher.course.notes
        assert notes.empty is not None
        given: dict[str, Corners] | None = notes.corners
        typed = notes.problem is not None
        if not typed:
            drawn = draw_outlines(notes.empty, notes.corners, {})
            path = write_picture(self._file("corners.jpg"), drawn)
            typed = self._ask(Text("cli.teach.fit", {"path": str(path)})) == _CORNERS
        if typed:
            path = write_picture(self._file("empty.png"), notes.empty)
            given = self._typed(path, _size(notes.empty))
        if given is not None:
            corners = given
            self._do(lambda: self._teacher.set_corners(corners))
        return given is not None and course.step in (Step.CORNERS, Step.LESSON)

    def _typed(self, path: Path, size: tuple[int, int]) -> dict[str, Corners] | None:
        """Take corners as pixels of a photo, surface by surface; nothing typed is nothing given."""
        course = self._teacher.course
        given: dict[str, Corners] = {}
        for surface in course.board.plan.surfaces:
            name = course.words.surface(surface)
            line = self._ask(Text("cli.teach.type-corners", {"surface": name, "path": str(path)}))
            while line and len(_NUMBER.findall(line)) != 8:
                line = self._ask(Text("cli.teach.eight-numbers"))
            if not line:
                return None
            pixels = np.array([float(n) for n in _NUMBER.findall(line)]).reshape(4, 2)
            given[surface] = as_shares(pixels, size)
        return given

    def _give_up(self) -> int:
        self._say(Text("cli.teach.corners", {"path": str(self._file("empty.png"))}))
        return 1

    # --- the photos -------------------------------------------------------------------------------

    def _lessons(self) -> int:
        """Take the teaching photos, and learn."""
        while self._is_at(Step.LESSON):
            self._lesson()
            if self._teacher.course.notes.problem is not None:
                return 1
        return self._done()

    def _lesson(self) -> None:
        teacher, notes = self._teacher, self._teacher.course.notes
        if not notes.marks:
            number = notes.taken + 1
            drawings = ", ".join(map(str, self._draw(number)))
            for line in self._places():
                self._say(line)
            asks = "cli.teach.lesson" if notes.before is None else "cli.teach.next"
            count = {"number": number, "of": len(notes.layouts)}
            self._ask(Text(asks, {**count, "path": drawings}))
        elif self._ask(Text("cli.teach.again")) == _USE:
            self._do(teacher.accept)
            return
        self._take()

    def _places(self) -> Iterator[Text]:
        """Say where each piece goes."""
        course = self._teacher.course
        places: dict[str, list[str]] = {}
        for place, pieces in course.notes.to_lay.items():
            for piece in pieces:
                places.setdefault(piece, []).append(place)
        for piece, each in places.items():
            name = course.words.piece(piece)
            yield Text("cli.teach.put", {"piece": name, "places": ", ".join(each)})

    def _draw(self, number: int) -> Iterator[Path]:
        """Write drawings of what goes where, beside the profile that is to be."""
        for surface in self._teacher.course.board.plan.surfaces:
            file = self._file(f"lesson-{number}-{surface}.svg")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self._teacher.drawing(surface) or "", encoding="utf-8")
            yield file

    def _take(self) -> None:
        """Take a photo; a table that can lay itself does so."""
        if hasattr(self._teacher.course.eyes, "lay"):
            self._teacher.lay()
        self._do(self._teacher.take)

    def _done(self) -> int:
        notes = self._teacher.course.notes
        for warning in notes.warnings:
            self._say(Text("cli.warning", {"sentence": warning}))
        if not notes.warnings:
            self._say(Text("teach.done.good"))
        took = {"time": clock(notes.took_s), "worked": clock(notes.worked_s)}
        self._say(Text("teach.done.took", {**took}))
        params = {"path": str(self._out), "report": str(self._out / REPORT)}
        click.echo(self._texts(Text("cli.teach.done", {**params})))
        return 0

    # --- saying and asking ------------------------------------------------------------------------

    def _file(self, name: str) -> Path:
        """Return where a picture goes that is looked at once."""
        return self._out.with_name(f"{self._out.name}-{name}")

    def _say(self, text: Text) -> None:
        click.echo(self._texts(text), err=True)

    def _mark(self, mark: Mark) -> None:
        """Say what was checked, and what to do about it."""
        said = [mark.text] if mark.advice is None else [mark.text, mark.advice]
        click.echo(" ".join([_SIGNS[mark.verdict], *map(self._texts, said)]), err=True)

    def _ask(self, text: Text) -> str:
        self._say(text)
        line = sys.stdin.readline()
        if not line:  # nobody is there to press anything
            raise click.Abort
        return line.strip()

    def _do(self, act: Callable[[], None]) -> None:
        """Do something, wait for it, and tell how it went."""
        teacher = self._teacher
        act()
        said = None
        while (work := teacher.work) is not None:
            if work.text != said:
                self._say(work.text)
            said = work.text
            teacher.wait(0.2)
        notes = teacher.course.notes
        for mark in notes.marks:
            self._mark(mark)
        if notes.problem == DRAG:  # which nobody can at a terminal
            self._say(Text("cli.teach.not-certain"))
        elif notes.problem is not None:
            self._say(notes.problem)


def _camera(seen: Scouted) -> tuple[Mark, ...]:
    return seen.camera


def _light(seen: Scouted) -> tuple[Mark, ...]:
    return seen.light


def _size(photo: Picture) -> tuple[int, int]:
    return photo.shape[1], photo.shape[0]
