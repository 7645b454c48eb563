"""People at a real table: they play a game out with their hands, and sometimes slip.

A script is an iterator of moments.  Whoever watches may speak up in between::

    script = People(game, evening)
    for moment in script:
        if sure_that_something_is_wrong(moment):
            script.tell({"b07"})  # the slip they admit, or None: nothing is wrong there
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine import Signs
from companion.play.bots import Bot
from companion.play.dealer import Dealer
from companion.play.match import play
from companion.play.people_deeds import Deed, Hold, natural
from companion.play.people_drafts import Scene
from companion.play.people_hands import Hands
from companion.play.people_reach import Reach
from companion.play.people_slips import closing, plant
from companion.play.people_table import Table
from companion.play.people_turns import AnyGame, Shift, Span, cut, pieces_that_exist
from companion.play.people_words import Habits, Level, Moment, Slip, SlipKind


class Evening(msgspec.Struct, frozen=True):
    """Who plays what, how closely each seat is tracked, and how people behave.

    ``options`` must ask for the same tracking as ``tracking`` says.
    """

    options: Any
    bots: Sequence[Bot]
    dealer: Dealer
    tracking: tuple[Level, ...]
    signs: Signs
    habits: Habits = Habits()
    seed: int | str = 0


class People(Iterator[Moment]):
    """Play a whole evening out, moment by moment."""

    def __init__(self, game: AnyGame, evening: Evening) -> None:
        """Let the bots play the game first; then people act it out."""
        self._game, self._evening = game, evening
        self._rng = Random(f"people.{evening.seed}")
        answers = list(play(game, evening.options, evening.bots, evening.dealer))
        self._spans = tuple(cut(game, answers, evening.signs))
        start = answers[0].before
        self._exist = pieces_that_exist(game.expected_view(start).atoms, self._spans)
        reach = Reach(game.places(start), len(evening.tracking))
        table = Table(game, start, self._rng, reach)
        self._hands = Hands(table, self._rng, evening.habits)
        self._slips = self._since = 0
        self._script = self._play()

    def __next__(self) -> Moment:
        return next(self._script)

    def tell(self, places: Collection[str] = (), *, tap_again: bool = False) -> Slip | None:
        """Point at places; people admit a slip there and put it right, or shrug (``None``).

        With ``tap_again`` they repeat the turn tap once it is put right.
        """
        return self._hands.tell(frozenset(places), tap_again)

    def _play(self) -> Iterator[Moment]:
        yield replace(self._hands.table.moment(0), time_s=0.0)
        for number, span in enumerate(self._spans):
            self._look_round(span)
            yield from self._settle(span)
            yield from self._hands.play(span, self._deeds(number, span))
        yield from self._hands.mend()
        yield self._hands.table.moment(1.0)

    def _look_round(self, span: Span) -> None:
        """Take in where the places are now: some games lay out a new board."""
        table, places = self._hands.table, self._game.places(span.start)
        if tuple(table.reach.places.values()) != places:
            table.reach = Reach(places, len(self._evening.tracking))

    def _settle(self, span: Span) -> Iterator[Moment]:
        """Find an old slip out: after another turn, or when it is in the way."""
        pending, table = self._hands.pending, self._hands.table
        if pending is None:
            return
        places = frozenset[str]().union(*(shift.places for shift in pending.fix))
        in_the_way = any(part.places & places for p in span.parts for part in p.shifts)
        if in_the_way or (span.closing and table.turn > self._since):
            yield from self._hands.mend()

    def _deeds(self, number: int, span: Span) -> Sequence[Deed]:
        table, evening = self._hands.table, self._evening
        deeds = natural(span, self._rng, evening.habits, evening.signs, table.reach)
        if not span.closing or self._hands.pending is not None or span.seat is None:
            return deeds
        at = closing(deeds)
        planted = self._plant(number, span, tuple(deeds[:at]))
        if planted is None:
            return deeds
        self._slips += 1
        self._since = table.turn + 1
        hold = planted[-1]
        if isinstance(hold, Hold) and hold.slip.at_tap:
            return (*planted[:-1], deeds[at], hold, *deeds[at + 1 :])
        return (*planted, *deeds[at:])

    def _plant(self, number: int, span: Span, deeds: tuple[Deed, ...]) -> tuple[Deed, ...] | None:
        """Let one slip happen at most: the first that chance wants and that fits this turn."""
        rng, habits, seat = self._rng, self._evening.habits, span.seat
        assert seat is not None
        wanted = [kind for kind in SlipKind if rng.random() < habits.slips.get(kind, 0.0)]
        if not wanted:
            return None
        scene = self._scene(number, span, deeds)
        for kind in rng.sample(wanted, len(wanted)):
            level = self._evening.tracking[seat]
            planted = plant(scene, kind, self._slips, level, habits)
            if planted is not None:
                return planted
        return None

    def _scene(self, number: int, span: Span, deeds: tuple[Deed, ...]) -> Scene:
        reach, signs = self._hands.table.reach, self._evening.signs
        table = Counter(self._game.expected_view(span.start).atoms)
        spare = Counter(self._exist)
        spare.subtract(atom.piece for atom in table.elements())
        early = _next_of_another(self._spans[number + 1 : number + 4], span.seat)
        return Scene(self._game, span, deeds, self._rng, signs, reach, table, spare, early)


def _next_of_another(spans: Iterable[Span], seat: int | None) -> Shift | None:
    """Return the first thing that another seat will do."""
    for span in spans:
        if span.closing and span.seat != seat:
            first = next(span.before_tap(), None)
            return None if first is None else replace(first, answer=-1, seat=span.seat)
    return None


def paced(
    moments: Iterable[Moment],
    speed: float = 1.0,
    sleep: Callable[[float], None] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Moment]:
    """Hand out moments when they are due; ``inf`` is as fast as possible."""
    began_s = clock()
    for moment in moments:
        wait_s = 0.0 if speed == inf else moment.time_s / speed - (clock() - began_s)
        if wait_s > 0:
            sleep(wait_s)
        yield moment
