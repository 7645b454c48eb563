"""A pack in the making: what people have tapped so far, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from statistics import median

import msgspec

from companion.packs.draft_blank import Blank, Kind, Row, Step
from companion.packs.header import Point


class Spot(msgspec.Struct, frozen=True):
    """A place of a kind; ``None`` means that nobody has said it and that the usual holds."""

    xy: Point
    facts: Mapping[str, str] = {}
    beside: Point | None = None
    streets: tuple[str, ...] | None = None


class Line(msgspec.Struct, frozen=True):
    """A row: the fields that were tapped, how many there are, and where new areas begin."""

    count: int
    anchors: Mapping[int, Point] = {}
    starts: tuple[int, ...] = ()


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of a board.

    ``corners`` are pixels of the photo of a surface, ``offsets`` where the second spot of a kind
    usually lies, as it was first shown; the corners of ``guesses`` nobody has looked at yet; ``shown`` are the taps on what is printed at the places of a
    kind (``building.flag``), seen from the place.
    """

    edition: str = ""
    side: str = ""
    photos: Mapping[str, str] = {}
    corners: Mapping[str, tuple[Point, Point, Point, Point]] = {}
    measures: Mapping[str, float] = {}
    spots: Mapping[str, Spot] = {}
    lines: Mapping[str, Line] = {}
    offsets: Mapping[str, Point] = {}
    shown: Mapping[str, tuple[Point, ...]] = {}
    guesses: frozenset[str] = frozenset()


