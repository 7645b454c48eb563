"""Suppose what a place shows that has become unclear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from msgspec.structs import replace

from companion.engine import Atom, View
from companion.session.evidence import Reading
from companion.session.explain import Follower
from companion.session.explain_early import Memory
from companion.session.explain_search import Told
from companion.session.explain_verdicts import Explained, Unfinished, Verdict


def suppose(
    follower: Follower,
    reading: Reading,
    told: Sequence[Told],
    news: frozenset[Atom],
    view: View,
    memory: Memory,
) -> Verdict | None:
    """Return what has happened if only one thing would be legal at the place of ``news``.

    It is shown, so that people can go on; whether it is true the tap will tell.
    """
    # What is only supposed crosses nothing off that was owed.
    found = [
        copy(follower).explain(other, told, memory=memory)
        for other in _clearer(reading, news, view)
    ]
    legal = [
        one
        for one in found
        if isinstance(one, Explained | Unfinished) and len(one.moves) > len(told)
    ]
    return legal[0] if len(legal) == 1 else None


def swapped(
    follower: Follower, reading: Reading, told: Sequence[Told], view: View, memory: Memory
) -> Iterator[Explained | Unfinished]:
    """Yield what has happened if a newcomer is the other figure that it may be."""
    for other, taken in reading.alike.items():
        if other.place == taken.place and view.atoms.isdisjoint((other, taken)):
            alike = {o: s for o, s in reading.alike.items() if o != other}
            seen = replace(reading, atoms=reading.atoms - {taken} | {other}, alike=alike)
            verdict = copy(follower).explain(seen, told, memory=memory)
            if isinstance(verdict, Explained | Unfinished):
                yield verdict


def unclear_since(before: Reading, now: Reading) -> frozenset[Atom]:
    """Return what may be new, or may still be there, at the one place that has become unclear."""
    news = frozenset(a for a in now.vague - before.vague if a.place not in now.silent)
    return news if len({atom.place for atom in news}) == 1 else frozenset()


def _clearer(reading: Reading, news: frozenset[Atom], view: View) -> Iterator[Reading]:
    """Suppose that one has come to whoever was there."""
    there = frozenset(atom for atom in news if atom in view.atoms)
    for atom in sorted(news - there):
        yield replace(reading, atoms=reading.atoms | there | {atom}, vague=reading.vague - news)
