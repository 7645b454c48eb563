"""What is printed on the things in a bought box: what owners can read to us, and what is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import msgspec

from companion.engine import Text
from companion.packs.fault import Fault


class Sign(msgspec.Struct, frozen=True):
    """One thing that may be printed; ``kind`` and ``word`` name its picture, if it has one."""

    word: str
    label: Text | str | int
    kind: str = ""


class Part(msgspec.Struct, frozen=True):
    """One part of a thing; ``known`` is empty until somebody has read it to us.

    ``most`` is how many signs stand there at most, and ``sure`` says that the rulebook prints it.
    ``works`` says what a sign is drawn within: what sets something off, what it gives, how much.
    """

    name: str
    label: Text
    signs: tuple[Sign, ...]
    known: tuple[str, ...] = ()
    most: int = 1
    sure: bool = False
    works: tuple[str, str, int] | None = None


class Thing(msgspec.Struct, frozen=True):
    """A card, an order: what is printed on it, part by part.

    ``place`` names it in an owner's file, as ``cards.017`` does.
    """

    place: str
    parts: tuple[Part, ...]

    @property
    def kind(self) -> str:
        """Return the pile it belongs to."""
        return self.place.partition(".")[0]

    @property
    def number(self) -> str:
        """Return the number that is printed on it."""
        return self.place.partition(".")[2]

    @property
    def missing(self) -> tuple[Part, ...]:
        """Return the parts that nobody has read to us."""
        return tuple(part for part in self.parts if not part.known)


@runtime_checkable
class Prints(Protocol):
    """What the kit of a game adds whose bought edition has to be read to us."""

    def things(self, files: Sequence[Path]) -> tuple[Thing, ...]:
        """List everything in the box, with what owners' files say of it."""

    def noted(self, file: Path, place: str, said: Mapping[str, Sequence[str]]) -> str:
        """Return an owner's file with parts of a thing written anew; refuse what cannot be printed."""

    def taken_in(self, own: Path, other: Path) -> tuple[str, tuple[Fault, ...]]:
        """Add what another file says to an owner's own, which stands wherever the two disagree."""


class Face(msgspec.Struct, frozen=True):
    """What a card does: what sets something off, what it gives, how much, and what it names.

    ``words`` say the same in short phrases.
    """

    works: tuple[str, str, int]
    named: str
    words: tuple[Text, ...]


@runtime_checkable
class Deck(Protocol):
    """What the kit of a game adds whose cards can be counted."""

    def card_used(self, event: Any) -> tuple[int, str] | None:
        """Return whose card did its work, and its number, where an event says so."""

    def card_drawn(self, event: Any) -> tuple[int, str] | None:
        """Return who drew a card, and its number, where an event says so and it is known."""

    def card_face(self, game: Any, number: str) -> Face | None:
        """Return what a card does, as far as the box that a game was opened with tells."""
