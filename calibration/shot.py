"""Photos of a table as somebody hands them in, and why one cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vision.reference import Picture
from vision.register_evidence import Missing

Told = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Refusal:
    """A photo that cannot be used: a word for the reason, and surfaces that are not to be seen."""

    photo: str
    reason: str
    missing: Mapping[str, Missing] = field(default_factory=dict)


class CannotLearn(Exception):
    """Photos that cannot be used, all of them."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        """Keep them."""
        super().__init__(*refusals)
        self.refusals = tuple(refusals)


@dataclass(frozen=True, eq=False)
class Shot:
    """A photo of the table without pieces."""

    name: str
    photo: Picture


@dataclass(frozen=True, eq=False)
class Taught:
    """A photo with pieces on the table, and what somebody said about it."""

    name: str
    photo: Picture
    told: Told
