"""Abilities of the cards in the drawers: always voluntary, and a bonus never triggers a bonus."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from companion.engine import Ask, Unknown
from companion.games.vienna import track
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Action, Card, Effect, Trigger
from companion.games.vienna.events import AbilityUsed, BribesGained, PointsScored
from companion.games.vienna.moves import Move, Pass, Use
from companion.games.vienna.rulebook import Rule, ambiguous, illegal, invalid
from companion.games.vienna.state import Bonus, Source, State
from companion.games.vienna.story import Refusal, Step, Story, check_turn
from companion.games.vienna.words import Bribe, Info

_AFTER = {Action.II: Step.ACTION_3, Action.III: Step.ACTION_4, Action.IV: Step.FINISH}


def offer(
    story: Story, seat: int, action: Action, triggers: Mapping[Trigger, StrEnum | None]
) -> Step | None:
    """Offer every ability that an action has triggered, or go on to the next action."""
    drawers = story.state.seats[seat].drawers
    cards = (story.box.cards[card] for card in drawers if not isinstance(card, Unknown))
    ready = tuple(card.number for card in cards if _is_triggered(card, action, triggers))
    if not ready:
        return _AFTER[action]
    story.wait_at(Bonus(seat, action, ready))
    return None


def _is_triggered(card: Card, action: Action, triggers: Mapping[Trigger, StrEnum | None]) -> bool:
    if card.action is not action or card.effect is Effect.DISCOUNT or card.trigger not in triggers:
        return False
    return card.trigger is Trigger.FOREIGN or card.param == triggers[card.trigger]


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
    uses = [use for card in stage.ready for use in _uses(box.cards[card], stage.seat)]
    return (*uses, Pass(stage.seat))


def _uses(card: Card, seat: int) -> tuple[Use, ...]:
    if card.effect is Effect.ANY_BRIBE:
        return tuple(Use(seat, card.number, bribe=bribe) for bribe in Bribe)
    if card.effect is Effect.ANY_MARKER:
        return tuple(Use(seat, card.number, info=info) for info in Info)
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
    refusal = _check_choice(card, move)
    if refusal:
        return refusal
    story.tell(AbilityUsed(move.seat, move.card))
    _take_effect(story, card, move)
    left = tuple(other for other in stage.ready if other != move.card)
    if not left:
        return _AFTER[stage.action]
    story.wait_at(Bonus(move.seat, stage.action, left))
    return None


def _check_choice(card: Card, move: Use) -> Refusal | None:
    """Let a move name just what its card leaves open."""
    if card.effect is Effect.ANY_BRIBE and move.bribe is None:
        return ambiguous(Rule.WHICH_BRIBE, to=move.seat, card=card.number)
    if card.effect is Effect.ANY_MARKER and move.info is None:
        return ambiguous(Rule.WHICH_MARKER, to=move.seat, card=card.number)
    if move not in _uses(card, move.seat):
        return illegal(Rule.ABILITY_GIVES_OTHER, card=card.number)
    return None


def _take_effect(story: Story, card: Card, move: Use) -> None:
    seat = move.seat
    if card.effect is Effect.POINTS:
        story.tell(PointsScored(seat, card.amount, Source.CARDS))
    elif card.effect is Effect.ANY_MARKER:
        assert move.info is not None
        track.advance(story, seat, move.info)
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
