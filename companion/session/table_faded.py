"""Notice pieces that were plain to see and no longer are: one may have fallen over, or hide."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import dist

from companion.engine import Atom, Place
from companion.session.evidence import Reading
from companion.session.ports import Clock
from companion.session.todo import which

#: If more figures fade, and not at one place, it is the light that has changed, or the camera.
_FEW = 2
#: So long one must have faded: people set figures up again by themselves.
WHILE_S = 5.0
#: So long if somebody has come to stand beside it on its track, and may hide it.
BESIDE_S = 12.0
#: Who has been shown it for so long has looked.
SHOWN_S = 3.0
#: What may hold anything higher than this holds figures.
_TALL_MM = 12.0
#: Who stands so near may well hide another; on a track, where each has a field, one alone does not.
_NEAR_MM, _PAIR = 30.0, 2

#: Figures, and which stand near each of them, itself included.
Company = Mapping[Atom, frozenset[Atom]]


class Fading:
    """Remember what was seen well, and in which company, from reading to reading."""

    def __init__(self, clock: Clock) -> None:
        """Begin with a table of which nothing was seen."""
        self._clock = clock
        self._plain: Company = {}
        self._stirred: frozenset[Atom] = frozenset()
        self._unclear_s: dict[Atom, float] = {}
        self._since_s: dict[Atom, float] = {}
        self._beside_s: dict[Atom, float] = {}
        self._shown_s: dict[str, float] = {}
        self._looked: frozenset[Atom] = frozenset()
        self._met: set[tuple[str, str]] = set()
        self._said: frozenset[Atom] = frozenset()
        self.lost: frozenset[Atom] = frozenset()

    def look(
        self,
        reading: Reading,
        figures: Company,
        hidden: Collection[str] = (),
        late: frozenset[Atom] = frozenset(),
        stirred: Collection[str] = (),
        at_work: Collection[str] = (),
    ) -> None:
        """Take in a reading, and the figures that nobody has touched since the last tap.

        What a hand or a cup covers, or seems to show elsewhere, has not faded, nor what faded when
        a newcomer made a crowd, nor where nothing moved; ``hidden`` names the pieces that may be where
        something covers the table, ``late`` is what should have been there by the last tap, ``stirred``
        says where something moved since the last reading, and ``at_work`` where in this turn: another
        may have been put there, and only the tap tells.
        """
        seen = reading.atoms.union(reading.alike)
        here = {which(atom) for atom in seen}
        self._said = frozenset(a for a in self._said if a in figures or which(a) not in here)
        self._lose(late, here)
        known = {atom: near for atom, near in self._plain.items() if atom in figures}
        self._plain = known | {atom: near for atom, near in figures.items() if atom in seen}
        moved = {atom for atom in self._plain if atom.place in stirred}
        self._stirred = (self._stirred | moved) - seen
        doubted = (reading.vague - seen) & self._stirred - self._said
        unclear = {a for a in self._plain if a in doubted and not _is_covered(a, reading)}
        unclear |= self.lost - self._said
        now_s = self._clock()
        self._unclear_s = {atom: self._unclear_s.get(atom, now_s) for atom in unclear}
        faded = {
            atom
            for atom in unclear
            if atom in self._since_s
            or atom in self.lost
            or (
                (atom.place not in at_work or _is_on_track(atom))
                and (figures[atom] <= self._plain[atom] or _is_apart(atom, figures[atom]))
                and not (atom.piece in hidden and _strays(atom, reading))
            )
        }
        # What is seen again though nobody has touched it had never fallen.
        self._said |= {a for a in self._seen_by_all() - faded if a.place not in stirred}
        self._looked &= faded
        self._since_s = {atom: self._unclear_s[atom] for atom in faded}
        self._beside_s = {
            atom: self._unclear_s[atom]
            for atom in unclear - faded
            if _is_on_track(atom) and not (atom.piece in hidden and _strays(atom, reading))
        }

    def _lose(self, late: frozenset[Atom], here: set[tuple[str, str]]) -> None:
        """Keep what walks on a track, was seen there before and is nowhere now.

        Pieces do not vanish: it hides, and nobody has failed to put it there.
        """
        self._met |= here
        gone = {(piece, track) for piece, track in self._met - here if track}
        self.lost = frozenset(atom for atom in late if which(atom) in gone)

    def let_go(self) -> None:
        """Say no more of what people have been shown long enough, as long as it stands there.

        Whoever has looked and played on knows better than a camera that sees it now and then.
        """
        self._said |= self._seen_by_all()
        self._since_s = {a: s for a, s in self._since_s.items() if a not in self._said}
        self._beside_s = {a: s for a, s in self._beside_s.items() if a not in self._said}

    def show(self, places: Collection[str]) -> None:
        """Hear what people are shown from now on."""
        self._looked = self._seen_by_all()
        now_s = self._clock()
        self._shown_s = {place: self._shown_s.get(place, now_s) for place in places}

    def _seen_by_all(self) -> frozenset[Atom]:
        """Return what people have been shown long enough."""
        since_s = self._clock() - SHOWN_S
        long = {place for place, shown_s in self._shown_s.items() if shown_s <= since_s}
        shown = self._since_s.keys() | self._beside_s.keys()
        return self._looked | {atom for atom in shown if atom.place in long}

    @property
    def places(self) -> tuple[str, ...]:
        """Return where something has faded for a while."""
        now_s = self._clock()
        long = {a.place for a, since_s in self._since_s.items() if now_s >= since_s + WHILE_S}
        late = {a for a, since_s in self._beside_s.items() if now_s >= since_s + BESIDE_S}
        long |= {atom.place for atom in late}
        faded = late.union(self._since_s)
        places, figures = len({atom.place for atom in faded}), len(faded)
        # Whoever knocks over one makes its place unclear, not a second place full of others.
        return tuple(sorted(long)) if places == 1 or figures <= _FEW else ()

    @property
    def due_s(self) -> float | None:
        """Return when the next one will have faded for a while, though nothing happens."""
        now_s = self._clock()
        moments = [since_s + WHILE_S for since_s in self._since_s.values()]
        moments += [since_s + BESIDE_S for since_s in self._beside_s.values()]
        return min((moment for moment in moments if moment > now_s), default=None)


def standing(
    still: frozenset[Atom], now: frozenset[Atom], places: Collection[Place]
) -> dict[Atom, frozenset[Atom]]:
    """Return the figures among ``still``, each with those that stand near it ``now``.

    What is flat is none.
    """
    tall = {place.id: place for place in places if place.height_mm > _TALL_MM}
    lying = flat(places)
    figures = [atom for atom in now if atom.place in tall and atom.piece not in lying]
    return {
        atom: frozenset(o for o in figures if _is_near(tall[o.place], tall[atom.place]))
        for atom in figures
        if atom in still
    }


def flat(places: Collection[Place]) -> frozenset[str]:
    """Return the pieces that may also be where nothing stands."""
    low = (place for place in places if place.height_mm <= _TALL_MM)
    return frozenset(piece for place in low for piece in place.holds)


def _is_near(one: Place, other: Place) -> bool:
    return one.surface == other.surface and dist(one.xy_mm, other.xy_mm) <= _NEAR_MM


def _is_apart(atom: Atom, company: Collection[Atom]) -> bool:
    """Tell whether a figure stands on a track with at most one beside it."""
    return _is_on_track(atom) and len(company) <= _PAIR


def _is_on_track(atom: Atom) -> bool:
    return which(atom)[1] != ""


def gone_unnoticed(reading: Reading, figures: Company, at_work: Collection[str]) -> frozenset[Atom]:
    """Return the figures that are surely not where they were, nor their like, and no hand was there.

    They are as good as there, unless they have fallen over.
    """
    there = reading.atoms.union(reading.alike, reading.vague)
    return frozenset(
        atom
        for atom in figures
        if there.isdisjoint((atom, reading.twins.get(atom, atom)))
        and not (_is_on_track(atom) or atom.place in at_work or _is_covered(atom, reading))
    )


def _is_covered(atom: Atom, reading: Reading) -> bool:
    return atom.place in reading.silent or atom.piece in reading.silent


def _strays(atom: Atom, reading: Reading) -> bool:
    """Tell whether one of its kind may be anywhere."""
    return sum(one.piece == atom.piece for one in reading.vague) > 1


def may_hide(silent: Collection[str], places: Collection[Place]) -> frozenset[str]:
    """Return the pieces that may be where something covers the table."""
    return frozenset(piece for place in places if place.id in silent for piece in place.holds)
