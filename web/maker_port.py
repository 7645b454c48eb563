"""What the pages where packs are made ask of the house: photos, proposals, and a shelf to keep things on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from companion.packs.draft import Draft
from companion.packs.draft_actions import Action
from companion.packs.draft_blank import Blank
from companion.packs.draft_journal import Journal
from companion.packs.fault import Fault
from companion.packs.header import Point


class Work(msgspec.Struct, frozen=True):
    """A draft on the bench; ``photos_px`` says how large the photo of each surface is."""

    name: str
    journal: Journal
    draft: Draft
    blank: Blank
    photos_px: Mapping[str, tuple[int, int]]


class Kept(msgspec.Struct, frozen=True):
    """A draft or a pack on the shelf, and when somebody last worked at it."""

    name: str
    title: str
    ready: bool = True
    side: str = ""
    when: str = ""


class Unfit(Exception):
    """Refuse a pack, with everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        """Keep the faults."""
        super().__init__(len(faults))
        self.faults = tuple(faults)


class Camera(Protocol):
    """The camera above the table."""

    def live(self) -> bytes | None:
        """Return what it sees now as a small JPEG."""

    def shot(self) -> bytes:
        """Take a photo as large as it can."""


class Maker(Protocol):
    """Where packs are made; all of it may be called from any thread.

    What cannot be done is refused with ``NotDone``, in words.
    """

    @property
    def camera(self) -> Camera | None:
        """Return the camera that photos may be taken with, if there is one."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the sides that a board of the game on the table may have."""

    def drafts(self) -> tuple[Kept, ...]:
        """List the packs in the making."""

    def packs(self) -> tuple[Kept, ...]:
        """List the packs that are done."""

    def begin(self, photo: bytes, side: str) -> str:
        """Begin a pack from a photo, and return the name of the draft."""

    def open(self, name: str) -> Work:
        """Return a draft."""

    def do(self, name: str, version: int, action: Action, taps: int = 1) -> Work:
        """Do one thing to a draft that was seen at this version; it took so many taps."""

    def undo(self, name: str, version: int) -> Work:
        """Take the last thing back."""

    def show(self, name: str, surface: str, photo: bytes) -> Work:
        """Take another photo of one surface."""

    def forget(self, name: str) -> None:
        """Throw a draft away."""

    def photo(self, name: str, surface: str) -> bytes:
        """Return the photo of a surface."""

    def straight(self, name: str, surface: str) -> bytes:
        """Return a surface as if seen from straight above."""

    def more(self, name: str, kind: str) -> tuple[Point, ...]:
        """Propose further places of a kind that look like those that were tapped."""

    def words(self, name: str, kind: str, fact: str) -> Mapping[str, str]:
        """Propose what is printed at the places of a kind where nobody has said it."""

    def icon(self, fact: str, word: str) -> str:
        """Draw a word as SVG, or return nothing if it is best written."""

    def faults(self, work: Work) -> tuple[Fault, ...]:
        """List what is wrong with a draft, and what is missing."""

    def slips(self, work: Work) -> tuple[Fault, ...]:
        """List what is wrong with the places that are there already."""

    def save(self, name: str) -> Kept:
        """Keep a finished draft as a pack; raises ``Unfit`` while something is wrong."""

    def pack(self, name: str) -> bytes:
        """Return a pack as one file."""

    def bring(self, content: bytes) -> Kept:
        """Take in a pack that somebody else has made; raises ``Unfit`` if it is none."""

    def remove(self, name: str) -> None:
        """Take a pack off the shelf."""

    def small(self, name: str) -> bytes:
        """Return a small picture of a draft."""

    def drawing(self, name: str) -> str:
        """Draw the board of a pack."""
