"""The mistakes of an evening: which were there to be noticed, and which were."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.app.trial_words import Count
from companion.play.people import People
from companion.play.people_words import HARMLESS, Level, Mends, Moment, Slip, SlipKind
from companion.session.evidence import Reading
from companion.session.table_faded import WHILE_S


class Slips:
    """Keep what people do wrong until the table tells them."""

    def __init__(self, people: People, levels: Iterable[Level]) -> None:
        """Take whoever makes the mistakes, and what the table knows of each seat."""
        self._people, self._levels = people, tuple(levels)
        self._made: dict[int, Slip] = {}
        self._showing: dict[int, int] = {}
        self._caught: set[int] = set()
        self._out_of_place: set[int] = set()
        self._gone_s: dict[int, float] = {}

    def note(self, moment: Moment, turn: int) -> None:
        """Keep what shows; what is put right in the same turn, untold, is no matter."""
        shown = {slip.number for slip in moment.slips}
        for number, since in tuple(self._showing.items()):
            if number not in shown:
                del self._showing[number]
                if since == turn and number not in self._caught:
                    self._made.pop(number)
        for slip in moment.slips:
            if slip.kind not in HARMLESS and slip.number not in self._made:
                self._made[slip.number] = slip
                self._showing[slip.number] = turn

    def look(self, moment: Moment, reading: Reading, now_s: float) -> None:
        """See which fallen figures have not been seen for a while where they belong."""
        seen = reading.atoms.union(reading.alike)
        gone = {atom.place for thing in moment.loose if (atom := thing.atom) not in seen}
        gone -= reading.silent
        lost = {slip.number for slip in moment.slips if not gone.isdisjoint(slip.places)}
        self._gone_s = {number: self._gone_s.get(number, now_s) for number in lost}
        self._out_of_place |= {
            n for n, since_s in self._gone_s.items() if now_s >= since_s + WHILE_S
        }

    def tell(self, places: Collection[str]) -> bool:
        """Tell people of places; return whether they find a mistake of theirs there."""
        slip = self._people.tell(places) if places else None
        if slip is not None:
            self._caught.add(slip.number)
        return slip is not None

    def add_up(self, count: Count) -> Iterator[str]:
        """Count what the tracking level could know of; return what was missed.

        Who has fallen over and is still plainly seen where he belongs does no harm.
        """
        for number, slip in self._made.items():
            if slip.kind is SlipKind.KNOCK and number not in self._caught | self._out_of_place:
                continue
            level = self._levels[slip.seat]
            if slip.mends is Mends.TOLD and slip.level in (Level.BOARD, level):
                count.mistakes_planted += 1
                count.mistakes_caught += number in self._caught
                if number not in self._caught:
                    yield f"missed:{slip.kind}:{','.join(slip.places)}"
