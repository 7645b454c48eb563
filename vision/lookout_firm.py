"""Several readings of a table at rest, put together to one that stands firm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import inf

from companion.engine import Plan
from vision.evidence import SURE
from vision.lookout_crowds import Claim, Crowds, Partly
from vision.lookout_twins import Twins
from vision.reading import Names, Reading
from vision.steady import Doubt, Seen, Steady

#: So many looks must agree about a place, however clear a single one may be: a shadow that falls
#: just now is clear as well.
LOOKS = 2


class Firm:
    """Remembers what looks said about each name, until something moves."""

    def __init__(self, plan: Plan) -> None:
        self._walkers = {
            name: (piece, track.places)
            for track in plan.tracks
            for piece, name in track.pieces.items()
        }
        self._walks = {
            (place, piece) for piece, places in self._walkers.values() for place in places
        }
        self._steady = Steady[Claim](frames=LOOKS, margin=inf)
        self._sworn: dict[str, Claim] = {}
        self._absent: dict[str, frozenset[str]] = {}
        self._claimed: defaultdict[str, set[str]] = defaultdict(set)
        self._names, self._twins, self._crowds = Names(plan), Twins(plan), Crowds()
        self.looks = 0

    def forget(self) -> None:
        """Start anew: anything may have changed."""
        self._sworn.clear()
        self._absent.clear()
        self._claimed.clear()
        self._twins.forget()
        self._crowds.forget()
        self.doubt()

    def doubt(self) -> None:
        """Look anew at the same table: the light has changed, but no piece can have."""
        self._steady.forget()
        self.looks = 0

    def add(self, reading: Reading) -> Reading:
        """Take in one more look; return what all of them together can swear to, and no guess.

        Which of two it is, or at which of two places, it leaves open and does not call a doubt.
        """
        self.looks += 1
        reading = self._twins.settle(reading, self._sworn)
        answers = self._steady.take(
            {name: self._sight(reading, name) for name in reading.margins}, at_rest=True
        )
        assert answers is not None
        hidden = frozenset(name for name, answer in answers.items() if answer is Doubt.HIDDEN)
        for name in hidden:
            self._sworn.pop(name, None)
        firm = {n: answer for n, answer in answers.items() if not isinstance(answer, Doubt)}
        sure = {name: claim for name, claim in firm.items() if self._swear(name, claim)}
        unsure = frozenset(answers) - hidden - frozenset(sure)
        self._crowds.add({name: self._partly(reading, name) for name in answers})
        crowds = self._crowds.of(unsure) if self.looks >= LOOKS else {}
        doubtful = {name: crowd.doubtful for name, crowd in crowds.items()}
        told = sure | {name: crowd.plain for name, crowd in crowds.items()}
        either, near = (
            {seen: other for seen, other in pairs.items() if self._names.of(seen) in told}
            for pairs in (reading.either, reading.near)
        )
        absent = self._rule_out(reading)
        return Reading(
            self._found(told),
            unsure,
            hidden,
            reading.margins,
            either=either,
            near=near,
            absent={n: places for n, places in absent.items() if places and n in unsure},
            doubtful=doubtful,
        )

    def _partly(self, reading: Reading, name: str) -> Partly | None:
        """Return what a look says about who stands at a place, though not of everybody."""
        if name in self._walkers or name in reading.hidden:
            return None
        claim = self._claim(reading, name)
        if name in reading.unsure and reading.margins[name] < SURE:
            doubtful = reading.doubtful.get(name)
            return None if doubtful is None else Partly(claim, doubtful)
        return Partly(claim)

    def _rule_out(self, reading: Reading) -> dict[str, frozenset[str]]:
        """Return where unsure walkers are not, as all looks say since something moved."""
        for name in self._walkers.keys() & reading.margins.keys():
            if isinstance(self._sight(reading, name), Doubt):
                here = reading.absent.get(name, frozenset())
                self._absent[name] = here & self._absent.get(name, here)
            else:
                self._claimed[name] |= {*self._claim(reading, name), *self._beside(reading, name)}
        if self.looks < LOOKS:
            return {}
        return {name: places - self._claimed[name] for name, places in self._absent.items()}

    def _beside(self, reading: Reading, name: str) -> Iterator[str]:
        """Yield at which other places a walker may be that was found."""
        for pairs in (reading.either, reading.near):
            yield from (other.place for other in pairs.values() if self._names.of(other) == name)

    def _swear(self, name: str, claim: Claim) -> bool:
        """Tell whether we may swear to a claim.

        While nothing moves, nothing changes: once we have sworn, another answer is not the truth
        about the table but a reason to doubt.
        """
        return self._sworn.setdefault(name, claim) == claim

    def _sight(self, reading: Reading, name: str) -> Seen[Claim] | Doubt:
        if name in reading.hidden:
            return Doubt.HIDDEN
        if name in reading.unsure and reading.margins[name] < SURE:
            return Doubt.UNSURE
        return Seen(self._claim(reading, name), reading.margins[name])

    def _claim(self, reading: Reading, name: str) -> Claim:
        if name in self._walkers:
            piece, places = self._walkers[name]
            return tuple(place for place in places if piece in reading.found.get(place, ()))
        pieces = reading.found.get(name, ())
        return tuple(sorted(piece for piece in pieces if (name, piece) not in self._walks))

    def _found(self, claims: Mapping[str, Claim]) -> dict[str, tuple[str, ...]]:
        """Turn claims back into what is where: what lies below, who walks above."""
        found = {
            name: claim for name, claim in claims.items() if claim and name not in self._walkers
        }
        for name, places in claims.items():
            if name in self._walkers:
                for place in places:
                    found[place] = (*found.get(place, ()), self._walkers[name][0])
        return found
