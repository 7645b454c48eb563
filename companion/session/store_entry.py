"""What the log of a game is made of: entries, and who made them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Annotated

import msgspec

#: JSON of a game's own codec: the store passes it on and never looks inside.
Json = msgspec.Raw
NOTHING = Json(b"null")
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_encoder = msgspec.json.Encoder(order="deterministic")


class Role(StrEnum):
    """Who can make an entry."""

    SEAT = "seat"
    HOST = "host"
    CAMERA = "camera"
    BUTTON = "button"


class How(StrEnum):
    """On which way an entry reached us."""

    CAMERA = "camera"
    PHONE = "phone"
    BUTTON = "button"
    HOST = "host"


class Kind(StrEnum):
    """What an entry does."""

    MOVE = "move"
    TOLD = "told"
    UNDO = "undo"
    END = "end"


class Who(msgspec.Struct, frozen=True):
    """Name whose doing an entry is; only a seat has a number."""

    role: Role
    seat: Count | None = None

    def __post_init__(self) -> None:
        """Refuse a seat without a number, and a number without a seat."""
        if (self.role is Role.SEAT) != (self.seat is not None):
            raise ValueError("a seat has a number, and nobody else has")


#: The ask of an entry with which the host has put the record right, whatever the rules say.
CORRECTED = "correct"
#: The asks of entries that stand because somebody chose between turns that look alike, or agreed to
#: a turn that could not be seen like that: they are by whoever did.
CHOSEN, CONFIRMED = "choose", "confirm"
#: The ask of entries that the camera read off a table being set up: they are by whoever agreed to it.
AGREED = "agree"
#: The ask of an entry that changes how closely a seat is tracked.
TRACKING = "tracking"
HOST, CAMERA, BUTTON = Who(Role.HOST), Who(Role.CAMERA), Who(Role.BUTTON)


def seat(number: int) -> Who:
    """Name a player by his seat."""
    return Who(Role.SEAT, number)


class By(msgspec.Struct, frozen=True):
    """Say where an entry comes from; what a person told us needs no confidence.

    >>> By(seat(2), How.CAMERA, confidence=0.97).who.seat
    2
    """

    who: Who
    how: How
    confidence: Share | None = None

    def __post_init__(self) -> None:
        """Refuse a confidence that is no share of one."""
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise ValueError("confidence lies between 0 and 1")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Head the log of one game; ``setup`` is the state everything starts from."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-z-]{1,40}$")]
    game: str
    edition: str
    format: Count
    begun_at: Moment
    setup: Json


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep one thing that happened; numbers run from 1 without a gap.

    An undo takes the table back to where it was before entry ``takes_back``.  What is ``told`` has
    no events yet: it waits for its turn to be over.  ``turn`` is the first of the entries that were
    written in one go, ``ask`` the kind of question that a move answers.  ``format`` is the
    version of the game's JSON, which may change in the middle of a game.  ``picture`` is the digest
    of a crop; the crop itself may be gone when room was needed.  ``chain`` seals the entry and all
    before it, so that a flipped bit is noticed.
    """

    number: Count
    kind: Kind
    by: By
    at: Moment
    format: Count
    move: Json = NOTHING
    events: tuple[Json, ...] = ()
    takes_back: Count | None = None
    picture: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")] | None = None
    ask: str = ""
    turn: Count | None = None
    chain: str = ""


def tidy(json: bytes | str | Json) -> Json:
    """Return JSON on one line, or raise ``ValueError`` where it is none."""
    plain = bytes(json) if isinstance(json, Json) else json
    text = plain if isinstance(plain, str) else plain.decode()
    return Json(msgspec.json.format(text, indent=-1).encode())


def digest(data: bytes) -> str:
    """Return the fingerprint of a picture, or of anything else."""
    return blake2b(data, digest_size=16).hexdigest()


def first_link(record: Record) -> str:
    """Return the seal that the first entry hangs on."""
    return digest(_encoder.encode(record))


def link(previous: str, entry: Entry) -> str:
    """Return the seal of an entry that follows another."""
    unsealed = msgspec.structs.replace(entry, chain="")
    return digest(previous.encode() + _encoder.encode(unsealed))


def sealed(previous: str, entry: Entry) -> Entry:
    """Return the entry with its seal."""
    return msgspec.structs.replace(entry, chain=link(previous, entry))
