"""A turn in board tracking: what the camera can see of it, and one tap.

The cards are unknown.  What they may have done has bounds all the same: no more cards than drawers
are filled, one step of a marker for action IV, and only the points that some card can give.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from msgspec.structs import replace

from companion.engine import UNKNOWN, Ask
from companion.games.vienna import agent, track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card, Effect, Trigger
from companion.games.vienna.events import CardPlayed, PointsScored, StageEntered
from companion.games.vienna.landing import foreign_agent
from companion.games.vienna.moves import Advance, CardBonus, Done, Move, Place, Relocate
from companion.games.vienna.rulebook import Rule, illegal
from companion.games.vienna.state import Source, State, Watching
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Info


def asks(box: Box, state: State) -> tuple[Ask, ...]:
    """Ask for whatever the seat does next; its tap ends the turn."""
    stage = state.stage
    if not isinstance(stage, Watching):
        return ()
    # One id for the whole turn: a tap is not stale because the camera saw a marker move meanwhile.
    ask_id = f"{state.round}.watch.{stage.seat}"
    return (Ask(ask_id, "watch", stage.seat, seen_at=tuple(box.board.buildings)),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List all that the rules allow next, whatever the hidden cards may be."""
    stage = state.stage
    assert isinstance(stage, Watching)
    assert ask.seat is not None
    moves: list[Move] = []
    if stage.building is None and stage.steps <= 1:
        moves += agent.placements(box, state, stage.seat)
    if _check_step(box, state, stage) is None:
        moves += [Advance(stage.seat, info) for info in Info]
    moves += [CardBonus(stage.seat, points) for points in _bonuses(box, state, stage)]
    if _check_done(box, state, stage) is None:
        moves.append(Done(stage.seat))
    return tuple(moves)


def land(story: Story, move: Place | Relocate) -> Step | Refusal | None:
    """Place or move the one agent of this turn and take what it encloses."""
    refusal = check_turn(story.state, move.seat, Watching) or agent.check_landing(story, move)
    if refusal:
        return refusal
    stage = _stage(story)
    if stage.building is not None:
        return illegal(Rule.ONE_AGENT_A_TURN)
    if stage.steps > 1:
        return illegal(Rule.AGENT_BEFORE_MARKER)
    agent.set_down(story, move)
    agent.take_enclosed(story, move.seat, move.building)
    story.tell(StageEntered(replace(stage, building=move.building)))
    return None


def advance(story: Story, move: Advance) -> Step | Refusal | None:
    """Advance a marker: for action IV, or by an ability nobody has told us of."""
    refusal = check_turn(story.state, move.seat, Watching)
    if refusal:
        return refusal
    stage = _stage(story)
    refusal = _check_step(story.box, story.state, stage)
    if refusal:
        return refusal
    if stage.steps:
        story.leave_unchecked(Rule.ABILITY_NOT_READY)
    track.advance(story, move.seat, move.info)
    story.tell(StageEntered(replace(stage, steps=stage.steps + 1)))
    return None


def score_bonus(story: Story, move: CardBonus) -> Step | Refusal | None:
    """Let points stand that the board does not explain, if some cards can."""
    refusal = check_turn(story.state, move.seat, Watching)
    if refusal:
        return refusal
    stage = _stage(story)
    if stage.bonus:
        return illegal(Rule.BONUS_TAKEN)
    if move.points not in _bonuses(story.box, story.state, stage):
        return illegal(Rule.NO_CARD_GIVES_THAT, count=move.points)
    story.leave_unchecked(Rule.ABILITY_NOT_READY)
    story.tell(PointsScored(move.seat, move.points, Source.CARDS))
    story.tell(StageEntered(replace(stage, bonus=move.points)))
    return None


def finish(story: Story, move: Done) -> Step | Refusal | None:
    """End the turn; the cards of the actions II and IV go to the discard unseen."""
    refusal = check_turn(story.state, move.seat, Watching)
    if refusal:
        return refusal
    refusal = _check_done(story.box, story.state, _stage(story))
    if refusal:
        return refusal
    story.tell(CardPlayed(move.seat, Action.II, UNKNOWN))
    story.tell(CardPlayed(move.seat, Action.IV, UNKNOWN))
    return Step.NEXT_SEAT


def _stage(story: Story) -> Watching:
    assert isinstance(story.state.stage, Watching)
    return story.state.stage


def _check_step(box: Box, state: State, stage: Watching) -> Refusal | None:
    """Allow one step for action IV, and one more for each ability that may lie in the drawers."""
    extra = stage.steps
    granting = _families(box, Effect.ANY_MARKER, placed=stage.building is not None, foreign=False)
    cards = extra + _fewest_cards(box, state, stage).get(stage.bonus, 0)
    if extra > len(granting) or cards > len(state.seats[stage.seat].drawers):
        return illegal(Rule.TOO_MANY_STEPS)
    return None


def _check_done(box: Box, state: State, stage: Watching) -> Refusal | None:
    """Miss the step of action IV, unless it may have been the step of a marker that cannot move."""
    stuck = any(state.markers[info] == last for info, last in box.last_fields.items())
    if stage.steps == 0 and not stuck:
        return illegal(Rule.MARKER_NOT_ADVANCED)
    return None


def _bonuses(box: Box, state: State, stage: Watching) -> tuple[int, ...]:
    """Return the points that the cards not yet spent on steps can give."""
    if stage.bonus:
        return ()
    left = len(state.seats[stage.seat].drawers) - max(0, stage.steps - 1)
    fewest = _fewest_cards(box, state, stage)
    return tuple(sorted(points for points, cards in fewest.items() if 0 < cards <= left))


def _fewest_cards(box: Box, state: State, stage: Watching) -> dict[int, int]:
    placed = stage.building is not None
    foreign = placed and foreign_agent(state, stage.seat, stage.building or "")
    return _point_sums(box, placed=placed, foreign=foreign)


@lru_cache(maxsize=64)
def _point_sums(box: Box, *, placed: bool, foreign: bool) -> dict[int, int]:
    """Return every sum of points that cards can give in one turn, with the fewest cards for it."""
    families = _families(box, Effect.POINTS, placed=placed, foreign=foreign)
    sums: dict[int, int] = {}
    for size in range(len(families) + 1):
        for chosen in combinations(families, size):
            sums.setdefault(sum(card.amount for card in chosen), size)
    return sums


@lru_cache(maxsize=64)
def _families(box: Box, effect: Effect, *, placed: bool, foreign: bool) -> tuple[Card, ...]:
    """Return one card of each family that may have had this effect.

    A turn has one bribe, one building and one marker to match, and a desk never holds the same
    ability twice: so each family can help at most once.
    """
    possible = {Trigger.BRIBE, Trigger.INFO}
    possible |= {Trigger.HUE, Trigger.FLAG} if placed else set()
    possible |= {Trigger.FOREIGN} if foreign else set()
    cards = (card for card in box.cards.values() if card.effect is effect)
    return tuple({card.family: card for card in cards if card.trigger in possible}.values())
