"""A running game: pictures, taps and answers come in, and what is settled is on the disk.

One thread owns a table.  It is told everything by :meth:`Table.take`, also that time has passed, and
shows what it knows as a :class:`Snapshot`::

    table = Table(game, log, signs=kit.signs, clock=time.monotonic)
    reply = table.take(Saw(reading))
    table.snapshot.state
"""

from __future__ import annotations

from collections.abc import Collection
from functools import singledispatchmethod

from msgspec.structs import replace

from companion.engine import Signs, Text
from companion.session.chronicle import Unfit
from companion.session.commands import (
    Ailing,
    Answer,
    Choose,
    Command,
    Confirm,
    Correct,
    Done,
    Inspect,
    Learned,
    Moving,
    No,
    Override,
    Pause,
    Pressed,
    Reply,
    Saw,
    Sight,
    Switch,
    Undo,
)
from companion.session.covers import Covers
from companion.session.explain_tree import AnyGame
from companion.session.jolt import by_hand
from companion.session.ports import Clock
from companion.session.store import OpenLog
from companion.session.store_fault import NotAllowed, StoreError
from companion.session.table_answer import give, read_by_itself
from companion.session.table_back import let_stand, undo
from companion.session.table_correct import correct, inspect
from companion.session.table_course import Course
from companion.session.table_dial import Dialling
from companion.session.table_faded import Company, Fading, gone_unnoticed, may_hide, standing
from companion.session.table_fresh import Freshness
from companion.session.table_level import switch
from companion.session.table_press import Presses
from companion.session.table_taps import Taps
from companion.session.table_view import show
from companion.session.table_vouched import choose, confirm
from companion.session.witness import Witness

#: So long we wait before we try again to write what did not fit on the disk.
RETRY_S = 2.0
_STALE = Text("core.table.stale")


