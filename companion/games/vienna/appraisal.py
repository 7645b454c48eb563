"""A sensible player's feeling for what a move is worth, in points.

It looks one move ahead and guesses the rest: enough for lively opponents in a simulated game, and
for sorting what a phone offers first.  The rules do not depend on any of it.  All numbers here are
tastes, found by letting bots of different tastes play each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import Unknown
from companion.games.vienna import desk_appraisal, moves
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Card, Trigger
from companion.games.vienna.glance import Glance, gain, glance_at
from companion.games.vienna.stages import Watching
from companion.games.vienna.state import State
from companion.games.vienna.words import Bribe, Info

#: How much of a door's worth one more bribe brings, for a player with none, one or more of it.
_KEY = (0.12, 0.4, 0.05)
#: How much of it two bribes bring to a player who cannot, or can already, pay for it.
_TWO_KEYS = (0.5, 0.1)
#: How often a turn sets off an ability, by trigger.
_FREQUENCY: Mapping[Trigger, float] = {
    Trigger.BRIBE: 0.35,
    Trigger.HUE: 0.2,
    Trigger.FLAG: 0.2,
    Trigger.FOREIGN: 0.35,
    Trigger.INFO: 0.35,
    Trigger.SEAL: 0.2,
    Trigger.GOT_INFO: 0.12,
    Trigger.NEW_INFO: 0.2,
    Trigger.SQUARE: 0.15,
    Trigger.ANY_INFO: 0.5,
    Trigger.PAY: 0.3,
    Trigger.DEPICTED: 0.2,
}


def worth(box: Box, state: State, move: moves.Move) -> float:
    """Appraise a legal move for the seat that makes it; moves without an opinion are worth 0."""
    appraise = _APPRAISE.get(type(move))
    return 0.0 if appraise is None else appraise(glance_at(box, state, move), move)


def _ability(glance: Glance, card: Card) -> float:
    """Say what a card in a drawer gives from now to the end."""
    return gain(glance, card) * _FREQUENCY.get(card.trigger, 0.0) * min(glance.turns_left + 1, 6)


def _plan(glance: Glance, move: moves.Plan) -> float:
    cards = glance.box.cards
    ability = _ability(glance, cards[move.drawer])
    bribe = _one_bribe(glance, cards[move.bribe].bribe)
    return ability + bribe + _step(glance, cards[move.info].info)


def _stow(glance: Glance, move: moves.Stow) -> float:
    card = glance.me.drawers[move.slot or 0]
    return 0.0 if isinstance(card, Unknown) else -_ability(glance, glance.box.cards[card])


def _place(glance: Glance, move: moves.Place) -> float:
    return glance.door(move.building)


def _relocate(glance: Glance, move: moves.Relocate) -> float:
    """Count what the agent gives up where it stood, and a little for the waste of a figure."""
    gain = glance.door(move.building) - glance.reach(move.origin)
    if move.origin in glance.box.board.buildings[move.building].neighbours:
        gain += glance.reach(move.building, without=move.origin) - glance.reach(move.building)
    return gain - 0.5


def _take_bribes(glance: Glance, move: moves.TakeBribes) -> float:
    """Open a door next turn, if there is one; the more keys at hand, the less another helps."""
    owned = glance.me.purse[move.bribe]
    if not glance.turns_left or isinstance(owned, Unknown):
        return 0.01
    return 0.01 + _TWO_KEYS[owned >= 2] * glance.best_doors[move.bribe]


def _one_bribe(glance: Glance, bribe: Bribe | Unknown) -> float:
    if isinstance(bribe, Unknown):
        return 0.0
    owned = glance.me.purse[bribe]
    if isinstance(owned, Unknown):
        return 0.0
    return 0.1 + _KEY[min(owned, 2)] * glance.best_doors[bribe]


def _pay(_glance: Glance, move: moves.Pay) -> float:
    return -float(len(move.bribes))


def _use(glance: Glance, move: moves.Use) -> float:
    card = glance.box.cards[move.card]
    if move.info is not None:
        return 0.1 + _step(glance, move.info)
    if move.bribe is not None:
        return 0.1 + card.amount * _one_bribe(glance, move.bribe)
    if move.bribes:
        return 0.1 + sum(_one_bribe(glance, bribe) for bribe in move.bribes)
    return gain(glance, card)


def _step(glance: Glance, info: Info | Unknown) -> float:
    """Say what a step of a marker brings: points now, and value at the end."""
    if isinstance(info, Unknown):
        return 0.0
    return 1.4 * glance.me.tiles[info]


def _advance(glance: Glance, move: moves.Advance) -> float:
    """Take the one step of action IV, and claim no more where nobody sees the cards."""
    stage = glance.state.stage
    claimed = isinstance(stage, Watching) and stage.steps > 0
    # No card can be counted on to show a marker that stands at its end, however well it pays.
    stuck = glance.state.markers[move.info] == glance.box.last_fields[move.info]
    return -1.0 if claimed or stuck else 0.1 + _step(glance, move.info)


def _redirect(glance: Glance, move: moves.Redirect) -> float:
    return _step(glance, move.info)


def _card_bonus(_glance: Glance, _move: moves.CardBonus) -> float:
    return -1.0


_APPRAISE: Mapping[type, Callable[[Glance, Any], float]] = {
    moves.Plan: _plan,
    moves.Stow: _stow,
    moves.Place: _place,
    moves.Relocate: _relocate,
    moves.TakeBribes: _take_bribes,
    moves.Pay: _pay,
    moves.Use: _use,
    moves.Advance: _advance,
    moves.CardBonus: _card_bonus,
    moves.Redirect: _redirect,
    **desk_appraisal.APPRAISE,
}
