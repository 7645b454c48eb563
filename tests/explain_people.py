"""Somebody who watches simulated people through ``explain``, and keeps count of how well it goes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from test_people import seat_people

from companion.engine import CueKind
from companion.play.people_words import HARMLESS, Habits, Level, Mends, Moment, Slip, Tap
from companion.session.evidence import Reading
from companion.session.explain import Follower, explain
from companion.session.explain_search import Told
from companion.session.explain_verdicts import (
    Anchor,
    Choice,
    Impossible,
    Question,
    Unfinished,
    Unsure,
)


@dataclass
class Tally:
    """What a watcher has seen, said and got wrong."""

    games: int = 0
    turns: int = 0
    readings: int = 0
    wrong: list[Any] = field(default_factory=list)
    false: list[Any] = field(default_factory=list)
    questions: int = 0
    looked_again: int = 0
    planted: list[Slip] = field(default_factory=list)
    caught: set[tuple[int, int]] = field(default_factory=set)
    missed: list[Slip] = field(default_factory=list)
    verdicts: Counter[str] = field(default_factory=Counter)
    times_s: list[float] = field(default_factory=list)

    def quantile_ms(self, share: float) -> float:
        """Return the time within which this share of the readings was explained."""
        ordered = sorted(self.times_s)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.turns} turns, {self.readings} readings, "
            f"{len(self.wrong)} wrong, {len(self.false)} false accusations, "
            f"{len(self.caught)}/{len(self.planted)} slips, {self.questions} questions, "
            f"{self.looked_again} looked again, median {self.quantile_ms(0.5):.2f} ms, "
            f"95% {self.quantile_ms(0.95):.2f} ms, {dict(self.verdicts)}"
        )


#: Makes a reading of a moment; by default a perfect camera, which two equal pieces do not fool.
Camera = Callable[[Moment], Reading]


def perfect(moment: Moment) -> Reading:
    """See all that is not covered."""
    seen = moment.seen
    twice = frozenset(a for a, n in moment.table.items() if n > 1 and a.place not in seen.silent)
    return Reading(seen.atoms, seen.silent, twice=twice)


def patchy(rng: Random, share: float) -> Camera:
    """Return a camera that now and then cannot make out some places and pieces."""

    def read(moment: Moment) -> Reading:
        whole = perfect(moment)
        if rng.random() < 0.5:
            return whole
        places = {atom.place for atom in whole.atoms} | {f"b{n:02d}" for n in range(1, 38)}
        silent = whole.silent | {place for place in sorted(places) if rng.random() < share}
        atoms = frozenset(atom for atom in whole.atoms if atom.place not in silent)
        return Reading(atoms, silent, twice=frozenset(a for a in whole.twice if a in atoms))

    return read


class Watcher:
    """Follow one evening."""

    def __init__(
        self,
        table: tuple[Any, ...],
        habits: Habits,
        seed: int,
        tally: Tally,
        camera: Camera = perfect,
        *,
        check: bool = False,
    ) -> None:
        self.game, self.people = seat_people(table, habits, seed)
        self.level, self.tally, self.camera, self.check = Level(table[3]), tally, camera, check
        self.told: list[Told] = []
        self.pending: Tap | None = None
        self.before: Any = None
        self.truth: Any = None
        self.slips: dict[int, Slip] = {}
        self.caught: set[int] = set()
        self.accused: tuple[float, frozenset[str], Any] | None = None

    def watch(self) -> Tally:
        """Watch to the end of the game."""
        for moment in self.people:
            if self.before is None:
                self._anchor(Anchor(moment.state))
            self._note(moment)
            self._hear(moment)
            for tap in moment.taps:
                self._tap(moment, tap)
            if not moment.taps and moment.at_rest:
                self._look(moment)
        tally = self.tally
        tally.games += 1
        for number, slip in self.slips.items():
            if slip.mends is Mends.TOLD and slip.level in (Level.BOARD, self.level):
                tally.planted.append(slip)
                if number in self.caught:
                    tally.caught.add((tally.games, number))
                else:
                    tally.missed.append(slip)
        return tally

    def _anchor(self, anchor: Anchor) -> None:
        self.before, self.told, self.pending = anchor, [], None
        self.follower = Follower(self.game, anchor)

    def _note(self, moment: Moment) -> None:
        if moment.slip is not None and moment.slip.kind not in HARMLESS:
            self.slips[moment.slip.number] = moment.slip

    def _explain(self, moment: Moment, at_tap: bool) -> Any:
        reading = self.camera(moment)
        began = time.process_time()
        verdict = self.follower.explain(reading, self.told, at_tap=at_tap)
        self.tally.times_s.append(time.process_time() - began)
        self.tally.readings += 1
        self.tally.verdicts[f"{type(verdict).__name__}{' tap' if at_tap else ''}"] += 1
        if self.check:
            assert verdict == explain(self.game, self.before, reading, self.told, at_tap=at_tap)
        return verdict

    def _tap(self, moment: Moment, tap: Tap) -> None:
        if self._sets_up:
            self._anchor(Anchor(moment.state))
            return
        self.told.append(Told(tap.kind, tap.move))
        if tap.ends_turn or moment.seat is None:
            self.pending, self.truth = tap, moment.state
            for _ in range(5):  # people wait for the lamp before the next one begins
                if not isinstance(self._close(moment), Unsure):
                    break

    @property
    def _sets_up(self) -> bool:
        """Tell whether the game is still laid out: that is read as a layout, and not explained."""
        return any(cue.kind is CueKind.SET_UP for cue in self.game.cues(self.before.state))

    def _look(self, moment: Moment) -> None:
        if self._sets_up:
            return
        if self.pending is not None:
            self._close(moment)
            return
        verdict = self._explain(moment, at_tap=False)
        assert not isinstance(verdict, Question)
        if isinstance(verdict, Impossible):
            self._accuse(moment, verdict, verdict.places)

    def _accuse(self, moment: Moment, verdict: Any, places: frozenset[str]) -> Slip | None:
        slip = self.people.tell(places)
        if slip is None:
            case = moment, verdict, tuple(self.told), self.before
            self.accused = (self.accused or (moment.time_s, places, case))[0], places, case
        else:
            self.caught.add(slip.number)
            self.accused = None
        return slip

    def _hear(self, moment: Moment) -> None:
        """Give people a moment to understand: a slip is labelled once the hand is away."""
        if self.accused is None:
            return
        since_s, places, case = self.accused
        slip = self.people.tell(places)
        if slip is not None:
            self.caught.add(slip.number)
            self.accused = None
        elif moment.time_s > since_s + 0.5:
            self.tally.false.append(case)
            self.accused = None

    def _close(self, moment: Moment) -> Any:
        verdict = self._explain(moment, at_tap=True)
        if isinstance(verdict, Unsure):
            self.tally.looked_again += 1
            slip = self.people.tell(verdict.places) if verdict.places else None
            if slip is not None:  # they go and look, and see what they have done
                self.caught.add(slip.number)
        else:
            self._judge(moment, verdict)
        return verdict

    def _judge(self, moment: Moment, verdict: Any) -> None:
        if isinstance(verdict, Question):
            self.tally.questions += 1
            verdict = next(
                (c for c in verdict.choices if self._is_true(c.state)), verdict.choices[0]
            )
        assert self.pending is not None
        unfinished = isinstance(verdict, Unfinished | Choice) and verdict.todo
        wrong = isinstance(verdict, Impossible) or (unfinished and self.pending.ends_turn)
        if wrong:
            places = frozenset(p for item in verdict.todo for p in item.places)
            if isinstance(verdict, Impossible):
                places |= verdict.places
            slip = self._accuse(moment, verdict, places)
            if slip is not None and slip.at_tap:
                return  # once they have put it right, their tap counts
        if isinstance(verdict, Impossible):
            self._anchor(Anchor(self.truth))
            return
        self._take(moment, verdict, verdict.anchor)

    def _take(self, moment: Moment, verdict: Any, anchor: Anchor) -> None:
        if self.pending and self.pending.ends_turn:
            self.tally.turns += 1
        if not self._is_true(anchor.state):
            self.tally.wrong.append((moment, verdict, tuple(self.told), self.before))
            anchor = Anchor(self.truth, anchor.owed)
        self._anchor(anchor)

    def _is_true(self, state: Any) -> bool:
        return self.game.states.encode(state) == self.game.states.encode(self.truth)
