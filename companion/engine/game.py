"""The seam: what the companion asks of a game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, Protocol, TypeVar

from companion.engine.ask import Ask
from companion.engine.codec import Codec
from companion.engine.cue import Cue
from companion.engine.outcome import Outcome, Scored
from companion.engine.sight import Atom, Place, View
from companion.engine.table import TableView
from companion.engine.text import Text
from companion.engine.verdict import Accepted, Ambiguous, Illegal, Invalid

O = TypeVar("O", contravariant=True)  # noqa: E741 - options of a game
S = TypeVar("S")  # state
M = TypeVar("M")  # moves
E = TypeVar("E")  # events


class BadOptions(ValueError):
    """Report options that nobody can play with; ``text`` says why."""

    def __init__(self, text: Text) -> None:
        """Keep the sentence."""
        super().__init__(text.id)
        self.text = text


class Game(Protocol[O, S, M, E]):
    """A game as pure data and functions.

    There is no chance inside: dice, draws and shuffles come in as moves that answer ``fact`` asks.
    """

    @property
    def states(self) -> Codec[S]:
        """Read and write states."""

    @property
    def moves(self) -> Codec[M]:
        """Read and write moves."""

    @property
    def events(self) -> Codec[E]:
        """Read and write events."""

    def setup(self, options: O) -> S:
        """Return the table before anything has been laid out, or raise :class:`BadOptions`."""

    def asks(self, state: S) -> tuple[Ask, ...]:
        """Return every question that is open now."""

    def options(self, state: S, ask: Ask) -> tuple[M, ...]:
        """Return every legal answer to an open ask."""

    def attempts(self, state: S, gone: frozenset[Atom], come: frozenset[Atom]) -> tuple[M, ...]:
        """Return the moves, legal or not, that look like this change on the board."""

    def decide(
        self, state: S, move: M, waived: frozenset[str] = frozenset()
    ) -> Accepted[E] | Invalid | Illegal | Ambiguous:
        """Judge a move by the rules, but for those that are waived: people have played it so.

        What is no move at all, and what no table could show, is refused all the same.  With
        ``MISREAD`` waived, a fact may be told anew that the record has wrong.
        """

    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event.  Total: whatever the event says, it never raises."""

    def places(self, state: S) -> tuple[Place, ...]:
        """Return every place that a camera should look at."""

    def expected_view(self, state: S) -> View:
        """Return what the table should look like."""

    def name(self, thing: str) -> Text | str:
        """Name a piece or a place for people; what is printed on the board may stand for itself."""

    def describe(self, place: str) -> Text | None:
        """Say how a person finds a place that goes by what is printed there, if there is a way."""

    def cues(self, state: S) -> tuple[Cue, ...]:
        """Return what lamps and display should point at."""

    def seen_by(self, state: S, viewer: int | None) -> S:
        """Return the state with every fact unknown that this seat (or a passer-by) must not know."""

    def view(self, state: S, viewer: int | None) -> TableView:
        """Return what this viewer's screen shows."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the score sheets once the game is over."""

    def points(self, event: E) -> tuple[Scored, ...]:
        """Return the points that an event brings, so that a score sheet can tell where it is from."""

    def narrate(self, state: S, event: E, viewer: int | None) -> Text | None:
        """Tell an event that has led to this state, or nothing to a viewer it is not meant for."""

    def worth(self, state: S, move: M) -> float:
        """Say roughly how good a legal move is for the one who makes it."""


def fold(game: Game[Any, S, Any, E], state: S, events: Iterable[E]) -> S:
    """Return the state after all these events."""
    return reduce(game.evolve, events, state)


def answer(
    game: Game[Any, S, M, E], state: S, ask_id: str, move: M
) -> Accepted[E] | Invalid | Illegal | Ambiguous:
    """Judge a move as the answer to an ask; a stale answer, or another seat's, is refused kindly."""
    ask = next((ask for ask in game.asks(state) if ask.id == ask_id), None)
    if ask is None:
        return Invalid("core.refused.ask-closed")
    if ask.seat is not None and getattr(move, "seat", ask.seat) != ask.seat:
        return Invalid("core.refused.not-your-ask")
    return game.decide(state, move)
