"""One teaching photo, ready to be learned from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.teach_example import Example
from vision.geometry import Vantage
from vision.glimpse import Glimpse
from vision.health import Check
from vision.stands_site import Sites


@dataclass(frozen=True, eq=False)
class Lesson:
    """A photo in the light of the reference, where it was taken from, and what lies where.

    ``sites`` is the ground below the standing pieces, as it is seen from there; ``troubles`` says
    what is wrong with the photo itself. ``examples`` are the flat pieces by place and name, as far
    as somebody has looked for them.
    """

    name: str
    glimpse: Glimpse
    vantage: Vantage
    sites: Sites
    told: Mapping[str, tuple[str, ...]]
    troubles: tuple[Check, ...] = ()
    examples: dict[tuple[str, str], Example] = field(default_factory=dict)
