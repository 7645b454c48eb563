"""Learn how the flat pieces of one copy look, from a few photos and a person's word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lesson import Lesson
from calibration.teach_outline import (
    AGREE,
    OFF,
    Outline,
    change,
    fit_outline,
    lines,
    roundness,
)
from companion.engine import Place, Plan
from vision.geometry import Array
from vision.reference import Picture, Reference, grid
from vision.tile_apart import apart, straying
from vision.tile_look import LOOK_PX_PER_MM, FlatModel, Floats, Look, turned
from vision.windows import Windows

#: How far from its place a piece of a teaching photo may lie.
STRAY_MM = 5.0

#: Pieces are round if a round outline fits them so much better than one with corners.
ROUND = 0.03

#: Two pictures of the same piece are at least so alike; others are left out.
ALIKE = 0.6


@dataclass(frozen=True, eq=False)
class _Example:
    """The surroundings of one piece, straightened; seen now, and as they are when empty."""

    seen: Picture
    empty: Picture


def learn_flats(plan: Plan, reference: Reference, lessons: Sequence[Lesson]) -> FlatModel:
    """Return the looks of all flat pieces that the reference or a lesson shows."""
    printed = list(_printed_looks(plan, reference))
    looks, examples = list(printed), []
    shown = {
        piece: [_cut(reference, *one) for one in _examples(plan, lessons, piece)]
        for piece, shape in plan.pieces.items()
        if not shape.stands
    }
    sizes = {piece: plan.pieces[piece].size_mm for piece, some in shown.items() if some}
    disc = _round_sizes(sizes, shown)
    for piece, size_mm in sizes.items():
        anchor = next((look for look in printed if look.piece == piece), None)
        look, aligned = _learn(piece, size_mm, size_mm in disc, shown[piece], anchor)
        looks.append(look)
        examples.append((look, aligned))
    strays = [straying(look, picture) for look, aligned in examples for picture in aligned]
    noise = float(np.median(strays)) if strays else 0.0
    return FlatModel(tuple(looks), apart(looks, _rivals(plan)), noise)


def _round_sizes(
    sizes: Mapping[str, tuple[float, float]], shown: Mapping[str, Sequence[_Example]]
) -> set[tuple[float, float]]:
    """Return the sizes whose pieces are round: what has one size was cut with one die."""
    leads: dict[tuple[float, float], list[float]] = {}
    for piece, size_mm in sizes.items():
        if size_mm[0] == size_mm[1]:
            for one in shown[piece]:
                turns = _turns(one.seen, size_mm)
                lead = roundness(change(one.seen, one.empty), size_mm, STRAY_MM, turns)
                leads.setdefault(size_mm, []).append(lead)
    return {size_mm for size_mm, each in leads.items() if np.mean(each) > ROUND}


def _rivals(plan: Plan) -> set[tuple[str, str]]:
    """Return the pairs of flat pieces that may be taken for one another."""
    return {
        (a, b)
        for place in plan.places
        for a in place.holds
        for b in place.holds
        if a != b and not plan.pieces[a].stands and not plan.pieces[b].stands
    }


def _printed_looks(plan: Plan, reference: Reference) -> Iterator[Look]:
    """Average the prints of each kind; the pack says where they are."""
    places = {place.id: place for place in plan.places}
    groups: dict[str, list[Picture]] = {}
    for name, piece in plan.printed.items():
        place = places[name]
        corner = np.array(place.xy_mm) - np.array(plan.pieces[piece].size_mm) / 2
        points = grid((corner[0], corner[1]), plan.pieces[piece].size_mm, LOOK_PX_PER_MM)
        groups.setdefault(piece, []).append(reference.sample(place.surface, points))
    for piece, pictures in groups.items():
        picture = np.median(np.array(pictures), axis=0).astype(np.uint8)
        yield Look(piece, plan.pieces[piece].size_mm, False, picture)


def _examples(
    plan: Plan, lessons: Iterable[Lesson], piece: str
) -> list[tuple[Lesson, Place, tuple[float, float]]]:
    """Return where a piece lies alone; without a figure on it, if there is such a photo."""
    alone: list[tuple[Lesson, Place, tuple[float, float]]] = []
    under: list[tuple[Lesson, Place, tuple[float, float]]] = []
    for lesson in lessons:
        for place in plan.places:
            told = lesson.told.get(place.id, ())
            flat = tuple(p for p in told if not plan.pieces[p].stands)
            if flat == (piece,) and plan.printed.get(place.id) != piece:
                one = (lesson, place, plan.pieces[piece].size_mm)
                (alone if flat == told else under).append(one)
    return alone or under


def _cut(
    reference: Reference, lesson: Lesson, place: Place, size_mm: tuple[float, float]
) -> _Example:
    half = float(np.hypot(*size_mm)) / 2 + STRAY_MM
    corner = np.array([place.xy_mm]) - half
    windows = Windows(
        reference, lesson.vantage, place.surface, corner, (2 * half, 2 * half), LOOK_PX_PER_MM
    )
    return _Example(windows.look(lesson.glimpse.level)[0], windows.empty[0])


def _learn(
    piece: str,
    size_mm: tuple[float, float],
    round_: bool,
    examples: list[_Example],
    anchor: Look | None,
) -> tuple[Look, list[Picture]]:
    """Lay the examples on one another, and cut out what they share within the piece's outline."""
    changes = [change(one.seen, one.empty) for one in examples]
    if anchor is None:
        turns = _turns(examples[0].seen, size_mm)
        first = fit_outline(changes[0], size_mm, STRAY_MM, turns, round_=round_)
        start = _upright(examples[0].seen, first, size_mm)
        anchor = Look(piece, size_mm, first.round, start)
    outlines = [_align(one.seen, anchor) for one in examples]
    kept = [n for n, outline in enumerate(outlines) if outline.score >= ALIKE] or [0]
    wide = (size_mm[0] + 2 * STRAY_MM, size_mm[1] + 2 * STRAY_MM)
    mean, shown = (
        np.mean([_upright(one[n], outlines[n], wide) for n in kept], axis=0)
        for one in (changes, [example.seen for example in examples])
    )
    little = _little_turns(shown, size_mm)
    fit = fit_outline(mean.astype(np.float32), size_mm, STRAY_MM / 4, little, round_=round_)
    final = [_moved(outlines[n], fit) for n in kept]
    aligned = [_upright(examples[n].seen, f, size_mm) for n, f in zip(kept, final, strict=True)]
    picture = np.mean(np.array(aligned, np.float32), axis=0)
    return Look(piece, size_mm, fit.round, (picture + 0.5).astype(np.uint8)), aligned


