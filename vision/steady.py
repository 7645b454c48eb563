"""From single frames to what can be sworn to: evidence for each place adds up while it is still.

One frame may be wrong about a place; the same wrong thing is rarely seen several times. So a
claim counts once it was seen often enough, or clearly enough, and nothing spoke against it.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

C = TypeVar("C", bound=Hashable)


class Doubt(Enum):
    """Why nothing is claimed about a place."""

    UNSURE = "unsure"
    HIDDEN = "hidden"


@dataclass(frozen=True)
class Seen(Generic[C]):
    """What one frame shows at a place; ``margin`` is by how much it beats the next best claim."""

    claim: C
    margin: float


@dataclass(frozen=True)
class _Evidence(Generic[C]):
    claim: C
    frames: int
    margin: float
    contested: bool


class Steady(Generic[C]):
    """Gathers what frames say about each place; answers only while the table is at rest.

    >>> table = Steady[str](frames=2, margin=5.0)
    >>> table.take({"b07": Seen("red", 1.0)}, at_rest=True)
    {'b07': <Doubt.UNSURE: 'unsure'>}
    >>> table.take({"b07": Seen("red", 1.0)}, at_rest=True)
    {'b07': 'red'}
    >>> table.take({"b07": Doubt.HIDDEN}, at_rest=True)
    {'b07': <Doubt.HIDDEN: 'hidden'>}
    """

    def __init__(self, frames: int = 3, margin: float = 3.0) -> None:
        self._frames = frames
        self._margin = margin
        self._evidence: dict[str, _Evidence[C]] = {}

    def forget(self, touched: Collection[str] | None = None) -> None:
        """Forget what was known about touched places; about all of them if none are named."""
        if touched is None:
            self._evidence.clear()
        else:
            for place in touched:
                self._evidence.pop(place, None)

    def take(
        self,
        seen: Mapping[str, Seen[C] | Doubt],
        *,
        at_rest: bool,
        touched: Collection[str] | None = None,
    ) -> dict[str, C | Doubt] | None:
        """Take in one frame; return what stands firm, or nothing while the table moves.

        While it moves, ``touched`` says which places may be different afterwards; without it,
        any may. What is hidden is not remembered: a hand may be changing it.
        """
        if not at_rest:
            self.forget(touched)
            return None
        for place, sight in seen.items():
            if isinstance(sight, Seen):
                self._evidence[place] = self._add(place, sight)
            elif sight is Doubt.HIDDEN:
                self._evidence.pop(place, None)
        return {place: self._verdict(place, sight) for place, sight in seen.items()}

    def _add(self, place: str, sight: Seen[C]) -> _Evidence[C]:
        known = self._evidence.get(place)
        if known is None:
            return _Evidence(sight.claim, 1, sight.margin, contested=False)
        if known.claim != sight.claim:
            # Two frames disagree: from now on only patience counts, not clearness.
            return _Evidence(sight.claim, 1, sight.margin, contested=True)
        margin = known.margin + sight.margin
        return _Evidence(known.claim, known.frames + 1, margin, known.contested)

    def _verdict(self, place: str, sight: Seen[C] | Doubt) -> C | Doubt:
        if sight is Doubt.HIDDEN:
            return Doubt.HIDDEN
        known = self._evidence.get(place)
        if known is None:
            return Doubt.UNSURE
        clear = known.margin >= self._margin and not known.contested
        return known.claim if clear or known.frames >= self._frames else Doubt.UNSURE
