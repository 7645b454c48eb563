"""An eye that knows what lies there and doubts it, as often and in such ways as the real one does.

A game before it takes seconds instead of minutes, so that the referee can be tried on many.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from companion.engine import Atom
from companion.games.vienna.table_plan import table_plan
from companion.play.people_words import Moment, Thing
from companion.session.commands import Command, Moving, Saw
from companion.session.evidence import Reading, Stir

#: How often a piece of a kind cannot be made out, each time it is set down.
UNCLEAR = {"third_man": 0.03, "investigator": 0.02, "tile": 0.004, "flag": 0.004, "token": 0.02}
#: The same of piles on the roof, and of each figure that shares a field of the score.
PILE, SCORE = 0.08, 0.012
#: How often a house cannot be made out in which so many figures stand.
CROWD = (0.0, 0.002, 0.005, 0.015, 0.04, 0.08)
#: A score may stand between two fields, nearer to its own, or nearer to the next.
BETWEEN, BEYOND = 0.02, 0.008
#: Fields of the colour of the marker on them; others on which it would not be seen for sure either.
FAINT, DULL = 0.06, 0.12
#: A fallen figure is seen where it stood, makes its place unclear, or is seen nowhere.
AS_BEFORE, BLURS = 0.25, 0.65
#: So much rarer it is unclear each time that somebody has put it straight.
STRAIGHT = 0.35


class DimEye:
    """Looks at simulated people; whatever it doubts stays in doubt until hands were there."""

    def __init__(self, game: Any, options: Any, seed: str) -> None:
        """Make up how hard this table is to read."""
        self._seed = seed
        self._places = {place.id: place for place in game.places(game.setup(options))}
        self._meant = {Atom(p.id, piece) for p in self._places.values() for piece in p.holds}
        self._walkers = {
            Atom(place, piece): name
            for track in table_plan(game.box.board).tracks
            for piece, name in track.pieces.items()
            for place in track.places
        }
        self._names: defaultdict[str, set[Atom]] = defaultdict(set)
        for atom in self._meant:
            self._names[self._walkers.get(atom, atom.place)].add(atom)
        rng = Random(f"dim.{seed}")
        self._hard = rng.choice((0.3, 0.6, 1.0, 1.0, 1.6))
        self._sizes = {
            c: rng.choice((0.0, 0.05, 0.15, 0.3, 0.5)) for c in ("yellow", "red", "blue", "green")
        }
        self._straight: Counter[str] = Counter()
        self._hands: dict[str, Stir] = {}
        self._seen: object = None

    def straighten(self, places: Collection[str]) -> None:
        """Let people put straight what cannot be read."""
        self._straight.update(places)
        self._seen = None if places else self._seen

    def watch(self, moment: Moment, until_s: float) -> Iterator[tuple[float, Command]]:
        """Tell what can be seen as soon as nothing moves."""
        now_s = moment.time_s
        for hand in moment.hands:
            span = Stir(now_s, max(until_s, now_s) if hand.moving else now_s)
            for place in hand.hides.union(hand.reach) if hand.moving else hand.hides:
                self._hands[place] = span | self._hands.get(place, span)
        if not moment.at_rest:
            self._seen = None
            yield now_s, Moving()
            return
        shown = (moment.things, moment.loose, moment.hands, moment.room, dict(self._straight))
        if shown != self._seen:
            self._seen = shown
            stirred, self._hands = self._hands, {}
            wait_s = min(0.4, 0.6 * max(until_s - now_s, 0.0))
            yield now_s + wait_s, Saw(self._read(moment), stirred=stirred)

    def _chance(self, *what: object) -> float:
        return Random(f"{self._seed}|{what}").random()

    def _is_unclear(self, thing: Thing, company: Collection[Thing]) -> bool:
        """Tell whether this cannot be made out; figures at a house are unclear together."""
        atom, kind = thing.atom, str(thing.piece).partition(":")[0]
        tidied = self._straight[thing.place]
        if kind == "marker":
            return self._is_faint(atom) and self._chance(thing, "faint") < 0.8
        if thing.place.startswith("score:"):
            chance = SCORE * len(company)
        elif kind in ("agent", "feld"):
            chance, thing = CROWD[min(len(company), 5)], tuple(sorted(company))  # type: ignore[assignment]
        else:
            chance = (
                PILE
                if thing.place.startswith("roof:") and kind not in UNCLEAR
                else UNCLEAR.get(kind, 0.0)
            )
        return self._chance(thing, "unclear", tidied) < chance * self._hard * STRAIGHT**tidied

    def _is_faint(self, atom: Atom) -> bool:
        return self._chance("faint", atom) < FAINT * self._hard

    def _read(self, moment: Moment) -> Reading:
        houses: defaultdict[str, list[Thing]] = defaultdict(list)
        for thing in moment.things:
            houses[thing.place].append(thing)
        hidden, seen = moment.hidden & self._places.keys(), Counter[Atom]()
        vague: set[Atom] = set()
        alike: dict[Atom, Atom] = {}
        for thing in moment.things:
            atom = thing.atom
            if thing.place in hidden:
                if atom in self._walkers:
                    vague |= {a for a in self._names[self._walkers[atom]] if a.place in hidden}
            elif self._is_unclear(thing, houses[thing.place]):
                vague |= self._doubts(atom)
            else:
                one, other = self._looks_like(thing)
                seen[one] += 1
                if other in self._meant:
                    alike[other] = one
        for thing in (t for t in moment.loose if t.place not in hidden):
            fate = self._chance(thing, "fallen")
            seen[thing.atom] += fate < AS_BEFORE
            vague |= self._doubts(thing.atom) if AS_BEFORE <= fate < BLURS else set()
        vague |= {twin for atom in vague if (twin := _twin(atom)) in self._meant}
        atoms = frozenset(atom for atom, n in seen.items() if n and atom not in vague)
        return Reading(
            atoms,
            silent=frozenset(hidden),
            vague=frozenset(vague),
            twice=frozenset(atom for atom in atoms if seen[atom] > 1),
            alike={o: s for o, s in alike.items() if s in atoms},
            twins={twin: atom for atom in atoms if (twin := _twin(atom)) in self._meant},
        )

    def _doubts(self, atom: Atom) -> set[Atom]:
        """Return what is not known if this cannot be made out."""
        doubts = self._names[self._walkers.get(atom, atom.place)]
        if not atom.piece.startswith("marker:"):
            return doubts
        return {a for a in doubts if self._is_faint(a) or self._chance("dull", a) < DULL}

    def _looks_like(self, thing: Thing) -> tuple[Atom, Atom | None]:
        """Return what a piece looks like, and what it may be as well."""
        atom, twin = thing.atom, _twin(thing.atom)
        if atom.place.startswith("score:"):
            number = int(atom.place.partition(":")[2]) + Random(str(thing)).choice((-1, 1))
            beside = Atom(f"score:{number % 100}", atom.piece)
            chance = self._chance(thing, "between") / self._hard
            if chance < BEYOND:
                return beside, atom
            return atom, beside if chance < BEYOND + BETWEEN else None
        if twin not in self._meant:
            return atom, None
        big = atom.piece.startswith("feld:")
        open_ = self._sizes[atom.piece.partition(":")[2]] * (0.25 if big else 1.0)
        if self._chance(thing, "size") >= open_:
            return atom, None
        right = self._chance(thing, "seems") < (0.5 if big else 0.95)
        return (atom, twin) if right else (twin, atom)


def _twin(atom: Atom) -> Atom:
    """Return the figure of the same colour and another size."""
    kind, _, colour = str(atom.piece).partition(":")
    other = {"agent": "feld", "feld": "agent"}.get(kind, "")
    return Atom(atom.place, f"{other}:{colour}")
