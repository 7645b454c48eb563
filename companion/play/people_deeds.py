"""What people do, one thing after the other, before anything goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from companion.engine import Signs
from companion.play.people_reach import Reach
from companion.play.people_turns import Press, Shift, Span
from companion.play.people_words import Cover, Habits, Pose, Slip


class Begin(msgspec.Struct, frozen=True):
    """From here on a slip is there."""

    slip: Slip


class End(msgspec.Struct, frozen=True):
    """From here on it is not there any more."""

    slip: Slip


class Rest(msgspec.Struct, frozen=True):
    """Take the hands away and wait."""

    seconds: float


class Hold(msgspec.Struct, frozen=True):
    """Wait to be told of a slip; then, or when they tire of waiting, people do what ``fix`` says.

    A slip that stands ``at_tap`` stays when nobody has said anything, until it is in the way.
    """

    slip: Slip
    fix: tuple[Shift, ...]


class Knock(msgspec.Struct, frozen=True):
    """Knock over what stands at a place."""

    piece: str
    place: str


class Lay(msgspec.Struct, frozen=True):
    """Leave a sleeve or a cup over the table."""

    cover: Cover
    place: str
    seat: int


class Clear(msgspec.Struct, frozen=True):
    """Take it away."""

    cover: Cover


class Jolt(msgspec.Struct, frozen=True):
    """Push a surface, bump the camera (no surface) or switch the lamp (no push)."""

    by: Pose | None
    surface: str | None = None


Deed: TypeAlias = Shift | Press | Begin | End | Rest | Hold | Knock | Lay | Clear | Jolt


def natural(span: Span, rng: Random, habits: Habits, signs: Signs, reach: Reach) -> list[Deed]:
    """Return what is done in a turn: hands in about the order of the rules, taps in just that."""
    deeds: list[Deed] = []
    run: list[Shift] = []
    seat = next((s for s in (span.seat, span.last.ask.seat) if s is not None), 0)
    for number, part in enumerate(span.parts):
        if part.typed:
            deeds += _tidy(run, rng, habits, signs, reach)
            run = []
            deeds.append(Press(number, span.closing and number == len(span.parts) - 1))
        run += [replace(shift, seat=seat) for shift in part.shifts]
    return deeds + _tidy(run, rng, habits, signs, reach)


def _tidy(
    shifts: Sequence[Shift], rng: Random, habits: Habits, signs: Signs, reach: Reach
) -> list[Deed]:
    """Move the score once where it can be, now and then by halves, and mix the order a little."""
    at_once = rng.random() < habits.at_once
    joined = list(_joined(shifts, signs.score)) if at_once else list(shifts)
    order = list(range(len(joined)))
    for here in range(len(order) - 1):
        one, two = joined[order[here]], joined[order[here + 1]]
        apart = one.piece != two.piece and not one.places & two.places
        if apart and rng.random() < habits.disorder:
            order[here], order[here + 1] = order[here + 1], order[here]
    done: list[Deed] = []
    for index in order:
        halves = rng.random() < habits.two_steps
        done += _halves(joined[index], signs.score, reach) if halves else (joined[index],)
    return done


def _joined(shifts: Sequence[Shift], score: str) -> Iterator[Shift]:
    """Join what one score marker does in a row, whatever other pieces do in between."""
    waiting: dict[str, Shift] = {}
    for shift in shifts:
        if shift.to is None or not shift.to.startswith(score) or shift.origin is None:
            yield shift
            continue
        before = waiting.get(shift.piece)
        waiting[shift.piece] = (
            shift if before is None else replace(before, to=shift.to, answer=shift.answer)
        )
    yield from (shift for shift in waiting.values() if shift.origin != shift.to)


def _halves(shift: Shift, score: str, reach: Reach) -> tuple[Shift, ...]:
    distance = steps_between(shift, score, reach)
    middle = field_along(shift.origin, distance // 2, score, reach)
    if distance < 2 or middle is None:
        return (shift,)
    return replace(shift, to=middle), replace(shift, origin=middle)


def steps_between(shift: Shift, score: str, reach: Reach) -> int:
    """Count the fields that a score marker goes; 0 if it is none."""
    origin, to = shift.origin, shift.to
    if not (origin and to and origin.startswith(score) and to.startswith(score)):
        return 0
    return (_number(to) - _number(origin)) % _lap(score, reach)


def field_along(field: str | None, steps: int, score: str, reach: Reach) -> str | None:
    """Return the field so many steps on, if the board has it; only the score laps."""
    if field is None or not field.rpartition(":")[2].isdecimal():
        return None
    number = _number(field) + steps
    if field.startswith(score):
        number %= _lap(score, reach)
    name = f"{field.rpartition(':')[0]}:{number}"
    return name if name in reach.places else None


def _number(field: str) -> int:
    return int(field.rpartition(":")[2])


def _lap(score: str, reach: Reach) -> int:
    return sum(name.startswith(score) for name in reach.places) or 1