class Progress(msgspec.Struct, frozen=True):
    """How much of a part is done."""

    done: int
    wanted: int

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing is missing."""
        return self.done >= self.wanted


def measured(draft: Draft, blank: Blank, name: str) -> float:
    """Return a length: as somebody measured it, or what it usually is."""
    usual = next((m.usual_mm for m in blank.measures if m.id == name), 0.0)
    return draft.measures.get(name, usual)


def surface_size(draft: Draft, blank: Blank, surface: str) -> Point:
    """Return how large a surface is."""
    return (
        measured(draft, blank, f"{surface}.width"),
        measured(draft, blank, f"{surface}.depth"),
    )


def spots_of(draft: Draft, kind: Kind) -> dict[str, Spot]:
    """Return the places of a kind, by name, in order."""
    found = (name for name in draft.spots if name[len(kind.prefix) :].isdigit())
    mine = sorted(name for name in found if name.startswith(kind.prefix))
    return {name: draft.spots[name] for name in mine}


def line_of(draft: Draft, row: Row) -> Line:
    """Return what is known of a row."""
    return draft.lines.get(row.id) or Line(row.count)


def beside_of(draft: Draft, kind: Kind, name: str) -> Point | None:
    """Return where the second spot of a place lies: where it was put, or where it usually is."""
    spot = draft.spots[name]
    if spot.beside is not None:
        return spot.beside
    offset = draft.offsets.get(kind.id)
    return None if offset is None else (spot.xy[0] + offset[0], spot.xy[1] + offset[1])


def printed_at(draft: Draft, kind: Kind, fact: str) -> Point:
    """Return where something is printed, seen from its place: where people tapped on it."""
    taps = draft.shown.get(f"{kind.id}.{fact}") or ((0.0, 0.0),)
    return median(x for x, _ in taps), median(y for _, y in taps)


def streets_of(draft: Draft, blank: Blank, name: str) -> tuple[str, ...]:
    """Return where the streets of a place lead: as told, or to as many as there are next to it."""
    spot, kind = draft.spots[name], blank.kind_of(name)
    if spot.streets is not None:
        return tuple(end for end in spot.streets if end in draft.spots)
    target = blank.kind(kind.leads_to) if kind else None
    number = spot.facts.get(kind.streets, "") if kind else ""
    if target is None or not number.isdigit():
        return ()
    ends = spots_of(draft, target)
    nearest = sorted(ends, key=lambda end: math.dist(ends[end].xy, spot.xy))
    return tuple(sorted(nearest[: int(number)]))


def fields_of(draft: Draft, row: Row) -> dict[int, Point]:
    """Return where the fields of a row lie: those that were tapped, and all between two of them."""
    line = line_of(draft, row)
    known = sorted(line.anchors)
    placed = dict(line.anchors)
    for start, end in pairwise(known):
        placed |= _between(line.anchors[start], line.anchors[end], start, end)
    if row.step is Step.RING and _closes(line, known):
        first, last = known[0], known[-1]
        around = _between(line.anchors[last], line.anchors[first], last, line.count + first)
        placed |= {index: xy for index, xy in around.items() if index < line.count}
    return dict(sorted(placed.items()))


def _closes(line: Line, known: list[int]) -> bool:
    """Tell whether the rest of a ring fits between the last field that was tapped and the first."""
    if len(known) < 3:
        return False
    points = [line.anchors[index] for index in known]
    pitch = sum(math.dist(a, b) for a, b in pairwise(points)) / (known[-1] - known[0])
    left = line.count + known[0] - known[-1]
    return abs(math.dist(points[-1], points[0]) / max(pitch, 0.1) - left) < 1 + 0.15 * left


def _between(start_xy: Point, end_xy: Point, start: int, end: int) -> dict[int, Point]:
    shares = {index: (index - start) / (end - start) for index in range(start + 1, end)}
    return {
        index: (
            round(start_xy[0] + (end_xy[0] - start_xy[0]) * share, 2),
            round(start_xy[1] + (end_xy[1] - start_xy[1]) * share, 2),
        )
        for index, share in shares.items()
    }


def areas_of(draft: Draft, row: Row) -> tuple[int, ...]:
    """Return the area of every field: they rise where one was tapped; the last field is the last."""
    line = line_of(draft, row)
    areas = [1 + sum(start <= index for start in line.starts) for index in range(line.count)]
    return (*areas[:-1], row.areas)


def next_field(draft: Draft, blank: Blank, row: Row, xy: Point) -> int:
    """Return the number that a newly tapped field probably has."""
    line = line_of(draft, row)
    free = [index for index in range(line.count) if index not in line.anchors]
    if not line.anchors or not free:
        return 0 if not line.anchors else max(line.anchors)
    if row.step is Step.ENDS:
        return line.count - 1
    if row.step is Step.RING:
        last = max(line.anchors)
        steps = math.dist(line.anchors[last], xy) / _pitch(draft, blank, row)
        return min(last + max(1, round(steps)), line.count - 1)
    return free[0]


def _pitch(draft: Draft, blank: Blank, row: Row) -> float:
    """Guess how far the fields of a ring are apart, if it runs along the edge of its surface."""
    x, y = line_of(draft, row).anchors[min(line_of(draft, row).anchors)]
    width, depth = surface_size(draft, blank, row.surface)
    across = width - 2 * min(x, width - x)
    down = depth - 2 * min(y, depth - y)
    return max(2 * (across + down) / row.count, 1.0)


def places(draft: Draft, blank: Blank) -> Iterator[tuple[str, str, Point]]:
    """Go through everything that has a place: its name, its surface, and where it is."""
    for kind in blank.kinds:
        for name, spot in spots_of(draft, kind).items():
            yield name, kind.surface, spot.xy
            beside = beside_of(draft, kind, name) if kind.beside else None
            if beside is not None:
                yield f"{kind.beside}:{name}", kind.surface, beside
    for row in blank.rows:
        for index, xy in fields_of(draft, row).items():
            yield row.place(index), row.surface, xy


def goes_round(px: tuple[Point, ...]) -> bool:
    """Tell whether four corners go round once, clockwise, with room between them."""
    turns = []
    for (ax, ay), (bx, by), (cx, cy) in zip(px, px[1:] + px[:1], px[2:] + px[:2], strict=True):
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > 100
