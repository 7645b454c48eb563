"""Abilities of the cards in the drawers: always voluntary, and a bonus never triggers a bonus."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from msgspec.structs import replace

from companion.engine import Ask, Unknown
from companion.games.vienna import track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card, Effect, Trigger
from companion.games.vienna.changes import without
from companion.games.vienna.events import AbilityUsed, BribesGained, PointsScored
from companion.games.vienna.landing import sets_off
from companion.games.vienna.moves import Move, Pass, Use
from companion.games.vienna.payment import in_order
from companion.games.vienna.rulebook import Rule, ambiguous, illegal, invalid
from companion.games.vienna.stages import Bonus, DrawingAhead
from companion.games.vienna.state import Source, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Bribe, Info

_AFTER = {Action.II: Step.ACTION_3, Action.III: Step.ORDERS, Action.IV: Step.FINISH}


def offer(story: Story, seat: int, action: Action, times: Callable[[Card], int]) -> Step | None:
    """Offer every ability that an action has triggered, or go on.

    A card that was triggered several times, once a tile for instance, is ready several times.
    """
    drawers = story.state.seats[seat].drawers
    cards = (story.box.cards[card] for card in drawers if not isinstance(card, Unknown))
    ready = tuple(
        card.number
        for card in cards
        if card.action is action and card.effect not in _NOT_A_BONUS
        for _ in range(times(card))
    )
    if not ready:
        return _AFTER[action]
    story.wait_at(Bonus(seat, action, ready))
    return None


#: Effects on what is paid or moved, which their own actions look after.
_NOT_A_BONUS = (Effect.DISCOUNT, Effect.WILD_BRIBE, Effect.OTHER_MARKER)


def offer_for(story: Story, seat: int, action: Action, what: Bribe | Info) -> Step | None:
    """Offer what a bribe has triggered in action II, or a marker in action IV."""
    return offer(story, seat, action, lambda card: int(card.param == what))


def offer_landing(story: Story, seat: int) -> Step | None:
    """Offer what this turn's agent and the tiles it brought have triggered."""
    landed = story.state.landed
    assert landed is not None

    def times(card: Card) -> int:
        if card.trigger in _CAPTURES:
            return _captures(story, seat, card)
        return int(sets_off(story.box, story.state, seat, landed, card))

    return offer(story, seat, Action.III, times)


_CAPTURES = (Trigger.GOT_INFO, Trigger.NEW_INFO, Trigger.SQUARE, Trigger.ANY_INFO)


def _captures(story: Story, seat: int, card: Card) -> int:
    """Count the captures of this turn that suit a card: abilities fire once a tile."""
    taken = story.state.taken
    kinds = list(taken.values())
    if card.trigger is Trigger.GOT_INFO:
        return kinds.count(Info(str(card.param)))
    if card.trigger is Trigger.SQUARE:
        return sum(story.box.board.squares[square].value == card.param for square in taken)
    if card.trigger is Trigger.NEW_INFO:
        tiles = story.state.seats[seat].tiles
        return sum(tiles[kind] == kinds.count(kind) for kind in set(kinds))
    return len(kinds)


def asks(_box: Box, state: State) -> tuple[Ask, ...]:
    """Ask which ability comes next."""
    stage = state.stage
    if not isinstance(stage, Bonus):
        return ()
    return (Ask(f"{state.serial}.bonus", "bonus", stage.seat),)


def options(box: Box, state: State, ask: Ask) -> tuple[Move, ...]:
    """List every way to use each ability that is ready, and doing without."""
    stage = state.stage
    assert isinstance(stage, Bonus)
    assert ask.seat is not None
    ready = dict.fromkeys(stage.ready)
    uses = [use for card in ready for use in _uses(box.cards[card], stage.seat, state)]
    return (*uses, Pass(stage.seat))


def _uses(card: Card, seat: int, state: State) -> tuple[Use, ...]:
    if card.effect in (Effect.ANY_BRIBE, Effect.EQUAL_BRIBES):
        return tuple(Use(seat, card.number, bribe=bribe) for bribe in Bribe)
    if card.effect is Effect.ANY_MARKER:
        return tuple(Use(seat, card.number, info=info) for info in Info)
    if card.effect is Effect.DIFFERENT_BRIBES:
        handfuls = combinations(Bribe, len(state.seats))
        return tuple(Use(seat, card.number, bribes=handful) for handful in handfuls)
    return (Use(seat, card.number),)


def use(story: Story, move: Use) -> Step | Refusal | None:
    """Use one ability that is ready."""
    refusal = check_turn(story.state, move.seat, Bonus)
    if refusal:
        return refusal
    card = story.box.cards.get(move.card)
    if card is None:
        return invalid(Rule.NO_SUCH_CARD, card=move.card)
    stage = story.state.stage
    assert isinstance(stage, Bonus)
    if move.card not in stage.ready:
        return illegal(Rule.ABILITY_NOT_READY, card=move.card)
    refusal = _check_choice(card, move, story.state)
    if refusal:
        return refusal
    story.tell(AbilityUsed(move.seat, move.card))
    left = without(stage.ready, (move.card,))
    if card.effect is Effect.DRAW_CARDS:
        story.wait_at(DrawingAhead(move.seat, card.amount, left))
        return None
    _take_effect(story, card, move)
    return go_on(story, move.seat, stage.action, left)


def go_on(story: Story, seat: int, action: Action, ready: tuple[int, ...]) -> Step | None:
    """Offer the abilities that are left, or go on."""
    if not ready:
        return _AFTER[action]
    story.wait_at(Bonus(seat, action, ready))
    return None


def _check_choice(card: Card, move: Use, state: State) -> Refusal | None:
    """Let a move name just what its card leaves open."""
    bribes = (Effect.ANY_BRIBE, Effect.EQUAL_BRIBES, Effect.DIFFERENT_BRIBES)
    if card.effect in bribes and move.bribe is None and not move.bribes:
        return ambiguous(Rule.WHICH_BRIBE, to=move.seat, card=card.number)
    if card.effect is Effect.ANY_MARKER and move.info is None:
        return ambiguous(Rule.WHICH_MARKER, to=move.seat, card=card.number)
    if replace(move, bribes=in_order(move.bribes)) not in _uses(card, move.seat, state):
        return illegal(Rule.ABILITY_GIVES_OTHER, card=card.number)
    return None


def _take_effect(story: Story, card: Card, move: Use) -> None:
    seat = move.seat
    if card.effect is Effect.POINTS:
        story.tell(PointsScored(seat, card.amount, Source.CARDS))
    elif card.effect is Effect.ANY_MARKER:
        assert move.info is not None
        track.advance(story, seat, move.info)
    elif card.effect is Effect.OWN_MARKER:
        for _ in range(card.amount):
            track.advance(story, seat, Info(str(card.param)))
    elif card.effect is Effect.DIFFERENT_BRIBES:
        for bribe in move.bribes:
            story.tell(BribesGained(seat, bribe, 1))
    else:
        bribe = move.bribe or Bribe(str(card.param))
        story.tell(BribesGained(seat, bribe, card.amount))


def decline(story: Story, move: Pass) -> Step | Refusal | None:
    """Leave the abilities that are still ready unused."""
    refusal = check_turn(story.state, move.seat, Bonus)
    if refusal:
        return refusal
    stage = story.state.stage
    assert isinstance(stage, Bonus)
    return _AFTER[stage.action]
