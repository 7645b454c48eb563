"""VIENNA through the seam."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

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
    facts,
    knowledge,
    marker,
    moves,
    narration,
    rounds,
    scoring,
    screen,
    setup,
    sight,
    watching,
)
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event
from companion.games.vienna.evolve import evolve
from companion.games.vienna.moves import Move
from companion.games.vienna.state import (
    Acting,
    Bonus,
    CardPhase,
    Finishing,
    Options,
    Over,
    Paying,
    SettingUp,
    State,
    Stowing,
    Watching,
)
from companion.games.vienna.story import Forced, Refusal, Step, Story, run

#: The room of the rules that asks, by stage.
_ASKING: Mapping[type, ModuleType] = {
    SettingUp: setup,
    CardPhase: card_phase,
    Stowing: drawer,
    Acting: agent,
    Paying: agent,
    Bonus: bonus,
    Watching: watching,
    Finishing: rounds,
    Over: scoring,
}

_OPTIONS: Mapping[str, ModuleType] = {
    "lay-tile": setup,
    "lay-flag": setup,
    "take-starter": setup,
    "draw": card_phase,
    "plan": card_phase,
    "stow": drawer,
    "act": agent,
    "pay": agent,
    "bonus": bonus,
    "watch": watching,
    "done": rounds,
    "tell-drawer": facts,
    "tell-bribes": facts,
    "count-bribes": scoring,
}

_FORCED: Mapping[Step, Forced] = {
    Step.BEGIN_ROUND: rounds.begin,
    Step.ACTION_1: drawer.begin,
    Step.ACTION_2: bribe.begin,
    Step.ACTION_3: agent.begin,
    Step.ACTION_4: marker.begin,
    Step.FINISH: rounds.finish_turn,
    Step.END_ROUND: rounds.end,
    Step.SCORING: scoring.score,
}


def _land(story: Story, move: moves.Place | moves.Relocate) -> Step | Refusal | None:
    if isinstance(story.state.stage, Watching):
        return watching.land(story, move)
    return agent.land(story, move)


def _pass(story: Story, move: moves.Pass) -> Step | Refusal | None:
    if isinstance(story.state.stage, Acting):
        return agent.decline(story, move)
    return bonus.decline(story, move)


def _done(story: Story, move: moves.Done) -> Step | Refusal | None:
    if isinstance(story.state.stage, Watching):
        return watching.finish(story, move)
    return rounds.finish(story, move)


_HANDLERS: Mapping[type, Callable[[Story, Any], Step | Refusal | None]] = {
    moves.LayTile: setup.lay_tile,
    moves.LayFlag: setup.lay_flag,
    moves.TakeStarter: setup.take_starter,
    moves.Draw: card_phase.draw,
    moves.Plan: card_phase.plan,
    moves.Stow: drawer.stow,
    moves.Place: _land,
    moves.Relocate: _land,
    moves.TakeBribes: agent.take_bribes,
    moves.Pay: agent.pay,
    moves.Use: bonus.use,
    moves.Pass: _pass,
    moves.Advance: watching.advance,
    moves.CardBonus: watching.score_bonus,
    moves.Done: _done,
    moves.Track: facts.track_seat,
    moves.TellDrawer: facts.tell_drawer,
    moves.TellBribes: facts.tell_bribes,
    moves.CountBribes: scoring.count_bribes,
}


class Vienna:
    """VIENNA, entry version, played with what is in a box.

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

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return every question that is open now."""
        asks: tuple[Ask, ...] = _ASKING[type(state.stage)].asks(self.box, state)
        return asks + facts.asks(self.box, state)

    def options(self, state: State, ask: Ask) -> tuple[Move, ...]:
        """Return every legal answer to an open ask."""
        answers: tuple[Move, ...] = _OPTIONS[ask.kind].options(self.box, state, ask)
        return answers

    def attempts(
        self, state: State, gone: frozenset[Atom], come: frozenset[Atom]
    ) -> tuple[Move, ...]:
        """Return the moves, legal or not, that look like this change on the board."""
        return attempts.attempts(self.box, state, gone, come)

    def decide(self, state: State, move: Move) -> Accepted[Event] | Invalid | Illegal | Ambiguous:
        """Judge a move by the rules."""
        story = Story(self.box, state)
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
        return sight.places(self.box, state)

    def expected_view(self, state: State) -> View:
        """Return what the table should look like."""
        return sight.expected_view(self.box, state)

    def cues(self, state: State) -> tuple[Cue, ...]:
        """Return what lamps and display should point at."""
        return cues.cues(self.box, state)

    def seen_by(self, state: State, viewer: int | None) -> State:
        """Return the state with every fact unknown that this viewer must not know."""
        return knowledge.seen_by(state, viewer)

    def view(self, state: State, viewer: int | None) -> TableView:
        """Return what this viewer's screen shows."""
        return screen.view(self, knowledge.seen_by(state, viewer), viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the score sheets once the game is over."""
        return scoring.outcome(self.box, state)

    def narrate(self, state: State, event: Event, viewer: int | None) -> Text | None:
        """Tell an event that has led to this state."""
        return narration.narrate(self.box, state, event, viewer)

    def worth(self, state: State, move: Move) -> float:
        """Say roughly how good a legal move is for the one who makes it."""
        return appraisal.worth(self.box, state, move)
