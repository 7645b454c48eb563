"""Teach a table its own look, step by step; the pages show what is to be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.app import teach_tasks as tasks
from companion.app.eyes import Learner
from companion.app.teach_bench import bench_of
from companion.app.teach_course import CannotTeach, Course, Notes, Task, timed
from companion.app.teach_found import find_again
from companion.app.teach_gallery import Gallery
from companion.app.teach_hints import same_spots
from companion.app.teach_job import Job
from companion.app.teach_layout import lessons
from companion.app.teach_scout import Scout
from companion.app.teach_shutter import Shutter
from companion.engine import Atom, Text
from vision.profile import check_target
from vision.profile_table import BadProfile
from vision.reference import Picture
from web.house import Play
from web.teach_port import SETTLED, Bench, Busy, Corners, Step, Work

#: Steps in which the live picture is looked at all the time.
_SCOUTED = (Step.CAMERA, Step.LIGHT, Step.EMPTY)
_FREE = (Step.HOME, *_SCOUTED, Step.TRY)


class Teacher(Gallery):
    """Fills `web.teach_port.Workshop`: one table, one lesson at a time, for whoever is the host."""

    def __init__(
        self,
        packs: Mapping[str, Path],
        profile: Path,
        eyes: Learner,
        play: Callable[[], Play | None],
        language: str,
        call: Callable[[str], Text] | None = None,
    ) -> None:
        """Take the boards that may lie there by their names; the first is usual.

        ``call`` says how people call a board; without, its name is that of a side.
        """
        self._packs, self._eyes, self._play, self._call = packs, eyes, play, call or self._side_text
        self._side = next(iter(packs))
        super().__init__(Course(packs[self._side], profile, eyes, language))
        self._job: Job | None = None
        self._scout: Scout | None = None
        self._shutter: tuple[Notes, int, Shutter] | None = None

    # --- what the page shows ---------------------------------------------------------------------

    def bench(self) -> Bench:
        """Return what is to be shown now."""
        course = self.course
        with course.lock:
            scouts = self._scout is not None and course.step in _SCOUTED
            scouted = self._scout.want() if self._scout is not None and scouts else None
            if scouted is not None:
                course.notes.scouted = scouted.outlines
            names = self._packs if course.step is Step.HOME and len(self._packs) > 1 else ()
            sides = {name: self._call(name) for name in names}
            shutter = self._watch()
            shown = bench_of(course, sides, self._side, self.work, scouted, self.size)
            if shutter is None or shutter.held:
                return shown
            return replace(shown, watched=True, ready=shutter.ready)

    def _watch(self) -> Shutter | None:
        """Return who takes the photo of this lesson by itself; one piece waits for a tap."""
        course, notes = self.course, self.course.notes
        if course.step is not Step.LESSON or notes.piece or self.work is not None:
            return None
        if self._shutter is None or self._shutter[:2] != (notes, notes.taken):
            watcher = Shutter(self._eyes.newest, self._is_good, self._take_itself, course.changed)
            self._shutter = notes, notes.taken, watcher
        self._shutter[2].want()
        return self._shutter[2]

    def _is_good(self, photo: Picture) -> bool:
        notes = self.course.notes
        if notes.ground is None:
            return False
        return tasks.is_good(
            notes.ground.judge(photo, notes.asked, self.course.words, notes.before)
        )

    def _take_itself(self) -> None:
        with suppress(Busy):  # somebody was quicker
            self.take()

    def _side_text(self, side: str) -> Text:
        return Text(f"{self.course.board.kit.name}.version.{side}")

    @property
    def work(self) -> Work | None:
        """Return what is being done."""
        return None if self._job is None else self._job.work

    def is_taught(self) -> bool:
        """Tell whether the table has ever been learned."""
        return not self._eyes.blind

    def remind(self) -> None:
        """Say once more that nothing is seen before the table is taught, if that is so."""
        if self._eyes.blind:
            self._eyes.wake()

    # --- what somebody may do --------------------------------------------------------------------

    def begin(self, side: str, *, guests: bool) -> None:
        """Teach the whole table."""
        with self._when_idle():
            course = self.course
            try:
                check_target(course.profile)
            except BadProfile as problem:
                course.notes = Notes(problem=problem.text)
                course.changed()
                return
            wanted = (side, self._side, *self._packs)
            self._side = next(name for name in wanted if name in self._packs)
            course.use(self._packs[self._side])
            plan = course.board.plan
            course.notes = Notes(layouts=lessons(plan, guests=plan.optional if guests else ()))
            self._scout = Scout(self._eyes.newest, plan, course.changed)
            self._eyes.rest()
            put: Any = getattr(self._eyes, "put", None)
            if put is not None:  # where nobody can do that by hand
                put(self._packs[self._side])
            course.to(Step.CAMERA)

    def go(self, step: Step) -> None:
        """Go on, or back."""
        with self._when_idle():
            scouts = step not in _SCOUTED or self._scout is not None
            if step not in _FREE or not scouts or (step is Step.TRY and self._eyes.blind):
                raise Busy
            course = self.course
            if step is Step.HOME and course.step is not Step.HOME:
                course.notes = Notes()
                course.use_taught()
                self._eyes.wake()
            course.notes.marks, course.notes.problem, course.notes.sighting = (), None, None
            course.to(step)

    def cancel(self) -> None:
        """Stop what is being done."""
        with self.course.lock:
            if self._job is not None and self._job.work is not None and self._job.work.cancels:
                self._job.cancel()
                if self.course.step is Step.LEARNING:
                    self.course.notes.taken, self.course.notes.pending = 0, None
                self.course.to(Step.LESSON)

    def lay(self) -> None:
        """Lay the table as this step wants it, where the table can do that."""
        with self._when_idle():
            lay: Any = getattr(self._eyes, "lay", None)
            if lay is None:
                raise Busy
            course = self.course
            told = course.notes.layout if course.step is Step.LESSON else {}
            atoms = [Atom(place, piece) for place, pieces in told.items() for piece in pieces]
            lay(None if course.step is Step.TRY else atoms)
            course.notes.marks, course.notes.pending = (), None
            course.changed()

    def take(self) -> None:
        """Take the photo that this step is about."""
        with self._when_idle():
            if self.course.step is Step.EMPTY:
                self._start(Text("teach.work.find"), tasks.find_boards)
            elif self.course.step is Step.LESSON:
                self._start(Text("teach.work.check"), tasks.check_lesson, cancels=True)
            else:
                raise Busy

    def hold(self) -> None:
        """Take no photo of this lesson before somebody asks for it."""
        with self._when_idle():
            if self._shutter is None or self.course.step is not Step.LESSON:
                raise Busy
            self._shutter[2].hold()

    def set_corners(self, corners: Mapping[str, Corners]) -> None:
        """Say where the surfaces are in the photo of the empty table."""
        with self._when_idle():
            course = self.course
            if course.step is not Step.CORNERS or set(corners) != set(course.board.plan.surfaces):
                raise Busy
            if not same_spots(corners, course.notes.corners):
                course.notes.pupil = None  # which knows other ones
            course.notes.corners = dict(corners)
            self._start(Text("teach.work.refine"), tasks.refine)

    def accept(self) -> None:
        """Use the last photo although something about it is doubtful."""
        with self._when_idle():
            notes = self.course.notes
            lost = any(mark.name == "lost" for mark in notes.marks)  # nothing to be learned there
            if self.course.step is not Step.LESSON or notes.pending is None or lost:
                raise Busy
            self._start(Text("teach.work.learn"), tasks.keep_lesson, cancels=True)

    def read(self) -> None:
        """Read what lies on the table now."""
        with self._when_idle():
            if self.course.step is not Step.TRY:
                raise Busy
            self._start(Text("teach.work.read"), tasks.read)

    def find_again(self) -> None:
        """Look for the surfaces anew; a game goes on meanwhile."""
        with self._when_idle():
            if self._eyes.knowledge is None or self.course.step not in SETTLED:
                raise Busy
            self.go(Step.HOME)
            self._start(Text("teach.work.find"), find_again)

    def teach_piece(self, piece: str) -> None:
        """Teach one piece once more."""
        with self._when_idle():
            course, knowledge = self.course, self._eyes.knowledge
            if knowledge is None or piece not in knowledge.plan.pieces:
                raise Busy
            course.use_taught()
            course.notes = tasks.one_piece(course, knowledge.plan, piece, self._play())
            if course.notes.problem is not None:
                course.changed()
                return
            self._eyes.rest()  # pieces are about to be moved for a photo, not by the rules
            course.to(Step.LESSON)

    def forget(self, *, everything: bool) -> None:
        """Take back the last lesson of play, or all of them; whoever looks now sees so at once."""
        with self._when_idle():
            notebook = self._eyes.notebook
            if notebook is None:
                raise Busy
            if everything:
                notebook.forget_all()
            else:
                notebook.forget_last()

    def wait(self, most_s: float | None = None) -> None:
        """Wait until nothing is being done any more, or so long."""
        if self._job is not None:
            self._job.wait(most_s)

    def _start(self, text: Text, task: Task, *, cancels: bool = False) -> None:
        course = self.course
        course.notes.problem = None
        run = partial(timed, task, course)
        self._job = Job(text, run, course.changed, self._failed, cancels=cancels)
        self._job.start()
        course.changed()

    def _failed(self, problem: Exception) -> bool:
        """Say what is in the way, and tell whether that could be foreseen."""
        known = isinstance(problem, CannotTeach | BadProfile)
        with self.course.lock:
            said = problem.text if known else Text("teach.problem.stumbled")  # type: ignore[attr-defined]
            self.course.notes.problem = said
            if self.course.step is Step.LEARNING:
                self.course.notes.taken = 0
                self.course.to(Step.LESSON)
        return known

    @contextmanager
    def _when_idle(self) -> Iterator[None]:
        """Hold the lock, or refuse while something is being done."""
        with self.course.lock:
            if self.work is not None:
                raise Busy
            yield
