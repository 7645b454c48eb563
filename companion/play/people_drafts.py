"""How each slip goes: what is done wrongly, and what puts it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine import Accepted, Atom, Signs, fold
from companion.play.people_check import refusal
from companion.play.people_deeds import Deed, Knock, field_along, steps_between
from companion.play.people_reach import Reach
from companion.play.people_turns import AnyGame, Press, Shift, Span, pair, stem
from companion.play.people_words import SlipKind


class Draft(msgspec.Struct, frozen=True):
    """Plan a slip: instead of the deed at ``index`` (or before it) people do what is ``wrong``.

    ``waits`` says that it cannot be left till the turn tap: the turn does not go on meanwhile.
    """

    index: int
    wrong: tuple[Deed, ...]
    fix: tuple[Shift, ...]
    instead: bool = True
    waits: bool = False
    move: Any = None
    rule: str | None = None


class Scene(msgspec.Struct, frozen=True):
    """All that a slip may depend on; ``deeds`` are those before the turn tap."""

    game: AnyGame
    span: Span
    deeds: tuple[Deed, ...]
    rng: Random
    signs: Signs
    reach: Reach
    table: Counter[Atom]
    spare: Mapping[str, int]
    early: Shift | None

    def shifts(self) -> Iterator[tuple[int, Shift]]:
        """Go through what hands do, in a random order."""
        found = [(n, deed) for n, deed in enumerate(self.deeds) if isinstance(deed, Shift)]
        return iter(self.rng.sample(found, len(found)))

    def is_last(self, index: int) -> bool:
        """Tell whether nothing later in the turn touches the same places."""
        deed = self.deeds[index]
        assert isinstance(deed, Shift)
        later = self.deeds[index + 1 :]
        return not any(isinstance(d, Shift) and d.places & deed.places for d in later)

    def touched(self) -> frozenset[str]:
        """Return every place that hands touch in this turn."""
        shifts = (*self.span.before_tap(), *self.span.after_tap())
        return frozenset[str]().union(*(shift.places for shift in shifts))

    def is_main(self, shift: Shift) -> bool:
        """Tell whether a shift is what its answer is about, and not a consequence."""
        part = self.span.parts[shift.answer]
        first = part.shifts[0]
        # Agents and score markers may go by the same name, but not by the same kind of place.
        alike = (shift.to is None) == (first.to is None) and self.alike(shift.to, first.to)
        return not part.typed and first.piece == shift.piece and alike

    def alike(self, one: str | None, two: str | None) -> bool:
        """Tell whether two places are of a kind: the score track is no place for an agent."""
        marks = (self.signs.score, self.signs.track, self.signs.pawn)
        return all((one or "").startswith(mark) == (two or "").startswith(mark) for mark in marks)


Drafter = Callable[[Scene], Draft | None]


def _forget(wanted: Callable[[Scene, Shift], bool]) -> Drafter:
    """Leave out a consequence."""

    def draft(scene: Scene) -> Draft | None:
        for index, shift in scene.shifts():
            if wanted(scene, shift) and not scene.is_main(shift) and scene.is_last(index):
                return Draft(index, (), (shift,))
        return None

    return draft


def _is_score(scene: Scene, shift: Shift) -> bool:
    return steps_between(shift, scene.signs.score, scene.reach) > 0


def _is_pawn(scene: Scene, shift: Shift) -> bool:
    """Tell whether this piece walks along the pawn's fields and stays there."""
    pawn = scene.signs.pawn
    return shift.origin is not None and all(place.startswith(pawn) for place in shift.places)


def _take_wrong(scene: Scene) -> Draft | None:
    """Take the same kind of piece from another place."""
    for index, shift in scene.shifts():
        if shift.to is not None or shift.origin is None or scene.is_main(shift):
            continue
        kind, touched = stem(Atom(shift.origin, shift.piece)), scene.touched()
        others = sorted(a for a in scene.table if stem(a) == kind and a.place not in touched)
        if others:
            other = scene.rng.choice(others)
            wrong = Shift(other.piece, other.place, None, seat=shift.seat)
            return Draft(index, (wrong,), (wrong.back, shift))
    return None


def _step_twice(scene: Scene) -> Draft | None:
    """Advance a track marker once more."""
    for index, shift in scene.shifts():
        if shift.to is None or not shift.to.startswith(scene.signs.track):
            continue
        further = field_along(shift.to, 1, scene.signs.score, scene.reach)
        if further is not None and scene.is_last(index):
            extra = Shift(shift.piece, shift.to, further, seat=shift.seat)
            return Draft(index, (shift, extra), (extra.back,))
    return None


