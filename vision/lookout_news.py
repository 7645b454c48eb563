"""What the lookout tells: small facts about a running table, each at the moment it is sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.session.evidence import Stir
from companion.session.ports import Frame
from vision.geometry import Vantage
from vision.health import Check, judge
from vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Stable:
    """The table is at rest, and this is what it shows; the frame is one that says so.

    ``stirred`` says when something moved at which place since the last one.
    """

    reading: Reading
    frame: Frame
    vantage: Vantage
    stirred: Mapping[str, Stir] = field(default_factory=dict)


@dataclass(frozen=True)
class Busy:
    """Something moves: a hand, most of the time."""


@dataclass(frozen=True)
class Moved:
    """A surface was pushed, or the camera was: it was found so many pixels from where it was."""

    surface: str
    px: float

    @property
    def check(self) -> Check:
        """Return it as one of the figures that say how well a table can be seen."""
        return judge("moved", self.px)


@dataclass(frozen=True, eq=False)
class Found:
    """All surfaces were found, for the first time or after they were lost."""

    vantage: Vantage


@dataclass(frozen=True)
class Lost:
    """A surface cannot be found, why, and the figures that say so; nothing is read meanwhile."""

    surface: str
    reason: str
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Poor:
    """What is wrong with the pictures now; with no checks, they are good again."""

    checks: tuple[Check, ...]


News = Stable | Busy | Moved | Found | Lost | Poor
