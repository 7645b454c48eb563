"""What the page shows of a course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.app.teach_course import Course
from companion.app.teach_drawing import draw_lesson
from companion.app.teach_hints import aim
from companion.app.teach_layout import ways_of
from companion.app.teach_scout import Scouted
from companion.app.teach_words import doubt_text
from companion.drawing.document import document
from companion.drawing.schematic_pack import as_pack
from companion.drawing.table_art import piece_of
from companion.engine import Plan, Text
from companion.packs.header import FILE as PACK_FILE
from companion.packs.json_file import read_json
from vision.profile import REPORT
from vision.profile_table import BadProfile, read_table
from vision.wording import Wording
from web.teach_port import Bench, Group, Learned, Mark, Named, Seen, Step, Work

WELL_LIT = Mark("light", "ok", Text("teach.light.fine"))
STANDING, LYING = Text("teach.pieces.standing"), Text("teach.pieces.lying")


def bench_of(
    course: Course,
    sides: Mapping[str, Text],
    side: str,
    work: Work | None,
    scouted: Scouted | None,
    size: tuple[int, int],
) -> Bench:
    """Gather what there is to show; the lock is taken."""
    notes, plan, words = course.notes, course.board.plan, course.words
    marks, found = notes.marks, notes.corners
    if notes.sighting is not None:
        found = notes.sighting.now
    if scouted is not None:
        marks = scouted.light if course.step is Step.LIGHT else scouted.camera
        found = scouted.outlines
        if course.step is Step.CAMERA and scouted.well_lit:
            marks = (*marks, WELL_LIT)
    learned, dark = _learned(course), course.dark
    return Bench(
        version=course.version,
        step=course.step,
        known=course.eyes.notebook is not None,
        taught=_made(course),
        learned=learned,
        problem=notes.problem,
        dark=dark,
        work=work,
        marks=marks,
        sides=tuple(Named(name, text) for name, text in sides.items()),
        side=side,
        guests=words.pieces(sorted(plan.optional)) if plan.optional else None,
        pieces=tuple(_groups(plan, words)),
        refused=notes.piece if notes.problem and course.step is Step.HOME else "",
        size=size,
        surfaces=tuple(Named(name, words.surface(name)) for name in plan.surfaces),
        outlines=found,
        aim=aim(plan.surfaces, size),
        lesson=min(notes.taken + 1, len(notes.layouts)),
        lessons=len(notes.layouts),
        take=tuple(_to_take(course)),
        photo=str(course.version) if notes.pending else "",
        warnings=notes.warnings,
        report=(course.profile / REPORT).exists(),
        doubted=_doubted(course),
        seen=_seen(course),
        before={} if notes.sighting is None else notes.sighting.before,
        sighted=str(course.version) if notes.sighting is not None else "",
        took=clock(notes.took_s) if notes.took_s else "",
        worked=clock(notes.worked_s),
        lay=hasattr(course.eyes, "lay"),
        onward=Step.EMPTY if WELL_LIT in marks else Step.LIGHT,
    )


def clock(seconds: float) -> str:
    """Write a time as people read it off a clock.

    >>> clock(107.6)
    '1:48'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _made(course: Course) -> str:
    try:
        return read_table(course.profile).story.made[:10]
    except BadProfile:
        return ""


def _learned(course: Course) -> Learned | None:
    """Tell of the lessons of play, if there are any."""
    lessons = course.lessons
    if not lessons:
        return None
    pieces, made = course.words.pieces(sorted(lessons[-1].pieces)), lessons[-1].made
    when = f"{made.astimezone():%Y-%m-%d %H:%M}" if made is not None else ""
    return Learned(len(lessons), pieces, when)


def _doubted(course: Course) -> tuple[str, ...]:
    """Return the surfaces on which there is a place to look at again."""
    if course.step is not Step.DONE:
        return ()
    doubted, plan = course.notes.doubted, course.board.plan
    return tuple(dict.fromkeys(p.surface for p in plan.places if p.id in doubted))


def _seen(course: Course) -> Seen | None:
    """Say what was read, in words for people."""
    seen, plan, words = course.notes.seen, course.board.plan, course.words
    if seen is None:
        return None
    unsure, hidden = (
        tuple(doubt_text(plan, words, str(name)) for name in names)
        for names in (seen.unsure, seen.hidden)
    )
    return Seen(seen.count, unsure, hidden)


def _groups(plan: Plan, words: Wording) -> Iterator[Group]:
    """Name all pieces, those that stand and those that lie flat apart."""
    for text, stands in ((STANDING, True), (LYING, False)):
        names = [piece for piece, shape in plan.pieces.items() if shape.stands is stands]
        if names:
            yield Group(text, tuple(Named(name, words.piece(name)) for name in names))


def _to_take(course: Course) -> Iterator[Named]:
    """Name the pieces that this lesson needs."""
    if course.step is Step.LESSON:
        notes = course.notes
        counts = Counter(piece for pieces in notes.to_lay.values() for piece in pieces)
        if notes.piece:
            counts = Counter({notes.piece: len(notes.rings)})
        for piece, count in counts.items():
            yield Named(piece, course.words.piece(piece), count)


def draw_piece_alone(course: Course, piece: str) -> str | None:
    """Draw a piece as it is seen from above."""
    with course.lock:
        board = course.board
    if piece not in board.plan.pieces:
        return None
    drawn = piece_of(as_pack(read_json(board.folder / PACK_FILE)), piece)
    return document(drawn.size_mm, drawn.content)


def drawing_of(course: Course, surface: str) -> str | None:
    """Draw a surface with what is to be put there, or with what was read."""
    with course.lock:
        board, notes = course.board, course.notes
        if surface not in board.plan.surfaces:
            return None
        laid, marks = notes.shown, frozenset(map(str, notes.seen.unsure if notes.seen else ()))
        ringed: frozenset[str] | None = marks
        if course.step is Step.DONE:
            laid, ringed = notes.doubted, None
        ways: Sequence[tuple[str, str]] | None = () if course.step is Step.DONE else None
        if course.step is Step.LESSON:
            laid, ringed = notes.layout, frozenset(notes.rings if notes.piece else notes.to_lay)
            ways = ways_of({} if notes.before is None else notes.before[1], notes.layout)
    source = read_json(board.folder / PACK_FILE)
    return draw_lesson(source, board.plan, surface, laid, ringed, ways)