def _miscount(by: int) -> Drafter:
    """Move the score marker some fields too far, or too few."""

    def draft(scene: Scene) -> Draft | None:
        for index, shift in scene.shifts():
            steps = steps_between(shift, scene.signs.score, scene.reach)
            wrong = field_along(shift.to, by, scene.signs.score, scene.reach)
            if steps and steps + by > 0 and wrong is not None and scene.is_last(index):
                wrongly = replace(shift, to=wrong)
                return Draft(index, (wrongly,), (replace(shift, origin=wrong, answer=-1),))
        return None

    return draft


def _double(scene: Scene) -> Draft | None:
    """Set a figure down where one of its kind stands already."""
    for index, shift in scene.shifts():
        if shift.to is None or not scene.is_main(shift):
            continue
        before = scene.span.parts[shift.answer].turned.before
        gone = frozenset(Atom(place, shift.piece) for place in (shift.origin,) if place)
        touched = scene.touched()
        there = sorted(a for a in scene.table if a.piece == shift.piece and a.place not in touched)
        for atom in scene.rng.sample(there, len(there)):
            refused = refusal(scene.game, before, gone, frozenset({atom}))
            if refused is not None and scene.alike(atom.place, shift.to):
                wrong = replace(shift, to=atom.place, answer=-1)
                fix = replace(shift, origin=atom.place)
                alone = len(scene.span.parts[shift.answer].shifts) == 1
                typed = any(isinstance(deed, Press) for deed in scene.deeds[index:])
                return Draft(index, (wrong,), (fix,), True, typed or not alone, *refused)
    return None


def _act_early(scene: Scene) -> Draft | None:
    """Let another seat do what it will do in its next turn."""
    shift = scene.early
    if shift is None or shift.to is None or shift.places & scene.touched():
        return None
    if shift.origin is None and scene.spare.get(shift.piece, 0) < 1:
        return None
    come = Atom(shift.to, shift.piece)
    gone = frozenset(Atom(place, shift.piece) for place in (shift.origin,) if place)
    if come in scene.table or not all(scene.table[atom] for atom in gone):
        return None
    refused = refusal(scene.game, scene.span.start, gone, frozenset({come}))
    if refused is None:
        return None
    return Draft(0, (shift,), (shift.back,), False, True, *refused)


def _take_back(scene: Scene) -> Draft | None:
    """Try another legal move first."""
    for index, shift in scene.shifts():
        turned = scene.span.parts[shift.answer].turned
        if shift.to is None or not scene.is_main(shift):
            continue
        options = scene.game.options(turned.before, turned.ask)
        for move in scene.rng.sample(options, min(len(options), 12)):
            other = _shift_of(scene, turned.before, move, shift)
            if other is not None and other not in scene.touched():
                wrong = replace(shift, to=other, answer=-1)
                return Draft(index, (wrong,), (replace(shift, origin=other),))
    return None


def _shift_of(scene: Scene, state: Any, move: Any, like: Shift) -> str | None:
    """Return where another move brings the same piece from the same place."""
    verdict = scene.game.decide(state, move)
    if not isinstance(verdict, Accepted):
        return None
    before = scene.game.expected_view(state).atoms
    after = scene.game.expected_view(fold(scene.game, state, verdict.events)).atoms
    for shift in pair(before - after, after - before, -1):
        if (shift.piece, shift.origin) == (like.piece, like.origin) and shift.to != like.to:
            return shift.to
    return None


def _knock(scene: Scene) -> Draft | None:
    """Knock a figure over that has nothing to do with this turn."""
    touched = scene.touched()
    standing = sorted(a for a in scene.table if scene.reach.is_figure(a.place, a.piece))
    standing = [atom for atom in standing if atom.place not in touched]
    if not standing:
        return None
    atom = scene.rng.choice(standing)
    index = scene.rng.randrange(len(scene.deeds) + 1)
    up = Shift(atom.piece, None, atom.place, seat=scene.span.seat)
    return Draft(index, (Knock(atom.piece, atom.place),), (up,), instead=False)


DRAFTERS: Mapping[SlipKind, Drafter] = {
    SlipKind.DOUBLE: _double,
    SlipKind.OUT_OF_TURN: _act_early,
    SlipKind.FORGOT_TAKE: _forget(lambda _, shift: shift.to is None),
    SlipKind.WRONG_TAKE: _take_wrong,
    SlipKind.TRACK_TWICE: _step_twice,
    SlipKind.SCORE_FAR: _miscount(2),
    SlipKind.SCORE_SHORT: _miscount(-2),
    SlipKind.FORGOT_SCORE: _forget(_is_score),
    SlipKind.FORGOT_PAWN: _forget(_is_pawn),
    SlipKind.FORGOT_FLIP: _forget(lambda _, shift: shift.turned is not None),
    SlipKind.KNOCK: _knock,
    SlipKind.TAKE_BACK: _take_back,
}
