"""What the pages of cards and orders ask of the house: what is known, and to note what is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from companion.engine import Text
from companion.games.prints import Thing


class Dispute(msgspec.Struct, frozen=True):
    """Two files say different things of one part; ``theirs`` are the words of the other one."""

    place: str
    part: str
    theirs: tuple[str, ...]
    sentence: Text


class Taken(msgspec.Struct, frozen=True):
    """What became of a file: parts that are new, disputes in which ours stands, and what is wrong."""

    new: int = 0
    disputes: tuple[Dispute, ...] = ()
    wrong: tuple[tuple[str, Text], ...] = ()


class Cards(Protocol):
    """The owner's cards and orders; all of it may be called from any thread."""

    def things(self) -> tuple[Thing, ...]:
        """List everything in the box with what is known of it."""
        ...

    def note(self, place: str, said: Mapping[str, Sequence[str]]) -> tuple[Text, ...]:
        """Note what is printed on a thing, also for the running game, or say what is wrong."""
        ...

    def file(self) -> str:
        """Return the owner's file, to be passed on."""
        ...

    def take_in(self, name: str, raw: bytes) -> Taken:
        """Add what a friend's file says."""
        ...

    def disputes(self) -> tuple[Dispute, ...]:
        """Return the disputes that nobody has settled yet by noting the part anew."""
        ...
