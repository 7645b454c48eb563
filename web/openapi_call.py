"""One call of the JSON interface, as rooms describe theirs, and what may come back."""

from __future__ import annotations

from typing import Any

import msgspec


class Refused(msgspec.Struct, frozen=True):
    """Say no, in the words of the phone's language."""

    refused: str


class Version(msgspec.Struct, frozen=True):
    """Say yes; what came of it is in the screens of this version."""

    version: int


class Link(msgspec.Struct, frozen=True):
    """The new link of a seat, also as a picture (SVG)."""

    link: str
    code: str


class Go(msgspec.Struct, frozen=True, omit_defaults=True):
    """Say yes, and which page is next; ``pack`` names what was kept."""

    go: str
    pack: str = ""


class Nothing(msgspec.Struct, frozen=True):
    """Say yes."""


class Call(msgspec.Struct, frozen=True):
    """Say what a call is for, what is sent along, and what comes back.

    ``takes`` is the type of a letter, or ``bytes`` for a file as it is; what only looks takes nothing.
    """

    summary: str
    gives: Any = Nothing
    takes: type | None = None


#: What a call may be answered with, besides that it was done.
NOES = {
    "400": "unreadable",
    "403": "not allowed",
    "404": "not there",
    "409": "refused, with the reason in words",
    "413": "too much",
    "415": "unreadable",
    "429": "too fast",
    "507": "no room on the disk",
}
