"""A turn in board tracking: what the camera can see of it, and one tap.

The cards are unknown.  What they may have done has bounds all the same (see ``hidden_cards``).
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine import UNKNOWN, Ask, Unknown
from companion.games.vienna import agent, enclosure, feld, hidden_cards, money, third_man, track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action
from companion.games.vienna.events import CardPlayed, PointsScored, StageEntered
from companion.games.vienna.full_events import FeldRoamed, MoneyStashed, OrderShown, ThirdManMoved
from companion.games.vienna.moves import (
    Advance,
    CardBonus,
    Done,
    Move,
    Place,
    Relocate,
    Roam,
    SetThirdMan,
    Stash,
)
from companion.games.vienna.rulebook import Rule, illegal, invalid
from companion.games.vienna.stages import Watching
from companion.games.vienna.state import Source, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Info


def asks(box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for whatever the seat does next; its tap ends the turn."""
    stage = state.stage
    assert isinstance(stage, Watching)
    # One id for the whole turn: a tap is not stale because the camera saw a marker move meanwhile.
    ask_id = f"{state.round}.watch.{stage.seat}"
    return (Ask(ask_id, "watch", stage.seat, seen_at=box.table_places),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List all that the rules allow next, whatever the hidden cards may be."""
    stage, seat = state.stage, ask.seat
    assert isinstance(stage, Watching)
    assert seat is not None
    moves: list[Move] = []
    if stage.roams:
        moves += [Roam(seat, building) for building in feld.roads(box, state, seat)]
        # Whatever else is done next, he has stayed.
        story = Story(box, state)
        _stay(story, seat)
        state, stage = story.state, _stage(story)
    if stage.leads:
        return (*moves, *(SetThirdMan(seat, building) for building in stage.leads))
    if stage.building is None and stage.steps <= 1:
        moves += agent.placements(box, state, seat)
    if hidden_cards.may_step(box, state, stage):
        moves += [Advance(seat, info) for info in Info]
    moves += [CardBonus(seat, points) for points in hidden_cards.bonuses(box, state, stage)]
    if money.room(state.seats[seat]):
        moves.append(Stash(seat, 1))
    if _has_stepped(box, state, stage):
        moves.append(Done(seat))
    return tuple(moves)


def land(story: Story, move: Place | Relocate) -> Step | Refusal | None:
    """Place or move the one agent of this turn and take what it encloses."""
    refusal = check_turn(story.state, move.seat, Watching) or agent.check_landing(story, move)
    if refusal:
        return refusal
    stage = _stage(story)
    if stage.building is not None:
        if story.enforces(Rule.ONE_AGENT_A_TURN):
            return illegal(Rule.ONE_AGENT_A_TURN)
        _stay(story, move.seat)
        stage = _stage(story)
    if stage.steps > 1 and story.enforces(Rule.AGENT_BEFORE_MARKER):
        return illegal(Rule.AGENT_BEFORE_MARKER)
    agent.set_down(story, move)
    landed = replace(stage, building=move.building)
    if feld.roads(story.box, story.state, move.seat):
        # Marrakesh: what is enclosed depends on where the Feld figure goes, so it has to wait.
        story.tell(StageEntered(replace(landed, roams=True)))
        return None
    story.tell(StageEntered(landed))
    _capture(story, move.seat)
    return None


def _capture(story: Story, seat: int) -> None:
    """Take what is enclosed; where the third man has helped, he walks on."""
    if not enclosure.take_enclosed(story, seat):
        return
    choices = third_man.next_buildings(story.box, story.state)
    if len(choices) == 1:
        story.tell(ThirdManMoved(choices[0]))
    elif choices:
        story.tell(StageEntered(replace(_stage(story), leads=choices)))


def roam(story: Story, move: Roam) -> Step | Refusal | None:
    """Let Marrakesh's figure walk on, then take what is enclosed."""
    refusal = check_turn(story.state, move.seat, Watching)
    if refusal:
        return refusal
    if move.building not in story.box.board.buildings:
        return invalid(Rule.NO_SUCH_BUILDING, building=move.building)
    stage = _stage(story)
    asked = stage.roams or not story.enforces(Rule.NO_ROAD_THERE)
    if not asked or not feld.may_walk(story, move):
        return illegal(Rule.NO_ROAD_THERE, building=move.building)
    story.tell(FeldRoamed(move.seat, move.building))
    story.tell(StageEntered(replace(stage, roams=False)))
    _capture(story, move.seat)
    return None


def lead(story: Story, move: SetThirdMan) -> Step | Refusal | None:
    """Send the third man where several buildings draw him equally."""
    refusal = check_turn(story.state, move.seat, Watching)
    if refusal:
        return refusal
    _stay(story, move.seat)
    stage = _stage(story)
    if move.building not in stage.leads and not _may_be_led(story, move):
        return illegal(Rule.THIRD_MAN_NOT_THERE, building=move.building)
    story.tell(ThirdManMoved(move.building))
    story.tell(StageEntered(replace(stage, leads=())))
    return None


def _may_be_led(story: Story, move: SetThirdMan) -> bool:
    """Tell whether the rule is waived that says where he goes, and he is there to be led."""
    there = story.state.third_man is not None and move.building in story.box.board.buildings
    return there and not story.enforces(Rule.THIRD_MAN_NOT_THERE)


def advance(story: Story, move: Advance) -> Step | Refusal | None:
    """Advance a marker: for action IV, or by an ability nobody has told us of."""
    refusal = _begin_other(story, move.seat)
    if refusal:
        return refusal
    stage = _stage(story)
    may_step = hidden_cards.may_step(story.box, story.state, stage)
    if not may_step and story.enforces(Rule.TOO_MANY_STEPS):
        return illegal(Rule.TOO_MANY_STEPS)
    if stage.steps:
        story.leave_unchecked(Rule.ABILITY_NOT_READY)
    track.advance(story, move.seat, move.info)
    story.tell(StageEntered(replace(stage, steps=stage.steps + 1)))
    return None


def score_bonus(story: Story, move: CardBonus) -> Step | Refusal | None:
    """Let points stand that the board does not explain, if hidden cards or orders can."""
    refusal = _begin_other(story, move.seat)
    if refusal:
        return refusal
    stage = _stage(story)
    explained = move.points in hidden_cards.bonuses(story.box, story.state, stage)
    if not explained and (move.points < 1 or story.enforces(Rule.NO_CARD_GIVES_THAT)):
        return illegal(Rule.NO_CARD_GIVES_THAT, count=move.points)
    story.leave_unchecked(Rule.ABILITY_NOT_READY)
    story.tell(PointsScored(move.seat, move.points, Source.CARDS))
    story.tell(StageEntered(replace(stage, bonus=stage.bonus + move.points)))
    return None


def stash(story: Story, move: Stash) -> Step | Refusal | None:
    """Count a coin that went into the cash box: one tap, one coin."""
    refusal = _begin_other(story, move.seat)
    if refusal:
        return refusal
    if move.count != 1 or not money.room(story.state.seats[move.seat]):
        return illegal(Rule.STASH_TOO_MUCH, to=move.seat, count=1)
    story.tell(MoneyStashed(move.seat, 1))
    return None


def finish(story: Story, move: Done) -> Step | Refusal | None:
    """End the turn; the cards of the actions II and IV go to the discard unseen."""
    refusal = _begin_other(story, move.seat)
    if refusal:
        return refusal
    stage = _stage(story)
    if not _has_stepped(story.box, story.state, stage):
        if story.enforces(Rule.MARKER_NOT_ADVANCED):
            return illegal(Rule.MARKER_NOT_ADVANCED)
    elif not stage.steps:
        story.leave_unchecked(Rule.MARKER_NOT_ADVANCED)
    story.tell(CardPlayed(move.seat, Action.II, UNKNOWN))
    story.tell(CardPlayed(move.seat, Action.IV, UNKNOWN))
    _forget_orders(story)
    return Step.NEXT_SEAT


def _forget_orders(story: Story) -> None:
    """Ask again for the open orders of the flag that was entered: one may have been accepted."""
    state = story.state
    if state.landed is None:
        return
    for field, number in state.display.items():
        if isinstance(number, str):
            flag = story.box.orders[number].flag
            if flag == state.flags[state.landed] or isinstance(flag, Unknown):
                story.tell(OrderShown(field, UNKNOWN))


def _begin_other(story: Story, seat: int) -> Refusal | None:
    """Go on with the turn: a Feld figure who has not walked stays, the third man must be led."""
    refusal = check_turn(story.state, seat, Watching)
    if refusal:
        return refusal
    _stay(story, seat)
    waits = _stage(story).leads and story.enforces(Rule.THIRD_MAN_WAITS)
    return illegal(Rule.THIRD_MAN_WAITS) if waits else None


def _stay(story: Story, seat: int) -> None:
    """Let Marrakesh's figure stay if he has not walked, and take what is enclosed."""
    if _stage(story).roams:
        story.tell(StageEntered(replace(_stage(story), roams=False)))
        _capture(story, seat)


def _stage(story: Story) -> Watching:
    assert isinstance(story.state.stage, Watching)
    return story.state.stage


def _has_stepped(box: Box, state: State, stage: Watching) -> bool:
    """Tell whether action IV can be over: a marker on its last field would not have moved."""
    stuck = any(state.markers[info] == last for info, last in box.last_fields.items())
    return stage.steps > 0 or stuck
