"""Turns of whole games, taken apart: hands work in any order, and before or after the phones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from test_people import KIT, seat_people

from companion.engine import Atom
from companion.play.people_turns import Shift, Span
from companion.play.people_words import Habits
from companion.session.evidence import Reading
from companion.session.explain import Follower
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Anchor


def turns(table: tuple[Any, ...], seed: int) -> tuple[Any, list[Span]]:
    """Return the turns of a game that bots have played."""
    game, people = seat_people(table, Habits(), seed)
    return game, [span for span in people._spans if span.closing]


def shuffled(shifts: list[Shift], rng: Random) -> list[Shift]:
    """Mix what hands do; only what one piece does stays in its order."""
    lanes: dict[str, list[Shift]] = {}
    for shift in shifts:
        kind = (shift.to or shift.origin or "").startswith(KIT.signs.score)
        lanes.setdefault(f"{kind}{shift.piece}", []).append(shift)
    # A piece that is turned over is another one afterwards.
    order = [name for name, lane in lanes.items() for _ in lane]
    rng.shuffle(order)
    return [lanes[name].pop(0) for name in order]


def lay(table: Counter[Atom], shift: Shift) -> None:
    """Do one thing on the table."""
    if shift.origin is not None:
        table[Atom(shift.origin, shift.piece)] -= 1
    if shift.to is not None:
        table[Atom(shift.to, shift.result)] += 1


def picture(table: Counter[Atom], silent: frozenset[str] = frozenset()) -> Reading:
    """See the table but for the silent places."""
    atoms = frozenset(atom for atom, n in table.items() if n > 0 and atom.place not in silent)
    twice = frozenset(atom for atom in atoms if table[atom] > 1)
    return Reading(atoms, silent, twice=twice)


def told(span: Span) -> list[Told]:
    """Return what people tell in a turn, the tap last."""
    return [Told(p.turned.ask.kind, p.turned.move) for p in span.parts if p.typed]


def play_out(
    game: Any, span: Span, rng: Random, hidden: float = 0.0
) -> Iterator[tuple[Any, Reading, list[Told], bool]]:
    """Yield verdicts on a turn played by impatient people, the last one at the tap."""
    follower = Follower(game, Anchor(span.start))
    table = Counter(game.expected_view(span.start).atoms)
    answers = told(span)
    deeds: list[Any] = shuffled(list(span.before_tap()), rng)
    for answer in answers[:-1]:
        at = deeds.index(said[-1]) + 1 if (said := [d for d in deeds if isinstance(d, Told)]) else 0
        deeds.insert(rng.randint(at, len(deeds)), answer)
    given: list[Told] = []
    places = sorted({place.id for place in game.places(span.start)})
    for deed in deeds:
        if isinstance(deed, Told):
            given.append(deed)
        else:
            lay(table, deed)
        silent = frozenset(p for p in places if rng.random() < hidden)
        reading = picture(table, silent)
        yield follower.explain(reading, given), reading, list(given), False
    given = answers
    silent = frozenset(p for p in places if rng.random() < hidden)
    yield follower.explain(picture(table, silent), given, at_tap=True), picture(table), given, True
