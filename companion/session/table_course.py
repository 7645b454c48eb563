"""The course of a game: what is settled, what is followed, and how one becomes the other."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from msgspec.structs import replace

from companion.engine import CueKind, Signs, Text, View
from companion.session.chronicle import Chronicle, Heard, Step
from companion.session.commands import Saw, Sight
from companion.session.evidence import Evidence, Gap, Stir
from companion.session.explain_tree import AnyGame
from companion.session.explain_verdicts import Anchor, Impossible
from companion.session.layout import Layout, lay_out
from companion.session.ports import Clock
from companion.session.snapshot import Mode
from companion.session.store import OpenLog
from companion.session.store_entry import CAMERA, By, How
from companion.session.table_ahead import still_ahead
from companion.session.table_confirmed import confirmed
from companion.session.table_steps import steps
from companion.session.table_turn import Turn

TAKEN_BACK = Text("core.table.taken-back")
_BY_CAMERA = By(CAMERA, How.CAMERA)


class Course:
    """Follow one game from anchor to anchor, as far as it can be seen."""

    def __init__(
        self, game: AnyGame, log: OpenLog, signs: Signs, clock: Clock, *, eyes: bool
    ) -> None:
        """Take up a game where its log ends."""
        self.game, self.signs, self.clock = game, signs, clock
        self.chronicle = Chronicle(game, log)
        self.sight = Sight(blind=not eyes)
        self.saw: Saw | None = None
        self.paused = False
        self.compares = eyes and bool(self.chronicle.standing)
        self.layout: Layout | None = None
        self.last: tuple[Text, ...] = ()
        self.owing: int | None = None
        self.went_on_s = -inf
        self.accepted: frozenset[Any] = frozenset()
        self._owed: dict[int, Anchor] = {}
        self._cut: tuple[Saw | None, tuple[str, ...], bytes | None] | None = None
        #: Whether the eye tells where hands are.
        self.felt = False
        new, before = not self.chronicle.standing, self.chronicle.before_turn(signs)
        view = None if before is None else game.expected_view(before)
        self.begin(Anchor(self.chronicle.state), view, {} if new else None)

    @property
    def mode(self) -> Mode:
        """Say what the table is busy with."""
        if self.paused:
            return Mode.PAUSED
        if self.chronicle.ended:
            return Mode.OVER
        if self.turn.sets_up:
            return Mode.SET_UP
        return Mode.COMPARE if self.compares and not self.sight.blind else Mode.PLAY

    @property
    def watches(self) -> bool:
        """Tell whether what people say is held against what can be seen."""
        return not self.sight.blind and self.mode is Mode.PLAY

    def picture(self, places: tuple[str, ...]) -> bytes | None:
        """Return a picture of places; the same one is cut out only once."""
        if self._cut is None or self._cut[:2] != (self.saw, places):
            self._cut = self.saw, places, self.crop(frozenset(places))
        return self._cut[2]

    def crop(self, places: frozenset[str]) -> bytes | None:
        """Cut places out of the picture of now."""
        saw = self.saw
        return None if saw is None or saw.shot is None else saw.shot.crop(sorted(places))

    def begin(
        self, anchor: Anchor, before: View | None = None, stirred: Mapping[str, Stir] | None = None
    ) -> None:
        """Follow from here; look at once at what lies there already.

        ``stirred`` says where hands were meanwhile, if that is known: not after a pause, a power cut
        or something that was taken back.
        """
        heard = self.chronicle.heard
        self.turn = Turn(self.game, anchor, self.clock, heard, before, self.signs)
        self.turn.felt = self.felt
        if stirred is None:
            self.turn.forget_hands()
        else:
            self.turn.stir(stirred)
        self.layout = None
        if self.saw is not None:
            self.look(self.saw)

    def look(self, saw: Saw) -> None:
        """Make of a picture what is wanted now."""
        mode = self.mode
        if mode is Mode.SET_UP or (mode is Mode.PAUSED and self.turn.sets_up):
            self.layout = lay_out(self.game, self.chronicle.state, saw.reading)
        elif mode is not Mode.PAUSED:
            self.turn.look(saw.reading)
        if mode is Mode.COMPARE and self.turn.is_under_way and self._shows_most(saw):
            self.compares = False
        self.accepted &= self.turn.owed  # what was put right after all may be wrong again

    def _shows_most(self, saw: Saw) -> bool:
        """Tell whether most of what should lie there can be seen: what is covered proves nothing."""
        view = self.game.expected_view(self.turn.seen.state)
        return 2 * len(self.turn.evidence(saw.reading).hidden(view)) <= len(view.atoms)

    def settle(
        self, moves: tuple[Any, ...], heard: tuple[Heard, ...], anchor: Anchor | None = None
    ) -> None:
        """Write moves to the disk, and go on from there; a tap that waits goes on waiting."""
        before, turn = self.chronicle.state, self.turn
        view = self.game.expected_view(before)
        self.write(tuple(steps(self.game, before, moves, heard, self.saw)))
        if anchor is not None:
            brought = frozenset[Any]()
            if turn.tapped is not None:
                before_tap = self.game.expected_view(turn.belief(moves[:-1]).state)
                after = self.game.expected_view(anchor.state)
                self._confirm_picture(before_tap, after)
                brought = brought.union(*before_tap.change_to(after))
            unseen = self._unseen(brought)
            self._follow(replace(anchor, owed=anchor.owed | unseen), before, brought)
            return
        # Hands follow what was told: whatever it changes on the table has still to be done.
        gone, come = view.change_to(self.game.expected_view(self.chronicle.state))
        self.begin(self._anchor(turn.anchor.owed | gone | come, moves), stirred=turn.hands)
        if turn.tapped is not None:
            self.turn.tap(turn.tapped)

    def _follow(self, anchor: Anchor, before: Any, brought: frozenset[Any] = frozenset()) -> None:
        """Go on from what was settled; only what has lain there as it should can be put back.

        What the tap itself has brought nobody can have done by then.
        """
        if not any(cue.kind is CueKind.TURN for cue in self.game.cues(anchor.state)):
            early = still_ahead(anchor.owed, self.turn.early, self.signs.score)
            anchor = replace(anchor, early=early)
        late = anchor.owed - brought
        hands = self.turn.hands_since(self.gap(anchor.state).places)
        self.begin(anchor, None if late else self.game.expected_view(before), hands)

    def _anchor(self, owed: frozenset[Any], moves: tuple[Any, ...]) -> Anchor:
        """Go on behind moves that no tap has closed: what a turn under way owes is not late yet."""
        turn = self.turn
        goes_on = turn.seat is not None and not any(map(self.signs.ends_turn, moves))
        return Anchor(self.chronicle.state, owed, owed - turn.overdue if goes_on else frozenset())

    def _confirm_picture(self, before: View, after: View) -> None:
        """Let whoever took the picture know what people say it shows."""
        if self.saw is None or self.saw.shot is None:
            return
        view = confirmed(Evidence(self.saw.reading), before, after)
        if view is not None:
            self.saw.shot.confirmed(view)

    def write(self, turn: tuple[Step, ...]) -> None:
        """Write a turn to the disk, and tell what happened in it."""
        told = self.chronicle.settle(turn)
        if (number := self.chronicle.last_number) is not None:
            self._owed[number] = replace(self.turn.anchor, state=None)
        sentences = (self.game.narrate(state, event, None) for event, state in told)
        self.last = tuple(sentence for sentence in sentences if sentence is not None)

    def force(self, verdict: Impossible, by: By, tapped: Heard | None) -> None:
        """Let a move stand that a rule refuses, with all that was seen before it.

        A tap that waits goes on waiting.
        """
        before = self.chronicle.state
        known = steps(self.game, before, verdict.moves, self.turn.told, self.saw)
        forced = Step(verdict.move, by, self.crop(verdict.places), forced=True)
        self.write((*known, forced))
        owed = self.gap(self.chronicle.state).atoms
        self._follow(self._anchor(owed, (*verdict.moves, verdict.move)), before)
        if tapped is not None:
            self.turn.tap(tapped)

    def take_back(self, number: int, by: By) -> None:
        """Go back to before an entry of the log."""
        before, turn = self.chronicle.state, self.turn
        self.chronicle.undo(number, by)
        if self.chronicle.state == before:
            self.begin(turn.anchor, turn.before)
            told, now = turn.told_only.state, self.turn.told_only.state
            gone, come = self.game.expected_view(told).change_to(self.game.expected_view(now))
            self.turn.hold_back(gone | come)
        else:
            owed = self._owed.get(number, Anchor(None))
            self.begin(replace(owed, state=self.chronicle.state))
            self.turn.hold_back()
        self.last = (TAKEN_BACK,)

    def learn(self, game: AnyGame) -> None:
        """Go on from the same point with a game that knows more of what is printed."""
        turn = self.turn
        self.game = game
        self.chronicle.reopen(game)
        self.begin(turn.anchor, turn.before, turn.hands)
        if turn.tapped is not None:
            self.turn.tap(turn.tapped)

    def agree(self) -> None:
        """Play on with the table as it lies."""
        self.compares = False
        self.accepted = self.gap(self.turn.seen.state).atoms
        self.begin(Anchor(self.chronicle.state, self.accepted))

    def _unseen(self, atoms: frozenset[Any]) -> frozenset[Any]:
        """Return those about which the picture of now says nothing: nobody saw them done."""
        if self.saw is None:
            return frozenset()
        evidence = self.turn.evidence(self.saw.reading)
        return frozenset(atom for atom in atoms if not evidence.is_audible(atom))

    def gap(self, state: Any) -> Gap:
        """Return how the table differs from a state, as far as anybody has seen it."""
        if self.saw is None:
            return Gap(frozenset(), frozenset())
        return self.turn.evidence(self.saw.reading).gap(self.game.expected_view(state))

    def go_on(self) -> None:
        """Settle what is clear by now, take back what was put back, and end what is over."""
        if self.watches and self.saw is not None:
            closed = self.turn.closed
            if closed is not None:
                self.owing, by_itself = self.turn.seat, self.turn.tapped is None
                self.settle(closed.moves, self.turn.all_told, closed.anchor)
                self.went_on_s = self.clock() if by_itself else self.went_on_s
            elif self.turn.was_put_back:
                self._put_back()
        if not self.chronicle.ended and self._is_over() and (last := self.chronicle.last):
            self.chronicle.end(last.by)

    def _put_back(self) -> None:
        number = self.chronicle.last_number
        if number is not None:
            self.take_back(number, _BY_CAMERA)
            self.last = (Text("core.table.put-back"),)

    def _is_over(self) -> bool:
        state = self.chronicle.state
        if self.game.outcome(state) is None:
            return False
        return not any(ask.blocks for ask in self.game.asks(state))
