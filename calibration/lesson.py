"""One teaching photo, ready to be learned from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.geometry import Vantage
from vision.glimpse import Glimpse


@dataclass(frozen=True, eq=False)
class Lesson:
    """A photo in the light of the reference, where it was taken from, and what lies where."""

    name: str
    glimpse: Glimpse
    vantage: Vantage
    told: Mapping[str, tuple[str, ...]]
