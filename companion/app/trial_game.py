"""One evening of a trial: simulated people play, the table watches, and somebody keeps count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from companion.app.trial_fingers import Fingers
from companion.app.trial_host import BY_HOST, Host
from companion.app.trial_slips import Slips
from companion.app.trial_words import Clock, Complaint, Count, Eye
from companion.engine import Signs
from companion.play.people import People
from companion.play.people_words import Level, Moment
from companion.session.commands import Choose, Override
from companion.session.explain_tree import AnyGame
from companion.session.snapshot import Mode
from companion.session.store import OpenLog
from companion.session.store_entry import Kind
from companion.session.table import Table

#: People understand what they are told within this time; whoever insists longer accuses them.
_INSISTS_S = 3.0
#: Seconds for which people wait for the table, when they help it, and when they tell it.
_PATIENCE, _HELPS, _TELLS = 8, 2, 5
#: So long the last picture of an evening is looked at.
_LINGERS_S = 5.0


class Trial:
    """Let one evening happen.

    ``oddities`` describes everything that should not have happened, for whoever wants to know.
    """

    def __init__(
        self,
        game: AnyGame,
        people: People,
        log: OpenLog,
        eye: Eye,
        *,
        signs: Signs,
        levels: Iterable[Level],
    ) -> None:
        """Seat the people, and set up a table that watches them."""
        self.game, self.people, self.eye = game, people, eye
        self.clock = Clock()
        self.table = Table(game, log, signs=signs, clock=self.clock)
        self.count = Count()
        self.oddities: list[str] = []
        self._fingers = Fingers(lambda: self.table, self.count)
        self._truth: Any = None
        self._meant: Any = None
        self._checks = False
        self._slips = Slips(people, levels)
        self._complaint: Complaint | None = None
        self._asked = -1
        self._looked: dict[str, int] = {}
        self._host = Host(lambda: self.table, eye, self.count)
        self._late_s = 0.0

    def play(self, turns: int | None = None) -> Count:
        """Play to the end, or some turns; stop at once when something wrong is on record."""
        moments = iter(self.people)
        moment = next(moments, None)
        while moment is not None and not self.count.wrong_moves:
            later = next(moments, None)
            until_s = moment.time_s + _LINGERS_S if later is None else later.time_s
            until_s += self._late_s
            self._pass(replace(moment, time_s=moment.time_s + self._late_s), until_s)
            self._wait_for_the_table(moment, until_s)
            moment = later if turns is None or self.count.turns < turns else None
        if turns is None:
            self._compare_ends()
        self._add_up()
        return self.count

    def _pass(self, moment: Moment, until_s: float) -> None:
        """Live through one moment."""
        self._meant = moment.state
        self._slips.note(moment, self.count.turns)
        self._fingers.note(moment)
        self._wait(moment.time_s)
        self._respond(moment)
        self._watch(moment, until_s)

    def _watch(self, moment: Moment, until_s: float) -> None:
        for at_s, command in self.eye.watch(moment, until_s):
            self._wait(at_s)
            waits = self.table.turn.tapped is not None
            self.table.take(command)
            if waits and self.table.sight.blind:
                self._checks = False
                self._fingers.tap_again()
            self._respond(moment)
        while (due_s := self.table.due_s) is not None and due_s < until_s:
            self._wait(due_s)
            self._respond(moment)

    def _wait_for_the_table(self, moment: Moment, now_s: float) -> None:
        """Nobody goes on while the table still looks: people help it, or tell it what it sees."""
        for waited in range(_PATIENCE):
            if not self._is_stuck(moment):
                return
            if waited == _HELPS:
                if self._look_at(self._unclear(moment)):
                    return  # they see what they have done, and put it right
            elif waited >= _TELLS:
                self._tell(moment)
            self._watch(replace(moment, time_s=now_s + waited, taps=()), now_s + waited + 1)
            self._late_s += 1
        if self._is_stuck(moment):
            self.oddities.append(f"{self.count.turns}:unseen:{self.table.snapshot.unseen}")

    def _tell(self, moment: Moment) -> None:
        """Agree to the best guess, or tell what was done, move by move: one question in a turn."""
        serial = self.table.snapshot.settled.serial
        seat = self._fingers.seat if self._fingers else moment.seat
        truth = self.game.states.encode(self._truth)
        if self._host.confirm(truth) or self._host.tell_for(seat, moment):
            self.count.questions += self._asked != serial
            self._asked = serial

    def _unclear(self, moment: Moment) -> Collection[str]:
        """Return what the table says it cannot see; if nothing, where somebody just had a hand.

        Whoever is not taken at his word does not need to be told where.
        """
        snapshot, saw = self.table.snapshot, self.table.saw
        told = snapshot.unseen or snapshot.faded
        if told or saw is None or not self._fingers:
            return told
        stands = {atom.place for atom in moment.table}
        unclear = stands & {atom.place for atom in saw.reading.vague}
        if unclear:
            self.count.questions += 1
            self.oddities.append(f"{self.count.turns}:unclear:{','.join(sorted(unclear))}")
        return unclear

    def _look_at(self, unseen: Collection[str]) -> bool:
        """Go and see why the table cannot: return whether it is a slip, or something lies askew."""
        self.eye.straighten(unseen)
        return self._slips.tell(unseen)

    def _is_stuck(self, moment: Moment) -> bool:
        """Tell whether the table still makes out what was done, though nothing hinders it.

        A tap or an answer waits for a picture, or between turns pieces have been taken away.
        """
        snapshot = self.table.snapshot
        spoken = snapshot.wrong or snapshot.overdue or snapshot.doubt
        waits = snapshot.looking or bool(self._fingers)
        if moment.seat is None and moment.settled and snapshot.mode is Mode.PLAY:
            waits = waits or snapshot.settled != moment.state
        return moment.at_rest and waits and not spoken

    def _wait(self, until_s: float) -> None:
        self.clock.now_s = max(self.clock.now_s, until_s)
        self.table.take(None)

    def _respond(self, moment: Moment) -> None:
        """Do what people do when the table speaks to them."""
        self._check()
        self._type()
        self._host.set_up(moment)
        if self.table.snapshot.doubt is not None:
            self._choose()
        self._check()
        self._hear(moment)
        self._look_round(moment)

    def _type(self) -> None:
        """Tap what is due, and compare each turn as it ends."""
        for played in self._fingers.tap():
            self._truth, self._checks = played, True
            self._check()

    def _choose(self) -> None:
        snapshot = self.table.snapshot
        assert snapshot.doubt is not None
        if self._asked != snapshot.settled.serial:
            self.count.questions += 1
        self._asked = snapshot.settled.serial
        choices = snapshot.doubt.choices
        known = {self.game.states.encode(state) for state in (self._truth, self._meant)}
        true = (n for n, one in enumerate(choices) if self.game.states.encode(one.state) in known)
        self.table.take(Choose(BY_HOST, snapshot.version, next(true, 0)))
        self.count.other_taps += 1

    def _check(self) -> None:
        """Compare what was recorded with what was played, turn by turn."""
        if not self._checks or self.table.turn.tapped is not None:
            return
        self._checks = False
        self.count.turns += 1
        if not self._is(self.table.chronicle.state, self._truth):
            self.count.wrong_moves += 1
            self.oddities.append(f"{self.count.turns}:recorded:{self._recorded()}")

    def _is(self, one: Any, other: Any) -> bool:
        return self.game.states.encode(one) == self.game.states.encode(other)

    def _recorded(self) -> str:
        standing = self.table.chronicle.standing[-8:]
        return " ".join(bytes(entry.move).decode() for entry in standing)

    def _hear(self, moment: Moment) -> None:
        """Listen to complaints: own up to a slip, or shrug."""
        snapshot = self.table.snapshot
        things = snapshot.wrong.todo if snapshot.wrong else snapshot.overdue
        places = frozenset(place for todo in things for place in todo.places)
        if snapshot.wrong is not None:
            places |= frozenset(snapshot.wrong.places)
        if not places or snapshot.moving or not moment.settled:
            # While hands are at work, nobody insists on anything.
            self._complaint = None
        told = self._slips.tell(places)
        if not told and places and moment.settled and not snapshot.moving:
            self._insist(places)

    def _look_round(self, moment: Moment) -> None:
        """Look where a figure may have fallen over; it counts as a question if none has."""
        faded, saw = self.table.snapshot.faded, self.table.saw
        if saw is not None and moment.at_rest:
            self._slips.look(moment, saw.reading, self.clock.now_s)
        if not faded or not moment.at_rest:
            return
        turn, known = self.count.turns, self._looked
        new = any(known.get(place, turn - 2) < turn - 1 for place in faded)
        self._looked = known | dict.fromkeys(faded, turn)
        if not self._slips.tell(faded) and new:
            self.count.questions += 1
            self.oddities.append(f"{self.count.turns}:faded:{faded}")
            self.eye.straighten(faded)

    def _insist(self, places: frozenset[str]) -> None:
        if self._complaint is None or self._complaint.places != places:
            self._complaint = Complaint(places, self.clock.now_s)
        elif self.clock.now_s - self._complaint.since_s >= _INSISTS_S:
            self._protest()

    def _protest(self) -> None:
        """Nobody has done anything wrong, and still the table insists."""
        snapshot = self.table.snapshot
        self.count.false_accusations += 1
        said = snapshot.wrong.rule if snapshot.wrong else repr(snapshot.overdue)
        self.oddities.append(f"{self.count.turns}:accused:{said}")
        self._complaint = None
        if snapshot.wrong is not None:
            self.table.take(Override(BY_HOST, snapshot.version))

    def _compare_ends(self) -> None:
        state = self.table.chronicle.state
        if not self.count.wrong_moves and self.game.outcome(state) != self.game.outcome(
            self._meant
        ):
            self.count.wrong_moves += 1
            self.oddities.append("score-sheets=differ")

    def _add_up(self) -> None:
        count = self.count
        count.games = 1
        kinds = Counter(entry.kind for entry in self.table.chronicle.standing)
        count.moves = kinds[Kind.MOVE]
        self.oddities += self._slips.add_up(count)
