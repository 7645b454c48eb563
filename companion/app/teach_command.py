"""``companion teach``: take the photos step by step with the table's own camera, and learn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import cv2

from calibration.more_lessons_file import drop_lesson, drop_lessons, load_lessons
from companion.app.eyes import CameraEyes, Learner
from companion.app.kinds import Word
from companion.app.notebook import lessons_folder
from companion.app.page import Page, option
from companion.app.see import kit_of
from companion.app.settings_read import settings_or_stop
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.teach import Teacher
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import kits
from companion.session.texts import Texts
from hardware.camera import watch_camera
from hardware.camera_watch import CameraNews, Trouble
from hardware.simulated.pack import read_table_pack
from vision.profile import REPORT, check_target
from vision.profile_table import BadProfile, read_table
from vision.wording import Wording
from web.teach_port import Step

EXAMPLES = (
    "companion teach --pack my-board --out my-table",
    "companion teach --out my-table --forget last",
)
SIMULATED = "simulated"
LAST, ALL = "last", "all"
_USE = "u"


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return teach(texts, given)

    path = click.Path(path_type=Path)

    def setting(name: str, **kw: Any) -> click.Option:
        return option(texts, f"--{name}", name, help_id=f"cli.teach.{name}", **kw)

    params: list[click.Parameter] = [
        setting("pack", metavar="folder", type=path),
        setting("out", metavar="folder", type=path, required=True),
        setting("camera", metavar="word"),
        setting("guests", is_flag=True),
        setting("forget", type=Word((LAST, ALL))),
        option(texts, "--settings", help_id="cli.option.settings", metavar="file", type=path),
    ]
    return Page("teach", texts, params=params, examples=EXAMPLES, callback=run)


def teach(texts: Texts, given: dict[str, Any]) -> int:
    """Lead somebody through the photos; end with 1 if nothing could be learned."""
    out: Path = given["out"]
    try:
        if given["forget"] is not None:
            forget(texts, out, everything=given["forget"] == ALL)
            return 0
        check_target(out)
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from None
    if given["pack"] is None:
        raise Wrong("cli.error.missing-option", option="--pack")
    kit, _ = kit_of(given["pack"])
    texts = Texts.load(texts.language, kit.texts)
    source = given["camera"] or settings_or_stop(texts, given["settings"]).camera.source
    eyes = _eyes(texts, source, given["pack"])
    teacher = Teacher({"": given["pack"]}, out, eyes, lambda: None, texts.language)
    return _Lead(texts, teacher, out).all(guests=given["guests"])


def forget(texts: Texts, profile: Path, *, everything: bool) -> None:
    """Take back what play has taught the table: the last lesson, or all of them."""
    folder, game = lessons_folder(profile), read_table(profile).game
    lessons = load_lessons(folder)
    names = list(lessons) if everything else list(lessons)[-1:]
    if everything:
        drop_lessons(folder)  # also what cannot be read
    elif names:
        drop_lesson(folder, names[0])
    if not names:
        click.echo(texts(Text("cli.teach.nothing-learned")))
        return
    pieces = Wording(game).pieces(sorted({p for name in names for p in lessons[name].pieces}))
    texts = Texts.load(texts.language, kits()[game].texts)
    click.echo(texts(Text("cli.teach.forgot", {"count": len(names), "pieces": pieces})))


def _eyes(texts: Texts, source: str, pack: Path) -> Learner:
    """Open the camera, or a simulated table if that is asked for."""
    if source == SIMULATED:
        return SimulatedEyes(lambda: (), read_table_pack(pack), by_heart=False)

    def hear(news: CameraNews) -> None:
        if isinstance(news, Trouble):
            click.echo(texts(news.text), err=True)

    camera = watch_camera(source, hear)
    if camera is None:
        raise Wrong("cli.teach.no-camera")
    return CameraEyes(camera, None)


class _Lead:
    """Say what to do, wait for Enter, and say what came of it."""

    def __init__(self, texts: Texts, teacher: Teacher, out: Path) -> None:
        self._texts, self._teacher, self._out = texts, teacher, out

    def all(self, *, guests: bool) -> int:
        """Go from the empty table to a profile."""
        teacher = self._teacher
        teacher.begin("", guests=guests)
        teacher.go(Step.EMPTY)
        self._wait_for_enter(Text("cli.teach.empty"))
        self._take()
        if teacher.course.notes.problem is None and self._is_at(Step.CORNERS):
            self._do(lambda: teacher.set_corners(teacher.course.notes.corners))
        if not self._is_at(Step.LESSON):
            return self._give_up()
        while self._is_at(Step.LESSON):
            self._lesson()
            if teacher.course.notes.problem is not None:
                return 1
        return self._done()

    def _is_at(self, step: Step) -> bool:
        return self._teacher.course.step is step

    def _lesson(self) -> None:
        teacher = self._teacher
        shown = teacher.bench()
        if not shown.marks:
            drawings = ", ".join(map(str, self._draw(shown.lesson)))
            for line in self._places():
                click.echo(self._texts(line), err=True)
            count: dict[str, str | int | Text] = {"number": shown.lesson, "of": shown.lessons}
            self._wait_for_enter(Text("cli.teach.lesson", {**count, "path": drawings}))
        elif self._wait_for_enter(Text("cli.teach.again")) == _USE:
            self._do(teacher.accept)
            return
        self._take()

    def _places(self) -> Iterator[Text]:
        """Say where each piece goes."""
        course = self._teacher.course
        places: dict[str, list[str]] = {}
        for place, pieces in course.notes.layout.items():
            for piece in pieces:
                places.setdefault(piece, []).append(place)
        for piece, each in places.items():
            name = course.words.piece(piece)
            yield Text("cli.teach.put", {"piece": name, "places": ", ".join(each)})

    def _draw(self, number: int) -> Iterator[Path]:
        """Write drawings of what goes where, beside the profile that is to be."""
        for surface in self._teacher.course.board.plan.surfaces:
            file = self._out.with_name(f"{self._out.name}-lesson-{number}-{surface}.svg")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self._teacher.drawing(surface) or "", encoding="utf-8")
            yield file

    def _wait_for_enter(self, text: Text) -> str:
        click.echo(self._texts(text), err=True)
        line = sys.stdin.readline()
        if not line:  # nobody is there to press anything
            raise click.Abort
        return line.strip()

    def _take(self) -> None:
        """Take a photo; a table that can lay itself does so."""
        if hasattr(self._teacher.course.eyes, "lay"):
            self._teacher.lay()
        self._do(self._teacher.take)

    def _do(self, act: Callable[[], None]) -> None:
        """Do something, wait for it, and tell how it went."""
        teacher = self._teacher
        act()
        said = None
        while (work := teacher.work) is not None:
            if work.text != said:
                click.echo(self._texts(work.text), err=True)
            said = work.text
            teacher.wait(0.2)
        notes = teacher.course.notes
        for mark in notes.marks:
            click.echo(self._texts(mark.text), err=True)
        if notes.problem is not None:
            click.echo(self._texts(notes.problem), err=True)

    def _give_up(self) -> int:
        photo = self._teacher.course.notes.empty
        if photo is not None:
            file = self._out.with_name(f"{self._out.name}-empty.png")
            file.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(file), photo)
            click.echo(self._texts(Text("cli.teach.corners", {"path": str(file)})), err=True)
        return 1

    def _done(self) -> int:
        for warning in self._teacher.course.notes.warnings:
            click.echo(self._texts(Text("cli.warning", {"sentence": warning})), err=True)
        params = {"path": str(self._out), "report": str(self._out / REPORT)}
        click.echo(self._texts(Text("cli.teach.done", {**params})))
        return 0
