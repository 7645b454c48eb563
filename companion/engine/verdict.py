"""What the rules say to a move: yes, or one of three kinds of no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from companion.engine.text import Text

E = TypeVar("E")
#: Waived for a fact that is told anew because it was misread; no rule refuses anything by this name.
MISREAD = "misread"


class Accepted(msgspec.Struct, Generic[E], frozen=True):
    """Say yes: these events follow.

    ``unchecked`` names the rules that were skipped because a fact is unknown: the move stands, but
    nobody claims to have checked that.
    """

    events: tuple[E, ...]
    unchecked: tuple[str, ...] = ()


class Refused(msgspec.Struct, frozen=True):
    """Say no, by which rule, and where that rule stands in the rulebook.

    ``to`` is the only seat that may hear the reason; ``None`` means that everybody may.  A purse is
    nobody else's business.
    """

    rule: str
    params: Mapping[str, str | int | Text] = {}
    section: str = ""
    to: int | None = None

    @property
    def text(self) -> Text:
        """Return the reason as a sentence of the catalogue."""
        return Text(self.rule, self.params)


class Invalid(Refused, frozen=True, tag="invalid"):
    """Refuse what is not a move at all: no such place, card or seat."""


class Illegal(Refused, frozen=True, tag="illegal"):
    """Refuse a move that breaks a rule."""


class Ambiguous(Refused, frozen=True, tag="ambiguous"):
    """Refuse a move that needs one more fact before it can be judged."""


Verdict = Accepted[E] | Invalid | Illegal | Ambiguous
