"""The games the companion knows, each in a folder of its own.

A game is found by its folder: a package here with a ``kit`` module is a game, and nothing outside
that folder names it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.engine import Game, Plan, Signs, Text
from companion.packs.draft import Draft
from companion.packs.draft_blank import Blank
from companion.packs.fault import Fault


class Wish(msgspec.Struct, frozen=True):
    """Say what kind of game is wanted, in words that fit any game."""

    players: int
    version: str = ""
    expansions: Sequence[str] = ()
    tracking: str = "full"
    board: Path | None = None
    edition: str = "reference"
    overlays: tuple[Path, ...] = ()
    #: What the board of a kept game calls itself.
    printed: str = ""
    #: Who plays which colour, in the order of the seats; whoever is left out takes the next free one.
    colours: tuple[str, ...] = ()
    #: The seat that begins.
    start: int = 0
    #: How it is played where the game leaves a choice; what is left out is as usual.
    choices: Mapping[str, str] = {}


class Kit(Protocol):
    """Everything a table needs to know of a game before it plays."""

    name: str
    versions: tuple[str, ...]
    editions: tuple[str, ...]
    expansions: tuple[str, ...]
    players: range
    #: The colours of the players, in their usual order; each is a text ``<game>.colour.<word>``.
    colours: tuple[str, ...]
    #: What can be played one way or another, the usual way first; both are texts,
    #: ``<game>.choice.<name>`` and ``<game>.choice.<name>.<word>``.
    choices: Mapping[str, tuple[str, ...]]
    texts: Path
    signs: Signs

    def open(self, wish: Wish) -> tuple[Game[Any, Any, Any, Any], Any]:
        """Return the game and the options to set it up with."""

    def reopen(
        self,
        setup: bytes,
        edition: str,
        board: Path | None = None,
        overlays: tuple[Path, ...] = (),
    ) -> Game[Any, Any, Any, Any]:
        """Return the game that a kept set-up was made with; a board of one's own must be named."""

    def wish(self, setup: bytes, edition: str) -> Wish:
        """Return what was wished for when a kept set-up was made."""

    def printed(self, game: Any) -> object:
        """Return the board pack of an open game, as drawings need it."""

    def check_pack(self, folder: Path) -> tuple[Fault, ...]:
        """List what is wrong with a board pack of this game."""

    def blank(self, side: str) -> Blank:
        """Return what has to be filled in to describe a copy; without a side, the usual one."""

    def pack_of(self, draft: Draft, *, guess: bool = False) -> dict[str, Any]:
        """Return the board pack of a draft; with a guess, also what nobody has said yet."""

    def pack_faults(self, pack: dict[str, Any]) -> tuple[Fault, ...]:
        """List what is wrong with a board pack that lies in no folder yet."""

    def plan(self, folder: Path) -> Plan:
        """Return what an eye must know of the table that a board pack describes."""

    def call(self, place: str) -> Text | str:
        """Name a place as people point at it."""

    def told(self, raw: object, plan: Plan, file: Path) -> Mapping[str, tuple[str, ...]]:
        """Return what a person tells of a photo, place by place, or refuse it with all faults."""

    def reading(self, found: Mapping[str, tuple[str, ...]]) -> Mapping[str, Any]:
        """Return what was seen in the words of the game's own readings."""

    def merge_overlays(self, files: Sequence[Path]) -> tuple[str, tuple[Fault, ...]]:
        """Return what owners' files say together, as a file, and where they disagree."""

    def learned(self, game: Any, state: Any) -> str:
        """Return what a game has taught us of the bought edition, as an owner's file."""

    def unread(self, files: Sequence[Path]) -> Mapping[str, tuple[str, ...]]:
        """List what is still unknown of the bought game once these files are read."""


@cache
def kits() -> dict[str, Kit]:
    """Return every game there is, by name."""
    found: dict[str, Kit] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            kit: Kit = import_module(f"{__name__}.{module.name}.kit").KIT
            found[kit.name] = kit
    return found
