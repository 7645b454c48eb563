"""What the camera is sure of, held against what a state wants to be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

import msgspec
from msgspec.structs import replace

from companion.engine import Atom, View

#: Nobody is accused because of a place that was read with less certainty than this.
SURE = 0.9
#: Nor for a flat piece that seems to be gone, unless it was read with this.
PLAIN = 0.95


class Reading(msgspec.Struct, frozen=True):
    """Say what was seen on the table, and about what nothing is said.

    ``atoms`` were seen for sure.  ``silent`` names places and pieces that make no claim: hidden by a
    hand, or doubtful.  ``vague`` holds single atoms without a claim, for a figure that may be on any
    field of a track.  ``twice`` are atoms of which two pieces were seen.  ``alike`` are atoms that
    look just like one that was seen: either of the two may be there.  They are two pieces at one
    place, or two places of one piece that stands between them.  ``twins`` are atoms that differ in
    nothing but size from one that was seen.  ``sureness`` may be given by place, from 0 to 1.
    ``strange`` are pieces that were seen and belong to no place of this game.  ``presumed`` are atoms
    that nobody could see: they are taken for what they were, because nothing has moved there.
    """

    atoms: frozenset[Atom]
    silent: frozenset[str] = frozenset()
    vague: frozenset[Atom] = frozenset()
    twice: frozenset[Atom] = frozenset()
    alike: Mapping[Atom, Atom] = {}
    twins: Mapping[Atom, Atom] = {}
    sureness: Mapping[str, float] = {}
    strange: frozenset[str] = frozenset()
    presumed: frozenset[Atom] = frozenset()

    @property
    def is_partial(self) -> bool:
        """Tell whether there is anything about which it makes no claim."""
        return bool(self.silent or self.vague)

    def remembering(self, known: frozenset[Atom]) -> Reading:
        """Return it without doubts about which of two it is that has stood there all the time.

        Nor is what stood there taken for another of its colour because it seems bigger or smaller
        now, unless there is only one like it and that is seen elsewhere.
        """
        stayed = {o: seen for o, seen in self.twins.items() if o in known and seen not in known}
        stayed = {o: seen for o, seen in stayed.items() if not self._has_gone(o, known)}
        taken = frozenset(stayed.values()) - self.twice
        same = replace(self, atoms=(self.atoms - taken).union(stayed)) if stayed else self
        return same._settled(known) if self.alike else same

    def or_else(self, others: Mapping[Atom, Atom]) -> Reading:
        """Return it with doubts whether these were seen, or others in their place."""
        there = {other: seen for other, seen in others.items() if seen in self.atoms}
        return replace(self, alike={**self.alike, **there})

    def unless_stirred(self, known: frozenset[Atom], stirred: Collection[str]) -> Reading:
        """Return it without doubts about places where nothing has moved: all is there as it was.

        A piece that hardly differs from its field may have left it unnoticed, if something moved on
        the next one, where it may stand as well.
        """
        moved = frozenset(a for a in self.vague if a.place in stirred)
        still = frozenset(
            a
            for a in self.vague - moved
            if a.place not in self.silent
            and moved.isdisjoint(Atom(place, a.piece) for place in next_to(a.place))
        )
        atoms, vague = self.atoms | (still & known), self.vague - still
        return replace(self, atoms=atoms, vague=vague, presumed=still)

    def unless_touched(self, known: frozenset[Atom], stirred: Collection[str]) -> Reading:
        """Return it with all that stands where nobody's hand was: nothing comes or goes by itself.

        A piece that is seen elsewhere by now has gone all the same.
        """
        here = {atom for atom in self.atoms - known if _walks(atom) or atom.place in stirred}
        moved = {atom.piece for atom in here}
        still = frozenset(
            atom
            for atom in known - self.atoms - self.vague
            if atom.place not in self.silent and atom.piece not in self.silent
            if atom.place not in stirred and not _walks(atom) and atom.piece not in moved
        )
        taken = {self.alike.get(atom, self.twins.get(atom, atom)) for atom in still}
        ghosts = self.atoms - known - here
        return replace(
            self,
            atoms=(self.atoms - ghosts).union(still),
            vague=self.vague | (ghosts - taken),
            alike={o: s for o, s in self.alike.items() if s not in ghosts},
        )

    def unless_moved(self, known: frozenset[Atom], stirred: Collection[str]) -> Reading:
        """Return it without doubts on which of two places a piece stands that nobody has touched."""
        stood: dict[Atom, Atom] = {}
        for other, seen in self.alike.items():
            touched = other.place in stirred or seen.place in stirred
            if other.piece == seen.piece and not touched and (other in known) != (seen in known):
                stood[other] = other if other in known else seen
        taken = frozenset(self.alike[other] for other in stood)
        alike = {o: s for o, s in self.alike.items() if o not in stood}
        return replace(self, atoms=(self.atoms - taken).union(stood.values()), alike=alike)

    def nearest(self) -> Reading:
        """Return it with each piece on the place it is nearest to."""
        return replace(self, alike={o: s for o, s in self.alike.items() if o.place == s.place})

    def _has_gone(self, atom: Atom, known: frozenset[Atom]) -> bool:
        """Tell whether the only piece of its name is seen at a place where it was not."""
        alone = sum(one.piece == atom.piece for one in known) == 1
        return alone and any(one.piece == atom.piece for one in self.atoms - known)

    def _settled(self, known: frozenset[Atom]) -> Reading:
        twins = {o: seen for o, seen in self.alike.items() if o.place == seen.place}
        stood = [o for o, seen in twins.items() if o in known and seen not in known]
        taken = frozenset(twins[other] for other in stood)
        plain = {seen for seen in twins.values() if seen in known and seen not in self.twice}
        # Of two that look like one, and one that has stood there, nobody knows if the other is there.
        return replace(
            self,
            atoms=(self.atoms - taken).union(stood),
            vague=self.vague | (taken & self.twice),
            twice=self.twice - taken,
            alike={o: s for o, s in self.alike.items() if s not in plain and o not in stood},
        )


def _walks(atom: Atom) -> bool:
    """Tell whether a piece goes from field to field of a track."""
    return bool(next_to(atom.place))


def next_to(place: str) -> tuple[str, ...]:
    """Return the fields before and after one of a track; other places have none.

    >>> next_to("info:flask:3"), next_to("b07")
    (('info:flask:2', 'info:flask:4'), ())
    """
    track, _, number = place.rpartition(":")
    return tuple(f"{track}:{int(number) + n}" for n in (-1, 1)) if number.isdecimal() else ()


class Stir(msgspec.Struct, frozen=True):
    """From when to when something moved somewhere."""

    first_s: float
    last_s: float

    def __or__(self, other: Stir) -> Stir:
        """Return it from the first to the last of two."""
        return Stir(min(self.first_s, other.first_s), max(self.last_s, other.last_s))


def merged(one: Mapping[str, Stir], other: Mapping[str, Stir]) -> dict[str, Stir]:
    """Return where something moved by either of two."""
    return {**one, **{p: stir | one.get(p, stir) for p, stir in other.items()}}


class Gap(msgspec.Struct, frozen=True):
    """What the table does not show although it should, and what it shows although it should not."""

    missing: frozenset[Atom]
    extra: frozenset[Atom]

    def __len__(self) -> int:
        """Count the atoms that differ."""
        return len(self.missing) + len(self.extra)

    @property
    def atoms(self) -> frozenset[Atom]:
        """Return all that differs."""
        return self.missing | self.extra

    @property
    def places(self) -> frozenset[str]:
        """Return the places where table and state differ."""
        return frozenset(atom.place for atom in self.atoms)


class Evidence:
    """Compare one reading with views; hidden places are never evidence."""

    def __init__(self, reading: Reading) -> None:
        """Count the pieces once for all comparisons."""
        self.reading = reading
        self._counts: Counter[str] | None = None

    def is_audible(self, atom: Atom) -> bool:
        """Tell whether the reading makes a claim about an atom."""
        silent = self.reading.silent
        return not (atom.place in silent or atom.piece in silent or atom in self.reading.vague)

    def gap(self, view: View) -> Gap:
        """Return how the table differs from a view; news where the view says nothing are extra."""
        reading = self.reading
        missing, extra = view.atoms - reading.atoms, reading.atoms - view.atoms
        if reading.twice:
            extra |= reading.twice - view.twice
        if reading.alike:
            missing, extra = self._without_alike(view, missing, extra)
        if reading.is_partial:
            missing = self._audible(missing)
            extra = self._audible(extra)
        return Gap(missing, extra)

    def _without_alike(
        self, view: View, missing: frozenset[Atom], extra: frozenset[Atom]
    ) -> tuple[frozenset[Atom], frozenset[Atom]]:
        """Leave out what is there for all that one can see; of two, one may still be too much."""
        reading = self.reading
        there = {o: s for o, s in reading.alike.items() if o in missing and s in extra}
        both = {seen for seen in there.values() if seen in reading.twice - view.atoms}
        return missing.difference(there), extra - (frozenset(there.values()) - both)

    def may_be(self, seen: frozenset[Atom]) -> frozenset[Atom]:
        """Return what was seen, and all that looks just like it."""
        return seen.union(other for other, one in self.reading.alike.items() if one in seen)

    def hidden(self, view: View) -> frozenset[Atom]:
        """Return what should be there and cannot be seen now."""
        if not self.reading.is_partial:
            return frozenset()
        return view.atoms - self._audible(view.atoms)

    def _audible(self, atoms: frozenset[Atom]) -> frozenset[Atom]:
        return frozenset(atom for atom in atoms if self.is_audible(atom))

    def denied(self, gone: frozenset[Atom], come: frozenset[Atom]) -> frozenset[Atom]:
        """Return what of a change can be seen not to be there."""
        seen = self.reading.atoms
        return self._audible((gone & seen) | (come - self.may_be(seen)))

    def count(self, piece: str, view: View) -> int:
        """Count how many pieces of a name were seen, but for those that are others by this view."""
        if self._counts is None:
            self._counts = Counter(atom.piece for atom in self.reading.atoms)
            self._counts.update(atom.piece for atom in self.reading.twice)
        alike = self.reading.alike.items()
        others = sum(seen.piece == piece != o.piece and o in view.atoms for o, seen in alike)
        return self._counts[piece] - others

    def confidence(self, change: frozenset[Atom]) -> float:
        """Return how sure we are of a change: as of its least sure place, as far as it was seen."""
        heard, sureness = self._audible(change), self.reading.sureness
        given = (sureness[atom.place] for atom in heard if atom.place in sureness)
        return round(min(given, default=SURE) * len(heard) / max(1, len(change)), 3)

    def doubts(self, places: frozenset[str]) -> frozenset[str]:
        """Return those of the places that nobody may be accused for."""
        sureness = self.reading.sureness
        return frozenset(place for place in places if sureness.get(place, 1.0) < SURE)