def _turns(seen: Picture, size_mm: tuple[float, float]) -> list[float] | None:
    """Return the angles at which a piece may lie by its lines, None if they do not tell."""
    degrees, agree = lines(seen, size_mm)
    if agree < AGREE:
        return None
    quarters = (0,) if size_mm[0] == size_mm[1] else (0, 90)
    return [degrees + off + more for off in range(-OFF, OFF + 1) for more in quarters]


def _little_turns(shown: Floats, size_mm: tuple[float, float]) -> Sequence[float]:
    """Return the angles by which a piece may still be off: as its lines say, if they do."""
    degrees, agree = lines(shown, size_mm)
    if agree < AGREE or abs(degrees) > 2 * OFF:
        return range(-OFF, OFF + 1)
    return [degrees + off for off in (-1, 0, 1)]


def _moved(outline: Outline, by: Outline) -> Outline:
    """Return an outline shifted and turned within its own axes."""
    turn = np.deg2rad(outline.degrees)
    x, y = by.xy_mm
    dx, dy = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    spot = (outline.xy_mm[0] + dx, outline.xy_mm[1] + dy)
    return Outline(spot, outline.degrees + by.degrees, by.round, 1.0)


def _upright(picture: Floats | Picture, outline: Outline, size_mm: tuple[float, float]) -> Picture:
    """Cut out an area of this size around the outline's middle, turned upright."""
    points = grid((-size_mm[0] / 2, -size_mm[1] / 2), size_mm, LOOK_PX_PER_MM)
    turn = np.deg2rad(outline.degrees)
    x = outline.xy_mm[0] + points[..., 0] * np.cos(turn) - points[..., 1] * np.sin(turn)
    y = outline.xy_mm[1] + points[..., 0] * np.sin(turn) + points[..., 1] * np.cos(turn)
    height, width = picture.shape[:2]
    at_x = (x * LOOK_PX_PER_MM + (width - 1) / 2).astype(np.float32)
    at_y = (y * LOOK_PX_PER_MM + (height - 1) / 2).astype(np.float32)
    cut = cv2.remap(picture, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, picture.dtype)


def _align(seen: Picture, anchor: Look) -> Outline:
    """Find the anchor in a picture: coarsely in the full circle, then to the degree."""
    best = _best_turn(seen, anchor, np.arange(0.0, 360.0, 10.0))
    best = _best_turn(seen, anchor, best.degrees + np.arange(-8.0, 9.0, 2.0))
    return _best_turn(seen, anchor, best.degrees + np.arange(-1.5, 2.0, 0.5))


def _best_turn(seen: Picture, anchor: Look, degrees: Array) -> Outline:
    side = 2 * int(np.ceil(anchor.reach_mm * LOOK_PX_PER_MM)) + 1
    best = Outline((0.0, 0.0), 0.0, anchor.round, -1.0)
    for angle, (colours, cover) in zip(
        degrees, zip(*turned(anchor, degrees, LOOK_PX_PER_MM, side), strict=True), strict=True
    ):
        mask = np.repeat((cover > 0.5).astype(np.float32)[..., None], 3, axis=2)
        match = cv2.matchTemplate(seen.astype(np.float32), colours, cv2.TM_CCOEFF_NORMED, mask=mask)
        match[~np.isfinite(match)] = -1
        _, score, _, (x, y) = cv2.minMaxLoc(match)
        if score > best.score:
            middle = ((n - 1) / 2 for n in match.shape[::-1])
            shift = [(n - m) / LOOK_PX_PER_MM for n, m in zip((x, y), middle, strict=True)]
            best = Outline((shift[0], shift[1]), float(angle), anchor.round, score)
    return best
