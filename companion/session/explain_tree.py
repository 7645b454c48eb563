"""The turns that may have been played since the last tap, as a tree that grows when it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from companion.engine import Ask, Atom, CueKind, Game, Refused, View

AnyGame = Game[Any, Any, Any, Any]


class Node:
    """One state on the way, with all that has been asked about it so far.

    Everything kept here follows from the game alone and not from a reading: whoever asks again gets
    the same answers, only sooner.
    """

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        parent: Node | None = None,
        move: Any = None,
        events: tuple[Any, ...] = (),
    ) -> None:
        """Begin a tree, or hang a move's outcome on a parent."""
        self.game, self.state = game, state
        self.parent, self.move, self.events = parent, move, events
        self._children: dict[Any, Node | Refused] = {}

    def after(self, move: Any) -> Node | Refused:
        """Return the node that a move leads to, or why the rules refuse it."""
        found = self._children.get(move)
        if found is None:
            found = self._children[move] = self._decide(move)
        return found

    def _decide(self, move: Any) -> Node | Refused:
        verdict = self.game.decide(self.state, move)
        if isinstance(verdict, Refused):
            return verdict
        state = self.state
        for event in verdict.events:
            state = self.game.evolve(state, event)
        return Node(self.game, state, self, move, verdict.events)

    @cached_property
    def view(self) -> View:
        """Return what the table should look like."""
        return self.game.expected_view(self.state)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Return the questions that are open."""
        return self.game.asks(self.state)

    @cached_property
    def key(self) -> bytes:
        """Name the state, whatever way led to it."""
        return self.game.states.encode(self.state)

    @cached_property
    def turn(self) -> int | None:
        """Return whose turn it is, if it is a turn."""
        seats = (cue.seat for cue in self.game.cues(self.state) if cue.kind is CueKind.TURN)
        return next(seats, None)

    @cached_property
    def come(self) -> frozenset[Atom]:
        """Return what its move has brought to the table."""
        return self.view.atoms - self.parent.view.atoms if self.parent else frozenset()

    @cached_property
    def gone(self) -> frozenset[Atom]:
        """Return what its move has taken away."""
        return self.parent.view.atoms - self.view.atoms if self.parent else frozenset()

    @cached_property
    def pieces(self) -> Counter[str]:
        """Count the most pieces of each name that were on the table at once, up to here."""
        now = Counter(atom.piece for atom in self.view.atoms)
        return now | self.parent.pieces if self.parent else now

    @cached_property
    def lasting(self) -> frozenset[Atom]:
        """Return what the table was to show all the time, from the first node to this one."""
        return self.view.atoms & self.parent.lasting if self.parent else self.view.atoms

    @cached_property
    def passing(self) -> frozenset[Atom]:
        """Return what the table was to show after some move on the way here."""
        return self.view.atoms | self.parent.passing if self.parent else self.view.atoms

    @cached_property
    def shown(self) -> frozenset[Atom]:
        """Gather all that the table was to show on the way here, event by event."""
        if self.parent is None:
            return self.view.atoms
        if not (self.come or self.gone):
            return self.parent.shown | self.view.atoms
        state, shown = self.parent.state, [self.parent.shown]
        for event in self.events:
            state = self.game.evolve(state, event)
            shown.append(self.game.expected_view(state).atoms)
        return frozenset[Atom]().union(*shown)

    @cached_property
    def movable(self) -> frozenset[str] | None:
        """Return the pieces that a move may touch from here; unknown before a person has answered."""
        if any(ask.blocks and not ask.seen_at for ask in self.asks):
            return None
        children = map(self.after, options_seen(self))
        return frozenset(
            atom.piece
            for node in children
            if isinstance(node, Node)
            for atom in node.come | node.gone
        )

    def leads_on(self, child: Node) -> bool:
        """Tell whether a child still belongs to the same turn; a turn ends only when told."""
        return self.turn is None or child.turn == self.turn

    def trail(self) -> Iterator[Node]:
        """Go from the first node to this one."""
        if self.parent is not None:
            yield from self.parent.trail()
        yield self

    @property
    def moves(self) -> tuple[Any, ...]:
        """Return the moves that led here."""
        return tuple(node.move for node in self.trail() if node.parent is not None)


def options_seen(node: Node) -> Iterator[Any]:
    """Return the legal answers to all that a camera may answer."""
    for ask in node.asks:
        if ask.seen_at:
            yield from node.game.options(node.state, ask)
