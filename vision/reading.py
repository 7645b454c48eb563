"""What one picture says about the whole table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.engine import Atom, Plan
from vision.evidence import Finding

Spot = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Reading:
    """What is where; about ``unsure`` and ``hidden`` names it makes no claim.

    Names are places, or for pieces that walk along a track the name the plan gives them there.
    ``margins`` says how clear each answer was, ``spots`` where what stands was seen: piece, place
    and millimetres.  ``either`` says of a figure that it may be another of its colour, or at
    the next place; that is all the doubt there is about a name whose margin would do.  ``near`` says
    the same of a figure that is surely nearer to one place, but belongs to the next if it has
    shared that with others.  ``absent`` says of an unsure name at which places it surely is not,
    ``doubtful`` of an unsure place which pieces may be there or not, where the others are plain.
    """

    found: Mapping[str, tuple[str, ...]]
    unsure: frozenset[str]
    hidden: frozenset[str]
    margins: Mapping[str, float]
    spots: tuple[tuple[str, str, Spot], ...] = ()
    either: Mapping[Atom, Atom] = field(default_factory=dict)
    near: Mapping[Atom, Atom] = field(default_factory=dict)
    absent: Mapping[str, frozenset[str]] = field(default_factory=dict)
    doubtful: Mapping[str, frozenset[str]] = field(default_factory=dict)


class Names:
    """Knows under which name a reading speaks of a piece at a place."""

    def __init__(self, plan: Plan) -> None:
        self._walks = {
            Atom(place, piece): name
            for track in plan.tracks
            for piece, name in track.pieces.items()
            for place in track.places
        }

    def of(self, atom: Atom) -> str:
        """Return the name of a piece that walks there, or else of the place."""
        return self._walks.get(atom, atom.place)


def gather(
    plan: Plan,
    standing: Mapping[str, Finding],
    lying: Mapping[str, Finding],
    hidden_places: frozenset[str],
) -> Reading:
    """Put the findings of all kinds together: what lies below, what stands above."""
    walkers = {name: track.places for track in plan.tracks for name in track.pieces.values()}
    found: dict[str, tuple[str, ...]] = {}
    hidden = set(hidden_places & {place.id for place in plan.places})
    for name, finding in lying.items():
        _add(found, name, finding.pieces)
    for name, finding in standing.items():
        if name in walkers:
            if finding.place is None and not hidden_places.isdisjoint(walkers[name]):
                hidden.add(name)
            if finding.place is not None:
                _add(found, finding.place, finding.pieces)
        else:
            _add(found, name, finding.pieces)
    findings = {**lying, **standing}
    either = {seen: other for one in standing.values() for seen, other in one.either.items()}
    near = {seen: other for one in standing.values() for seen, other in one.near.items()}
    names = Names(plan)
    unsure = {name for name, finding in findings.items() if not finding.sure}
    unsure = unsure.union(names.of(atom) for pair in either.items() for atom in pair) - hidden
    margins = {name: finding.margin for name, finding in findings.items()}
    spots = tuple(
        (piece, finding.place, spot)
        for finding in standing.values()
        for piece, spot in finding.spots.items()
        if finding.place is not None
    )
    spoken = frozenset(_spoken(hidden, findings))
    absent = {name: standing[name].absent for name in unsure & standing.keys()}
    absent = {name: places for name, places in absent.items() if places}
    known = {name: standing[name].doubtful for name in unsure & standing.keys()}
    doubtful = {name: pieces for name, pieces in known.items() if pieces is not None}
    return Reading(found, frozenset(unsure), spoken, margins, spots, either, near, absent, doubtful)


def _add(found: dict[str, tuple[str, ...]], place: str, pieces: tuple[str, ...]) -> None:
    if pieces:
        found[place] = (*found.get(place, ()), *pieces)


def _spoken(hidden: Iterable[str], findings: Mapping[str, Finding]) -> set[str]:
    """Keep the hidden names about which somebody would otherwise have made a claim."""
    return {name for name in hidden if name in findings}