class Table(Course):
    """Take commands for one game.

    ``eyes`` says whether a camera watches; without one people tell every move.  A game that has
    begun before is compared with what lies on the table first.
    """

    def __init__(
        self,
        game: AnyGame,
        log: OpenLog,
        *,
        signs: Signs,
        clock: Clock,
        eyes: bool = True,
        first: int = 0,
    ) -> None:
        """Take up a game where its log ends; ``first`` is the version that is shown first."""
        super().__init__(game, log, signs, clock, eyes=eyes)
        self.moving = False
        self.fault: Text | None = None
        self.ailing: tuple[Text, ...] = ()
        self.dialling, self.taps, self.presses = Dialling(self), Taps(self.clock), Presses(self)
        self.fading = Fading(self.clock)
        self.witness = Witness()
        self._covers = Covers(self.clock)
        self._again_s: float | None = None
        self.snapshot = show(self, first)
        self._fresh = Freshness(self)

    @property
    def due_s(self) -> float | None:
        """Return when the table wants to be reminded of the time, if it does."""
        moments = (self.turn.due_s, self.fading.due_s, self.presses.due_s, self._again_s)
        return min((moment for moment in moments if moment is not None), default=None)

    def take(self, command: Command | None = None) -> Reply:
        """Take in a command, or just the time; the snapshot afterwards shows what came of it."""
        turn, tapped = self.turn, self.turn.tapped
        version, written = self.snapshot.version, self.chronicle.count
        try:
            reply = No(_STALE) if self._fresh.is_stale(command) else self._take(command)
        except StoreError as error:
            reply = No(self._not_saved(error))
        except Unfit:
            self.turn.verdict, reply = None, No(_STALE)
        fault = self._follow_up()
        if fault is not None and self.turn.tapped not in (None, tapped):
            # Whoever tapped just now is told so, and may tap again.
            self.turn.cancel()
            self.taps.forget()
            reply = No(fault)
        if self.chronicle.count > written:
            self.fault = None
        if self.turn is not turn:
            self.fading.let_go()
            if self.saw is not None:
                self._notice(self.saw)
        if isinstance(command, Pressed):
            self.presses.note(reply)
        fresh = show(self, version)
        self.fading.show(fresh.faded)
        if fresh != self.snapshot:
            self.snapshot = replace(fresh, version=version + 1)
            self._fresh.note(version + 1)
        return replace(reply, version=self.snapshot.version) if isinstance(reply, Done) else reply

    def _follow_up(self) -> Text | None:
        """Do what follows by itself; what cannot be written now is tried again."""
        self._again_s = None
        try:
            self.go_on()
        except StoreError as error:
            self._again_s = self.clock() + RETRY_S
            return self._not_saved(error)
        except Unfit:
            self.turn.verdict = None
            return _STALE
        return None

    def _not_saved(self, error: StoreError) -> Text:
        """Remember what is wrong with the disk until something is on it again."""
        if not isinstance(error, NotAllowed):
            self.fault = error.text
        return error.text

    @singledispatchmethod
    def _take(self, command: object) -> Reply:
        raise TypeError(f"{type(command).__name__} is no command")

    @_take.register
    def _pass(self, _time: None) -> Reply:
        return Done(0)

    @_take.register
    def _saw(self, command: Saw) -> Reply:
        saw = self.witness.amend(command, self.game.expected_view(self.turn.anchor.state))
        self.felt = self.turn.felt = self.felt or bool(saw.stirred)
        bared = self._covers.lift(saw)
        saw = bared if self.felt else saw
        self.saw, self.moving = saw, False
        self.turn.stir(saw.stirred)
        self.look(saw)
        return Done(0)

    def look(self, saw: Saw) -> None:
        """Make of a picture what is wanted now, and notice what can no longer be seen."""
        # What somebody says lies there is no ghost, whoever's hand was there.
        self.turn.said |= saw.told.keys()
        super().look(saw)
        # A push stirs all of a board, and knocks nobody over.
        self._notice(saw, by_hand(saw.stirred, self.game.places(self.turn.anchor.state)))

    def _notice(self, saw: Saw, stirred: Collection[str] = ()) -> None:
        """Notice what can no longer be seen."""
        places = self.game.places(self.turn.anchor.state)
        hidden = may_hide(saw.reading.silent, places)
        late = self.gap(self.turn.seen.state).missing & self.turn.overdue
        reading, figures, at_work = saw.reading, self._untouched(), self.turn.stirred
        if self.felt and self.turn.hands is not None:
            gone = gone_unnoticed(reading, figures, at_work)
            reading = replace(reading, vague=reading.vague | gone)
            stirred = {*stirred, *(atom.place for atom in gone)}
        self.fading.look(reading, figures, hidden, late, stirred, at_work)

    def _untouched(self) -> Company:
        """Return the figures that stand where they stood at the last tap."""
        game, before = self.game, self.turn.anchor.state
        now = game.expected_view(self.turn.seen.state).atoms
        return standing(game.expected_view(before).atoms & now, now, game.places(before))

    @_take.register
    def _moved(self, _command: Moving) -> Reply:
        self.saw, self.moving = None, True
        self.turn.look_away()
        return Done(0)

    @_take.register
    def _see(self, command: Sight) -> Reply:
        self.sight = command
        if command.blind:
            self.saw, self.moving = None, False
            self.turn.go_blind()
            self.turn.cancel()
        return Done(0)

    @_take.register
    def _ail(self, command: Ailing) -> Reply:
        self.ailing = command.notices
        return Done(0)

    @_take.register
    def _pause(self, command: Pause) -> Reply:
        resumes = self.paused and not command.on
        self.paused = command.on
        if resumes:
            self.compares = not self.sight.blind and bool(self.chronicle.standing)
            if self.saw is not None:
                self.look(self.saw)
        return Done(0)

    # Answers and taps

    @_take.register
    def _answer(self, command: Answer) -> Reply:
        return give(self, command)

    @_take.register
    def _learned(self, command: Learned) -> Reply:
        self.learn(command.game)
        while (known := read_by_itself(self.turn)) is not None:
            if isinstance(give(self, known), No):
                break
        return Done(0)

    @_take.register
    def _press(self, command: Pressed) -> Reply:
        meant = self.presses.meant(command.press)
        return meant if isinstance(meant, Done | No) else self._take(meant)

    @_take.register
    def _choose(self, command: Choose) -> Reply:
        return choose(self, command)

    @_take.register
    def _confirm(self, command: Confirm) -> Reply:
        return confirm(self, command)

    @_take.register
    def _undo(self, command: Undo) -> Reply:
        return undo(self, command)

    @_take.register
    def _override(self, command: Override) -> Reply:
        return let_stand(self, command)

    @_take.register
    def _inspect(self, command: Inspect) -> Reply:
        return inspect(self, command)

    @_take.register
    def _correct(self, command: Correct) -> Reply:
        return correct(self, command)

    @_take.register
    def _switch(self, command: Switch) -> Reply:
        return switch(self, command)
