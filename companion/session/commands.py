"""What reaches a running table from outside: pictures, answers, taps and wishes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Protocol, TypeAlias

import msgspec

from companion.engine import Text, View
from companion.session.evidence import Reading, Stir
from companion.session.ports import Press
from companion.session.store_entry import By


class Shot(Protocol):
    """The picture behind a reading."""

    def crop(self, places: Collection[str]) -> bytes | None:
        """Return these places as a JPEG, if they can be shown."""
        ...

    def confirmed(self, view: View) -> None:
        """Hear what people have confirmed to lie there; return at once."""
        ...


class Saw(msgspec.Struct, frozen=True):
    """The table is at rest, and this is what it shows.

    Of some places it shows what somebody has said about them: ``told`` names who.  ``stirred`` says
    when something moved at which place since the last picture.
    """

    reading: Reading
    shot: Shot | None = None
    told: Mapping[str, By] = {}
    stirred: Mapping[str, Stir] = {}


class Moving(msgspec.Struct, frozen=True):
    """Something moves over the table: what was seen before no longer counts."""


class Sight(msgspec.Struct, frozen=True):
    """How well the table can be seen; ``blind`` as long as it cannot be read at all."""

    blind: bool = False
    notices: tuple[Text, ...] = ()


class Ailing(msgspec.Struct, frozen=True):
    """All that is wrong with lamps, buttons and display; nothing, if they are well."""

    notices: tuple[Text, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """Answer an open ask."""

    by: By
    ask: str
    move: Any


class Pressed(msgspec.Struct, frozen=True):
    """A button on the table was pressed."""

    press: Press


class Choose(msgspec.Struct, frozen=True):
    """Say which of several explanations is true; ``version`` is the snapshot that asked."""

    by: By
    version: int
    choice: int


class Confirm(msgspec.Struct, frozen=True):
    """Agree to what is proposed: the set-up, the table as it lies, the best guess."""

    by: By
    version: int


class Undo(msgspec.Struct, frozen=True):
    """Take back the last turn or answer, or everything from an entry of the log on."""

    by: By
    version: int
    number: int | None = None


class Override(msgspec.Struct, frozen=True):
    """We played it so: let a move stand that a rule refuses; only the host may."""

    by: By
    version: int


class Pause(msgspec.Struct, frozen=True):
    """Stop watching for a while, or go on."""

    by: By
    on: bool


class Switch(msgspec.Struct, frozen=True):
    """Change how closely a seat is tracked from now on; the host may, and whoever sits there."""

    by: By
    version: int
    seat: int
    level: str


class Inspect(msgspec.Struct, frozen=True):
    """Ask what the camera sees at a place; it is answered with a :class:`Sighting`.

    Its picture shows what is ``beside`` it as well.
    """

    place: str
    beside: tuple[str, ...] = ()


class Correct(msgspec.Struct, frozen=True):
    """Say what really lies at a place, whatever the camera sees there; only the host may.

    Without ``pieces`` the camera is believed again.
    """

    by: By
    place: str
    pieces: frozenset[str] | None


class Learned(msgspec.Struct, frozen=True):
    """Go on with a game that knows more of what is printed; the rules are the same."""

    game: Any


Command: TypeAlias = (
    Saw
    | Moving
    | Sight
    | Ailing
    | Answer
    | Pressed
    | Choose
    | Confirm
    | Undo
    | Override
    | Pause
    | Switch
    | Inspect
    | Correct
    | Learned
)


class Done(msgspec.Struct, frozen=True):
    """Yes; what it brought about is on the disk, and in the snapshot of this version."""

    version: int


class Sighting(Done, frozen=True):
    """What the camera sees at a place: nothing for sure where ``pieces`` are missing.

    ``likely`` may be there as well; where somebody's word counts instead, ``said`` is what he said.
    ``barred`` says why nobody's word would be taken there now.
    """

    pieces: frozenset[str] | None = None
    likely: frozenset[str] = frozenset()
    said: frozenset[str] | None = None
    picture: bytes | None = None
    barred: Text | None = None


class No(msgspec.Struct, frozen=True):
    """No, and why; nothing has changed."""

    text: Text


Reply: TypeAlias = Done | No
