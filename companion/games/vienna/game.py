"""VIENNA through the seam."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from companion.engine import (
    Accepted,
    Ambiguous,
    Ask,
    Atom,
    Codec,
    Cue,
    Illegal,
    Invalid,
    Outcome,
    Place,
    TableView,
    Text,
    View,
)
from companion.games.vienna import (
    agent,
    appraisal,
    attempts,
    bonus,
    bribe,
    card_phase,
    cues,
    drawer,
    enclosure,
    facts,
    feld,
    knowledge,
    learning,
    marker,
    money,
    moves,
    narration,
    open_orders,
    order_facts,
    orders,
    payday,
    purchase,
    rounds,
    score_sheet,
    scoring,
    screen,
    setup,
    sight,
    stages,
    third_man,
    watching,
)
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event
from companion.games.vienna.evolve import evolve
from companion.games.vienna.lore import CardPart, OrderPart, learn
from companion.games.vienna.moves import Move
from companion.games.vienna.state import Options, State
from companion.games.vienna.story import Forced, Refusal, Step, Story, run

#: The room of the rules that asks, by stage.
_ASKING: Mapping[type, ModuleType] = {
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

_OPTIONS: Mapping[str, ModuleType] = {
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

_FORCED: Mapping[Step, Forced] = {
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


_HANDLERS: Mapping[type, Handler] = {
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


class Vienna:
    """VIENNA, played with what is in a box.

    >>> from companion.games.vienna import Colour, Options, Vienna, entry_box
    >>> game = Vienna(entry_box())
    >>> table = game.setup(Options((Colour.RED, Colour.BLUE)))
    >>> game.asks(table)[0]
    Ask(id='tile.s01', kind='lay-tile', ...)
    """

    states = Codec[State](State)
    moves = Codec[Move](Move)
    events = Codec[Event](Event)

    def __init__(self, box: Box) -> None:
        """Open the box."""
        self.box = box

    def setup(self, options: Options) -> State:
        """Return the table before anything has been laid out."""
        return setup.lay_out(self.box, options)

    def _box(self, state: State) -> Box:
        """Return the box with all that has been read to us in this game."""
        return learn(self.box, state.lore) if state.lore else self.box

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return every question that is open now."""
        box = self._box(state)
        asks: tuple[Ask, ...] = _ASKING[type(state.stage)].asks(box, state)
        if facts.all_told(state):
            return asks
        return asks + facts.asks(box, state) + order_facts.asks(box, state)

    def options(self, state: State, ask: Ask) -> tuple[Move, ...]:
        """Return every legal answer to an open ask."""
        answers: tuple[Move, ...] = _OPTIONS[ask.kind].options(self._box(state), state, ask)
        return answers

    def attempts(
        self, state: State, gone: frozenset[Atom], come: frozenset[Atom]
    ) -> tuple[Move, ...]:
        """Return the moves, legal or not, that look like this change on the board."""
        return attempts.attempts(self._box(state), state, gone, come)

    def decide(self, state: State, move: Move) -> Accepted[Event] | Invalid | Illegal | Ambiguous:
        """Judge a move by the rules."""
        story = Story(self._box(state), state)
        result = _HANDLERS[type(move)](story, move)
        if isinstance(result, Invalid | Illegal | Ambiguous):
            return result
        run(story, result, getattr(move, "seat", state.start), _FORCED)
        return Accepted(tuple(story.events), tuple(story.unchecked))

    def evolve(self, state: State, event: Event) -> State:
        """Return the state after an event."""
        return evolve(state, event)

    def places(self, state: State) -> tuple[Place, ...]:
        """Return every place that a camera should look at."""
        return sight.places(self._box(state), state)

    def expected_view(self, state: State) -> View:
        """Return what the table should look like."""
        return sight.expected_view(self._box(state), state)

    def cues(self, state: State) -> tuple[Cue, ...]:
        """Return what lamps and display should point at."""
        return cues.cues(self._box(state), state)

    def seen_by(self, state: State, viewer: int | None) -> State:
        """Return the state with every fact unknown that this viewer must not know."""
        return knowledge.seen_by(state, viewer)

    def view(self, state: State, viewer: int | None) -> TableView:
        """Return what this viewer's screen shows."""
        seen = knowledge.seen_by(state, viewer)
        return screen.view(self, self._box(state), seen, self.asks(state), viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the score sheets once the game is over."""
        return score_sheet.outcome(self._box(state), state)

    def narrate(self, state: State, event: Event, viewer: int | None) -> Text | None:
        """Tell an event that has led to this state."""
        return narration.narrate(self._box(state), state, event, viewer)

    def worth(self, state: State, move: Move) -> float:
        """Say roughly how good a legal move is for the one who makes it."""
        return appraisal.worth(self._box(state), state, move)
