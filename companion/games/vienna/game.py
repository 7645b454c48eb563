"""VIENNA through the seam."""

from __future__ import annotations

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
    Refused,
    Scored,
    TableView,
    Text,
    View,
)
from companion.games.vienna import (
    appraisal,
    aside,
    attempts,
    cues,
    facts,
    knowledge,
    names,
    narration,
    order_facts,
    score_sheet,
    screen,
    setup,
    sight,
)
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event
from companion.games.vienna.evolve import evolve
from companion.games.vienna.lore import learn
from companion.games.vienna.moves import Move
from companion.games.vienna.rooms import ASKING, FORCED, HANDLERS, OPTIONS
from companion.games.vienna.state import Options, State
from companion.games.vienna.story import Story, run


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
        asks: tuple[Ask, ...] = ASKING[type(state.stage)].asks(box, state)
        if facts.all_told(state):
            return asks
        return asks + facts.asks(box, state) + order_facts.asks(box, state)

    def options(self, state: State, ask: Ask) -> tuple[Move, ...]:
        """Return every legal answer to an open ask."""
        answers: tuple[Move, ...] = OPTIONS[ask.kind].options(self._box(state), state, ask)
        return answers

    def attempts(
        self, state: State, gone: frozenset[Atom], come: frozenset[Atom]
    ) -> tuple[Move, ...]:
        """Return the moves, legal or not, that look like this change on the board."""
        return attempts.attempts(self._box(state), state, gone, come)

    def decide(
        self, state: State, move: Move, waived: frozenset[str] = frozenset()
    ) -> Accepted[Event] | Invalid | Illegal | Ambiguous:
        """Judge a move by the rules, but for those that are waived."""
        story = Story(self._box(state), state, waived)
        result = HANDLERS[type(move)](story, move)
        if isinstance(result, Refused) and result.rule in waived:
            result = aside.play(story, move, result)
        if isinstance(result, Refused):
            return result
        run(story, result, getattr(move, "seat", state.start), FORCED)
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

    def name(self, thing: str) -> Text | str:
        """Name a piece or a place for people."""
        return names.name(thing)

    def describe(self, place: str) -> Text | None:
        """Say how a person finds a building or a square."""
        return names.describe(self.box.board, place)

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

    def points(self, event: Event) -> tuple[Scored, ...]:
        """Return the points that an event brings."""
        return score_sheet.points(event)

    def narrate(self, state: State, event: Event, viewer: int | None) -> Text | None:
        """Tell an event that has led to this state."""
        return narration.narrate(self._box(state), state, event, viewer)

    def worth(self, state: State, move: Move) -> float:
        """Say roughly how good a legal move is for the one who makes it."""
        return appraisal.worth(self._box(state), state, move)
