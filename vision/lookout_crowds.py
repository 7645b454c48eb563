"""Places that are not sure as a whole: who all looks agree is there, and who is not."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

Claim = tuple[str, ...]


class Partly(NamedTuple):
    """Who stands at a place, but for those about whom nothing can be said."""

    claim: Claim
    doubtful: frozenset[str] = frozenset()

    @property
    def plain(self) -> Claim:
        """Return who is there beyond doubt."""
        return tuple(piece for piece in self.claim if piece not in self.doubtful)

    def and_(self, other: Partly) -> Partly | None:
        """Return what two looks agree about; of a place at which they contradict each other, nothing."""
        doubtful = self.doubtful | other.doubtful
        both = Partly(self.claim, doubtful), Partly(other.claim, doubtful)
        same = sorted(both[0].plain) == sorted(both[1].plain)
        return both[0] if same else None


class Crowds:
    """Remembers what looks said about places that were not sure, until something moves."""

    def __init__(self) -> None:
        self._known: dict[str, Partly | None] = {}

    def forget(self) -> None:
        """Start anew: anything may have changed."""
        self._known.clear()

    def add(self, looks: Mapping[str, Partly | None]) -> None:
        """Take in one more look; nothing is said of places at which anybody may be."""
        for place, look in looks.items():
            known = self._known.setdefault(place, look)
            self._known[place] = known and look and known.and_(look)

    def of(self, places: Collection[str]) -> dict[str, Partly]:
        """Return what is known of those of these places about which anything is."""
        return {place: one for place in places if (one := self._known.get(place))}
