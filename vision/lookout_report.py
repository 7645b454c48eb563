"""From what the lookout tells to what a running table understands: readings, motion, blindness.

A watch is made once for a game and runs in a thread of its own::

    report = Report(knowledge, game.places(state), Wording("vienna"))
    watch = Watch(camera, Lookout(Eye(knowledge)), report, session.submit)
    Thread(target=watch.run).start()
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from threading import Event

from companion.engine import Atom, Place, Text, View
from companion.session.commands import Command, Moving, Saw, Sight
from companion.session.evidence import Reading
from companion.session.ports import Camera
from vision import reading as eye_reading
from vision.blind_spots import look_alikes, shown, twins
from vision.evidence import SURE
from vision.eye import Knowledge
from vision.health import Verdict
from vision.lookout import Lookout
from vision.lookout_news import Busy, Found, Lost, Moved, News, Poor, Stable
from vision.lookout_shot import PlaceShot
from vision.register_evidence import Missing, Reason
from vision.wording import Wording, trouble

_LOG = logging.getLogger(__name__)
#: What is just sure enough to be sworn to counts so much; what is clearer comes near to 1.
_JUST_SURE = 0.9
#: What a camera can mend itself by getting used to the light anew.
_LIGHT = frozenset({"dark", "burnt"})


#: Hears what people have confirmed to lie there, where this was seen.
Confirmed = Callable[[Stable, View], object]


class Words:
    """Turns readings of the eye into readings of one game's table.

    ``places`` are those of the game that is played: what it knows no piece for is no evidence,
    whatever lies there.  Pieces of it that nobody showed the eye are never claimed, and a figure
    that would pass for another of its colour may be either.
    """

    def __init__(self, knowledge: Knowledge, places: Iterable[Place]) -> None:
        """Learn which pieces may be where, and under which names they are doubted."""
        plan, places = knowledge.plan, tuple(places)
        holds = {place.id: frozenset(place.holds) for place in places}
        self._meant = frozenset(Atom(place, p) for place, held in holds.items() for p in held)
        self._places = frozenset(holds)
        self._pieces = frozenset(atom.piece for atom in self._meant)
        self._names = eye_reading.Names(plan)
        self._doubts: dict[str, frozenset[Atom]] = {}
        walking: set[Atom] = set()
        self._walkers: dict[Atom, str] = {}
        for track in plan.tracks:
            for piece, name in track.pieces.items():
                atoms = frozenset(Atom(place, piece) for place in track.places) & self._meant
                self._doubts[name] = atoms
                self._walkers.update(dict.fromkeys(atoms, name))
                walking |= atoms
        for place, held in holds.items():
            atoms = frozenset(Atom(place, piece) for piece in held) - walking
            self._doubts[place] = self._doubts.get(place, frozenset()) | atoms
        self._alike = dict(look_alikes(knowledge, places))
        self._twins = dict(twins(knowledge, places))
        known = shown(knowledge)
        strange = frozenset(atom for atom in self._meant if atom.piece not in known)
        self._never = strange.difference(self._alike)

    @property
    def guests(self) -> tuple[str, ...]:
        """Return the pieces that may be taken for others."""
        return tuple(dict.fromkeys(atom.piece for atom in self._alike))

    def reading(self, seen: eye_reading.Reading) -> Reading:
        """Return what a reading of the eye says about the game."""
        counts = Counter(
            atom
            for place, pieces in seen.found.items()
            for piece in pieces
            if (atom := Atom(place, piece)) in self._meant
        )
        # What is covered may be anything; of what is only doubtful, the rest of the picture holds.
        covered = seen.hidden & self._places
        doubted = (self._doubted(name, seen) for name in seen.unsure | seen.hidden)
        vague = self._never.union(*doubted)
        vague = vague.union(other for other, known in self._passes_for() if known in vague)
        atoms = frozenset(counts) - vague
        pairs = {**seen.either, **seen.near}
        either = {other: known for known, other in pairs.items() if other in self._meant}
        alike = self._alike | either
        return Reading(
            atoms,
            silent=covered,
            vague=vague,
            twice=frozenset(atom for atom, count in counts.items() if count > 1) - vague,
            alike={other: known for other, known in alike.items() if known in atoms},
            twins={other: seen for other, seen in self._twins.items() if seen in atoms},
            sureness=self._sureness(seen, counts),
            strange=frozenset(self._strange(seen)),
        )

    def _passes_for(self) -> Iterator[tuple[Atom, Atom]]:
        """Yield what may be where, and what it passes for: where that is unclear, both are.

        A figure that walks is not seen to be nowhere while one of its colour is unclear.
        """
        yield from self._alike.items()
        yield from (
            (other, known) for other, known in self._twins.items() if other in self._walkers
        )

    def _strange(self, seen: eye_reading.Reading) -> Iterator[str]:
        """Yield what surely lies there and is no part of the game, such as a colour nobody plays."""
        doubtful = seen.unsure | seen.hidden
        for place, pieces in seen.found.items():
            for piece in pieces:
                names = {place, self._names.of(Atom(place, piece))}
                if piece not in self._pieces and names.isdisjoint(doubtful):
                    yield piece

    def _doubted(self, name: str, seen: eye_reading.Reading) -> frozenset[Atom]:
        """Return about which atoms a reading says nothing that is unsure of a name.

        Who walks from place to place and was surely not seen is at one that is hidden, or nowhere;
        who was not surely seen is at one where nobody can say that it is not.
        """
        atoms, margins = self._doubts.get(name, frozenset()), seen.margins
        absent = seen.absent.get(name, frozenset())
        if name in seen.doubtful:
            return frozenset(atom for atom in atoms if atom.piece in seen.doubtful[name])
        if name in self._places or name not in seen.hidden or margins.get(name, 0.0) < SURE:
            return frozenset(atom for atom in atoms if atom.place not in absent)
        if any(atom.place not in margins for atom in atoms):
            return atoms  # of its places alone nothing is said, not even that they are hidden
        return frozenset(atom for atom in atoms if atom.place in seen.hidden)

    def _sureness(self, seen: eye_reading.Reading, found: Iterable[Atom]) -> dict[str, float]:
        """Say how clear each place is: as its least clear claim."""
        margins = {
            place: seen.margins[place]
            for place, doubts in self._doubts.items()
            if doubts and place in seen.margins and place in self._places
        }
        for atom in found:
            margin = seen.margins.get(self._walkers.get(atom, ""))
            if margin is not None:
                margins[atom.place] = min(margins.get(atom.place, margin), margin)
        return {place: sureness(margin) for place, margin in margins.items()}


def sureness(margin: float) -> float:
    """Return how sure a margin makes us, from 0 to 1.

    >>> sureness(0.5), sureness(1.0), sureness(2.0)
    (0.45, 0.9, 0.95)
    """
    share = margin / SURE
    return round(_JUST_SURE * share if share < 1 else 1 - (1 - _JUST_SURE) / share, 3)


class Report:
    """Turns news into commands for a session; only the newest picture is kept."""

    def __init__(
        self,
        knowledge: Knowledge,
        places: Iterable[Place],
        wording: Wording,
        confirmed: Confirmed = lambda _seen, _view: None,
    ) -> None:
        """Take what the eye knows, the places of the game and its words."""
        self._plan, self._wording, self._confirmed = knowledge.plan, wording, confirmed
        self._words = Words(knowledge, places)
        guests = self._words.guests
        self._guests = (Text("see.guests", {"pieces": wording.pieces(guests)}),) if guests else ()
        self._lost: dict[str, Missing] = {}
        self._poor: Poor = Poor(())
        self._shot: PlaceShot | None = None

    def tell(self, news: News) -> Iterator[Command]:
        """Say to the session what the lookout has noticed."""
        match news:
            case Stable(reading, frame, vantage, stirred):
                if self._shot is not None:
                    self._shot.let_go()
                hear = partial(self._confirmed, news)
                self._shot = PlaceShot(frame, vantage, self._plan, hear)
                yield Saw(self._words.reading(reading), self._shot, stirred=stirred)
            case Busy():
                yield Moving()
            case Lost(surface, reason, figures):
                self._lost[surface] = Missing(Reason(reason), figures)
                yield self._sight()
            case Found():
                self._lost.clear()
                yield self._sight()
            case Poor():
                self._poor = news
                yield self._sight()
            case Moved(surface):
                # It was found again at once, and nobody has to do anything.
                check = news.check
                _LOG.info("%s: %s by %s px, found again", surface, check.name, check.figure)

    def _sight(self) -> Sight:
        checks = self._poor.checks
        notices: tuple[Text, ...] = (
            *(self._wording.missing(name, why) for name, why in self._lost.items()),
            *(trouble(check) for check in checks),
            *self._guests,
        )
        bad = any(check.verdict is Verdict.BAD for check in checks)
        return Sight(blind=bool(self._lost) or bad, notices=notices)


class Watch:
    """A camera, the lookout behind it, and somebody to tell."""

    def __init__(
        self,
        camera: Camera,
        lookout: Lookout,
        report: Report,
        submit: Callable[[Command], object],
        refresh: Callable[[], object] = lambda: None,
    ) -> None:
        """Connect them; nothing is read yet.

        ``refresh`` lets the camera get used to the light anew, where it holds on to what it was.
        """
        self._camera, self._lookout = camera, lookout
        self._report, self._submit, self._refresh = report, submit, refresh
        self._ended = Event()

    def step(self) -> None:
        """Take in the next frame."""
        for news in self._lookout.see(self._camera.read()):
            if isinstance(news, Poor) and any(check.name in _LIGHT for check in news.checks):
                self._refresh()
            for command in self._report.tell(news):
                self._submit(command)

    def run(self) -> None:
        """Take in frames until somebody stops it; made for a thread of its own."""
        while not self._ended.is_set():
            self.step()

    def stop(self) -> None:
        """End :meth:`run` after the frame that it is at."""
        self._ended.set()
