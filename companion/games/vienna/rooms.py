"""The rooms of VIENNA's rules: who asks, who answers, and what follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from companion.games.vienna import (
    agent,
    bonus,
    bribe,
    card_phase,
    drawer,
    enclosure,
    facts,
    feld,
    learning,
    marker,
    money,
    moves,
    open_orders,
    order_facts,
    orders,
    payday,
    purchase,
    rounds,
    scoring,
    setup,
    stages,
    third_man,
    watching,
)
from companion.games.vienna.lore import CardPart, OrderPart
from companion.games.vienna.story import Forced, Refusal, Step, Story

#: The room of the rules that asks, by stage.
ASKING: Mapping[type, ModuleType] = {
    stages.SettingUp: setup,
    stages.CardPhase: card_phase,
    stages.Learning: learning,
    stages.LearningOrder: learning,
    stages.Stowing: drawer,
    stages.Acting: agent,
    stages.Paying: agent,
    stages.Roaming: feld,
    stages.Leading: third_man,
    stages.Bonus: bonus,
    stages.DrawingAhead: card_phase,
    stages.Ordering: orders,
    stages.Stashing: money,
    stages.Redirecting: marker,
    stages.Finishing: rounds,
    stages.Watching: watching,
    stages.Purchasing: purchase,
    stages.Settling: purchase,
    stages.Payday: payday,
    stages.Dismissing: open_orders,
    stages.Counting: scoring,
    stages.Over: scoring,
}

OPTIONS: Mapping[str, ModuleType] = {
    "lay-tile": setup,
    "lay-flag": setup,
    "take-starter": setup,
    "set-third-man": third_man,
    "lead-third-man": third_man,
    "draw": card_phase,
    "plan": card_phase,
    **{f"read-card-{part}": learning for part in CardPart},
    **{f"read-order-{part}": learning for part in OrderPart},
    "stow": drawer,
    "act": agent,
    "pay": agent,
    "roam": feld,
    "bonus": bonus,
    "orders": orders,
    "stash": money,
    "redirect": marker,
    "watch": watching,
    "done": rounds,
    "buy": purchase,
    "settle": purchase,
    "payday": payday,
    "dismiss": open_orders,
    "dismiss-some": open_orders,
    "show-order": order_facts,
    "take-start-order": order_facts,
    "tell-order": order_facts,
    "tell-money": order_facts,
    "tell-drawer": facts,
    "tell-bribes": facts,
    "count-money": scoring,
    "count-bribes": scoring,
}

FORCED: Mapping[Step, Forced] = {
    Step.SET_UP: setup.begin_if_ready,
    Step.BEGIN_ROUND: rounds.begin,
    Step.ACTION_1: drawer.begin,
    Step.ACTION_2: bribe.begin,
    Step.ACTION_3: agent.begin,
    Step.FELD: feld.begin,
    Step.CAPTURE: enclosure.capture,
    Step.THIRD_MAN: third_man.walk_on,
    Step.ABILITIES: bonus.offer_landing,
    Step.ORDERS: orders.begin,
    Step.ACTION_4: marker.begin,
    Step.FINISH: rounds.finish_turn,
    Step.END_ROUND: rounds.end,
    Step.BUY: purchase.begin,
    Step.END_PURCHASE: rounds.end_purchase,
    Step.PAY: payday.begin,
    Step.END_PAYDAY: rounds.end_payday,
    Step.DISMISS: open_orders.begin,
    Step.END_LAST_ROUND: rounds.end_last_round,
    Step.SCORING: scoring.score,
    Step.MAJORITY: scoring.score_majority,
}

Handler: TypeAlias = Callable[[Story, Any], Step | Refusal | None]

#: Moves that mean different things at different stages.
_PASS: Mapping[type, Handler] = {
    stages.Acting: agent.decline,
    stages.Roaming: feld.decline,
    stages.Ordering: orders.decline,
    stages.Purchasing: purchase.decline,
}
_DONE: Mapping[type, Handler] = {
    stages.Watching: watching.finish,
    stages.Payday: payday.finish,
    stages.Dismissing: open_orders.finish,
}


def _by_stage(table: Mapping[type, Handler], usual: Handler) -> Handler:
    """Hand a move to the room that this stage belongs to."""
    return lambda story, move: table.get(type(story.state.stage), usual)(story, move)


HANDLERS: Mapping[type, Handler] = {
    moves.LayTile: setup.lay_tile,
    moves.LayFlag: setup.lay_flag,
    moves.TakeStarter: setup.take_starter,
    moves.SetThirdMan: _by_stage({stages.Watching: watching.lead}, third_man.set_third_man),
    moves.ShowOrder: order_facts.show_order,
    moves.TakeStartOrder: order_facts.take_start_order,
    moves.TellOrder: order_facts.tell_order,
    moves.TellMoney: order_facts.tell_money,
    moves.ReadCard: learning.read_card,
    moves.ReadOrder: learning.read_order,
    moves.Draw: card_phase.draw,
    moves.Plan: card_phase.plan,
    moves.Stow: drawer.stow,
    moves.Place: _by_stage({stages.Watching: watching.land}, agent.land),
    moves.Relocate: _by_stage({stages.Watching: watching.land}, agent.land),
    moves.TakeBribes: agent.take_bribes,
    moves.TakeMoney: agent.take_money,
    moves.Pay: agent.pay,
    moves.Roam: _by_stage({stages.Watching: watching.roam}, feld.roam),
    moves.Use: bonus.use,
    moves.Pass: _by_stage(_PASS, bonus.decline),
    moves.Accept: orders.accept,
    moves.Fulfil: orders.fulfil,
    moves.Stash: _by_stage({stages.Watching: watching.stash}, money.stash),
    moves.Redirect: marker.redirect,
    moves.Buy: purchase.buy,
    moves.Settle: purchase.settle,
    moves.PayAgent: payday.pay_agent,
    moves.Dismiss: _by_stage({stages.Dismissing: open_orders.dismiss}, payday.dismiss),
    moves.Advance: watching.advance,
    moves.CardBonus: watching.score_bonus,
    moves.Done: _by_stage(_DONE, rounds.finish),
    moves.Track: facts.track_seat,
    moves.TellDrawer: facts.tell_drawer,
    moves.TellBribes: facts.tell_bribes,
    moves.CountMoney: scoring.count_money,
    moves.CountBribes: scoring.count_bribes,
}
