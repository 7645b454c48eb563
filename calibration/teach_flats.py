"""Learn how the flat pieces of one copy look, from a few photos and a person's word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from calibration.lesson import Lesson
from calibration.teach_example import STRAY_MM, Example, little_turns, moved, upright
from calibration.teach_outline import fit_outline
from companion.engine import Place, Plan
from vision.reference import Picture, Reference, grid
from vision.tile_apart import apart, straying
from vision.tile_look import LOOK_PX_PER_MM, FlatModel, Look
from vision.windows import Windows

#: Pieces are round if a round outline fits them so much better than one with corners.
ROUND = 0.03

#: Two pictures of the same piece are at least so alike; others are left out.
ALIKE = 0.6


def learn_flats(
    plan: Plan,
    reference: Reference,
    lessons: Sequence[Lesson],
    printed: Sequence[Look] | None = None,
) -> FlatModel:
    """Return the looks of all flat pieces that the reference or a lesson shows.

    ``printed`` are those that the reference shows, if they are known already.
    """
    printed = printed_looks(plan, reference) if printed is None else printed
    looks, examples = list(printed), []
    shown = _shown(plan, reference, lessons)
    sizes = {piece: plan.pieces[piece].size_mm for piece in shown}
    disc = _round_sizes(sizes, shown)
    for piece, size_mm in sizes.items():
        look, aligned = _learn(shown[piece], _anchor(shown[piece], disc, printed), size_mm in disc)
        looks.append(look)
        examples.append((look, aligned))
    strays = [straying(look, picture) for look, aligned in examples for picture in aligned]
    noise = float(np.median(strays)) if strays else 0.0
    return FlatModel(tuple(looks), apart(looks, _rivals(plan)), noise)


def prepare_flats(
    plan: Plan, reference: Reference, lesson: Lesson, printed: Sequence[Look]
) -> None:
    """Work out what one lesson tells of the flat pieces, whatever others will add."""
    shown = _shown(plan, reference, [lesson])
    disc = _round_sizes({piece: plan.pieces[piece].size_mm for piece in shown}, shown)
    for examples in shown.values():
        examples[0].find(_anchor(examples, disc, printed))


def printed_looks(plan: Plan, reference: Reference) -> tuple[Look, ...]:
    """Average the prints of each kind; the pack says where they are."""
    places = {place.id: place for place in plan.places}
    groups: dict[str, list[Picture]] = {}
    for name, piece in plan.printed.items():
        place = places[name]
        corner = np.array(place.xy_mm) - np.array(plan.pieces[piece].size_mm) / 2
        points = grid((corner[0], corner[1]), plan.pieces[piece].size_mm, LOOK_PX_PER_MM)
        groups.setdefault(piece, []).append(reference.sample(place.surface, points))
    return tuple(
        Look(
            piece,
            plan.pieces[piece].size_mm,
            False,
            np.median(np.array(pictures), axis=0).astype(np.uint8),
        )
        for piece, pictures in groups.items()
    )


def _round_sizes(
    sizes: Mapping[str, tuple[float, float]], shown: Mapping[str, Sequence[Example]]
) -> set[tuple[float, float]]:
    """Return the sizes whose pieces are round: what has one size was cut with one die."""
    leads: dict[tuple[float, float], list[float]] = {}
    for piece, size_mm in sizes.items():
        if size_mm[0] == size_mm[1]:
            leads.setdefault(size_mm, []).extend(one.roundness for one in shown[piece])
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


def _shown(plan: Plan, reference: Reference, lessons: Sequence[Lesson]) -> dict[str, list[Example]]:
    """Return where each flat piece that was shown is to be seen."""
    shown = {
        piece: [_cut(plan, reference, *one, piece) for one in _examples(plan, lessons, piece)]
        for piece, shape in plan.pieces.items()
        if not shape.stands
    }
    return {piece: examples for piece, examples in shown.items() if examples}


def _examples(plan: Plan, lessons: Iterable[Lesson], piece: str) -> list[tuple[Lesson, Place]]:
    """Return where a piece lies alone; without a figure on it, if there is such a photo."""
    alone: list[tuple[Lesson, Place]] = []
    under: list[tuple[Lesson, Place]] = []
    for lesson in lessons:
        for place in plan.places:
            told = lesson.told.get(place.id, ())
            flat = tuple(p for p in told if not plan.pieces[p].stands)
            if flat == (piece,) and plan.printed.get(place.id) != piece:
                (alone if flat == told else under).append((lesson, place))
    return alone or under


def _cut(plan: Plan, reference: Reference, lesson: Lesson, place: Place, piece: str) -> Example:
    """Return the surroundings of a piece; those that were cut out before are at hand."""
    size_mm, key = plan.pieces[piece].size_mm, (place.id, piece)
    if key not in lesson.examples:
        half = float(np.hypot(*size_mm)) / 2 + STRAY_MM
        corner, size = np.array([place.xy_mm]) - half, (2 * half, 2 * half)
        at = reference, lesson.vantage, place.surface
        windows = Windows(*at, corner, size, LOOK_PX_PER_MM)
        seen = windows.look(lesson.glimpse.level)[0]
        lesson.examples[key] = Example(piece, size_mm, seen, windows.empty[0])
    return lesson.examples[key]


def _anchor(
    examples: Sequence[Example], disc: set[tuple[float, float]], printed: Sequence[Look]
) -> Look:
    """Return what the examples of a piece are laid on: its print, or else the first of them."""
    first = examples[0]
    look = next((look for look in printed if look.piece == first.piece), None)
    return look or first.anchor(round_=first.size_mm in disc)


def _learn(examples: Sequence[Example], anchor: Look, round_: bool) -> tuple[Look, list[Picture]]:
    """Lay the examples on one another, and cut out what they share within the piece's outline."""
    piece, size_mm = examples[0].piece, examples[0].size_mm
    outlines = [one.find(anchor) for one in examples]
    kept = [n for n, outline in enumerate(outlines) if outline.score >= ALIKE] or [0]
    wide = (size_mm[0] + 2 * STRAY_MM, size_mm[1] + 2 * STRAY_MM)
    mean, shown = (
        np.mean([upright(one[n], outlines[n], wide) for n in kept], axis=0)
        for one in ([one.change for one in examples], [one.seen for one in examples])
    )
    little = little_turns(shown, size_mm)
    fit = fit_outline(mean.astype(np.float32), size_mm, STRAY_MM / 4, little, round_=round_)
    final = [moved(outlines[n], fit) for n in kept]
    aligned = [upright(examples[n].seen, f, size_mm) for n, f in zip(kept, final, strict=True)]
    picture = np.mean(np.array(aligned, np.float32), axis=0)
    return Look(piece, size_mm, fit.round, (picture + 0.5).astype(np.uint8)), aligned
