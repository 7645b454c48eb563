"""How far somebody has come in teaching a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from calibration.learn import Pupil
from calibration.more_lessons import PlayLesson
from companion.app.eyes import Learner
from companion.app.see import kit_of, pack_in
from companion.app.teach_layout import Layout, moves
from companion.app.teach_learn import Board
from companion.app.teach_look import Ground, as_photo
from companion.app.teach_photos import Photos, lesson_name, ringed
from companion.engine import Text
from companion.packs.fault import PackError
from companion.session.ports import Frame
from vision.profile_table import BadProfile
from vision.reading import Reading
from vision.reference import Picture
from vision.wording import Wording
from web.house import Play
from web.teach_port import Corners, Mark, Seen, Step

#: So long a fresh picture may take.
_PATIENCE_S, _PAUSE_S = 3.0, 0.04
NO_PICTURE = Text("teach.problem.no-picture")


class CannotTeach(Exception):
    """Something is in the way; ``text`` says what."""

    def __init__(self, text: Text) -> None:
        """Keep the sentence."""
        super().__init__(text.id)
        self.text = text


@dataclass(frozen=True, eq=False)
class Sighting:
    """The picture in which the boards were found anew, and their outlines now and before."""

    photo: Picture
    now: dict[str, Corners]
    before: dict[str, Corners]


@dataclass(eq=False)
class Notes:
    """What was done and seen since teaching began; ``piece`` is the only one to be taught.

    ``scouted`` is where the boards were in the live picture. Once all is learned ``took_s`` says how
    long it took; of that people waited ``worked_s`` for the computer, which also works while they lay
    out the pieces.
    """

    problem: Text | None = None
    marks: tuple[Mark, ...] = ()
    layouts: tuple[Layout, ...] = ()
    piece: str = ""
    empty: Picture | None = None
    corners: dict[str, Corners] = field(default_factory=dict)
    scouted: dict[str, Corners] = field(default_factory=dict)
    pupil: Pupil | None = None
    ground: Ground | None = None
    photos: Photos | None = None
    taken: int = 0
    pending: tuple[Picture, Layout] | None = None
    warnings: tuple[Text, ...] = ()
    doubted: Layout = field(default_factory=dict)
    seen: Seen | None = None
    reading: Reading | None = None
    shown: Layout = field(default_factory=dict)
    sighting: Sighting | None = None
    begun_s: float = field(default_factory=time.monotonic)
    took_s: float = 0.0
    worked_s: float = 0.0

    @property
    def layout(self) -> Layout:
        """Return what the lesson of now puts on the table."""
        return self.layouts[min(self.taken, len(self.layouts) - 1)] if self.layouts else {}

    @property
    def before(self) -> tuple[Picture, Layout] | None:
        """Return the photo that was taken before this one, and what it shows; pieces move from there."""
        if self.piece or self.photos is None:
            return None
        return self.photos.lessons.get(lesson_name(self.taken))

    @property
    def to_lay(self) -> Layout:
        """Return what hands have to lay, to move or to turn over for this lesson."""
        return moves({} if self.before is None else self.before[1], self.layout)

    @property
    def asked(self) -> Layout:
        """Return what counts of this lesson."""
        places = self.rings if self.piece else self.layout.keys()
        return {place: pieces for place, pieces in self.layout.items() if place in places}

    @property
    def rings(self) -> frozenset[str]:
        """Return the places that count where one piece alone is taught."""
        return ringed(self.piece, self.layout)


class Course:
    """A table, whoever looks at it, and the notes; several threads take the lock in turn."""

    def __init__(self, pack: Path, profile: Path, eyes: Learner, language: str) -> None:
        """Begin at home."""
        self.profile, self.eyes, self.language = profile, eyes, language
        self.lock, self.version, self.step = RLock(), 1, Step.HOME
        self.notes = Notes()
        self.board = _board(pack)
        self.use_taught()
        self._lessons: tuple[PlayLesson, ...] = ()
        self._dark: Text | None = None

    def use(self, pack: Path) -> None:
        """Take another board."""
        self.board = _board(pack)

    def use_taught(self) -> None:
        """Take the board that was taught, if one was: another may be the usual one by now."""
        if self.eyes.knowledge is None:
            return
        with suppress(BadProfile, PackError):  # what is known may not come from a profile
            self.board = _board(pack_in(self.profile))

    @property
    def words(self) -> Wording:
        """Return the words for this table."""
        return Wording(self.board.kit.name, self.board.kit.call)

    def to(self, step: Step) -> None:
        """Go to a step."""
        with self.lock:
            self.step = step
            self.changed()

    def changed(self) -> None:
        """Let pages know that there is something new to show."""
        with self.lock:
            self.version += 1

    @property
    def lessons(self) -> tuple[PlayLesson, ...]:
        """Return what was learned during play; pages are let know when that is something else."""
        notebook = self.eyes.notebook
        lessons = () if notebook is None else notebook.lessons
        if lessons != self._lessons:
            self._lessons = lessons
            self.changed()
        return lessons

    @property
    def dark(self) -> Text | None:
        """Say why there is no picture; pages are let know when that is something else."""
        trouble = self.eyes.trouble
        if trouble != self._dark:
            self._dark = trouble
            self.changed()
        return trouble

    def fresh(self) -> Picture:
        """Take a picture that was made after somebody asked for it."""
        try:
            return as_photo(fresh(self.eyes.newest))
        except CannotTeach:
            raise CannotTeach(self.eyes.trouble or NO_PICTURE) from None


def fresh(newest: Callable[[], Frame | None]) -> Picture:
    """Wait for a picture that was made after this, or say that none comes."""
    first, until_s = newest(), time.monotonic() + _PATIENCE_S
    while time.monotonic() < until_s:
        frame = newest()
        if frame is not None and (first is None or frame.number > first.number):
            return frame.image
        time.sleep(_PAUSE_S)
    raise CannotTeach(NO_PICTURE)


#: Does one thing for a course, and tells how far it is.
Task = Callable[[Course, Callable[[Text, float], None]], None]


def timed(task: Task, course: Course, tell: Callable[[Text, float], None]) -> None:
    """Do one thing, and note how long the computer was at it."""
    began_s, notes = time.monotonic(), course.notes
    try:
        task(course, tell)
    finally:
        notes.worked_s += time.monotonic() - began_s


def _board(folder: Path) -> Board:
    kit, edition = kit_of(folder)
    return Board(kit, folder, edition, kit.plan(folder))


def on_table(play: Play | None, printed: Mapping[str, str]) -> Layout:
    """Return what the running game believes is on the table."""
    laid: dict[str, tuple[str, ...]] = {}
    atoms = () if play is None else play.game.expected_view(play.session.snapshot.state).atoms
    for atom in sorted(atoms):
        if printed.get(atom.place) != atom.piece:
            laid[atom.place] = (*laid.get(atom.place, ()), atom.piece)
    return laid
