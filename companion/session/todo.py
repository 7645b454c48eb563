"""What is still to do on the table: the rules have decided it, the board does not show it yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

import msgspec

from companion.engine import Atom, Game, Text
from companion.session.evidence import Evidence, Gap, Reading

#: How pieces with two faces are named; a tile of another kind, or a figure of another colour, is
#: another piece.
TWO_SIDED = "token"


class Deed(StrEnum):
    """What a hand has to do."""

    MOVE = "move"
    TAKE = "take"
    PUT = "put"
    TURN = "turn"


class Todo(msgspec.Struct, frozen=True):
    """Ask for one thing to be done with one piece.

    ``origin`` is where the piece is now, ``to`` where it belongs; a piece that is turned over stays
    where it is and shows ``face``.
    """

    deed: Deed
    piece: str
    origin: str | None = None
    to: str | None = None
    face: str | None = None

    @property
    def places(self) -> tuple[str, ...]:
        """Return the places that it is about."""
        return tuple(dict.fromkeys(place for place in (self.origin, self.to) if place is not None))

    def text(self, name: Callable[[str], Text | str]) -> Text:
        """Say it in a sentence, with the names that the game has for its pieces and places."""
        piece, origin, to = name(self.piece), name(self.origin or ""), name(self.to or "")
        if self.deed is Deed.MOVE:
            return Text("core.todo.move", {"piece": piece, "origin": origin, "to": to})
        if self.deed is Deed.TAKE:
            return Text("core.todo.take", {"piece": piece, "origin": origin})
        if self.deed is Deed.PUT:
            return Text("core.todo.put", {"piece": piece, "to": to})
        return Text("core.todo.turn", {"origin": origin, "face": name(self.face or "")})


def todo(game: Game[Any, Any, Any, Any], state: Any, reading: Reading) -> tuple[Todo, ...]:
    """List what has to be done until the table shows this state."""
    return todos(Evidence(reading).gap(game.expected_view(state)))


def todos(gap: Gap) -> tuple[Todo, ...]:
    """Turn a difference into things to do: pieces that moved first, then those that come and go."""
    left, new = sorted(gap.extra), sorted(gap.missing)
    moved = tuple(_pairs(left, new, is_same_piece))
    turned = tuple(_pairs(left, new, _is_same_thing))
    return (
        *(Todo(Deed.MOVE, old.piece, old.place, there.place) for old, there in moved),
        *(Todo(Deed.TURN, old.piece, old.place, old.place, there.piece) for old, there in turned),
        *(Todo(Deed.TAKE, atom.piece, origin=atom.place) for atom in left),
        *(Todo(Deed.PUT, atom.piece, to=atom.place) for atom in new),
    )


def is_same_piece(one: Atom, two: Atom) -> bool:
    """Compare what a piece is and what kind of place it is at: a score is not moved to a house."""
    return which(one) == which(two)


def which(atom: Atom) -> tuple[str, str]:
    """Name a piece by what it is and by the kind of place it is at."""
    return atom.piece, _stem(atom.place)


def _is_same_thing(one: Atom, two: Atom) -> bool:
    """Compare two faces of one piece: ``token:front`` and ``token:x``; nothing else is turned over."""
    return one.place == two.place and _stem(one.piece) == _stem(two.piece) == TWO_SIDED


def _stem(name: str) -> str:
    return name.partition(":")[0] if ":" in name else ""


def _pairs(
    left: list[Atom], new: list[Atom], alike: Callable[[Atom, Atom], bool]
) -> Iterator[tuple[Atom, Atom]]:
    """Take out of both lists what belongs together."""
    for old in tuple(left):
        there = next((atom for atom in new if alike(old, atom)), None)
        if there is not None:
            left.remove(old)
            new.remove(there)
            yield old, there
