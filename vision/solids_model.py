"""How standing pieces look, as far as it was taught."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.footing import Candidate
from vision.paint import Paint
from vision.solids_judge import outlined

#: A piece that hardly stands out where it was taught must not be found by a trifle elsewhere.
LEAST_FIT = 0.45

#: Below this fit where it was taught, a piece is nearly of the colour of the board.
_FAINT_PIECE = 0.3


@dataclass(frozen=True, eq=False)
class SolidModel:
    """How standing pieces look: their colours, how well each fits its outline, and fills it.

    ``spills`` is the most of its colour that was around a piece: one that light shines through
    throws it on the board.
    """

    paint: Paint
    fits: Mapping[str, float]
    areas: Mapping[str, float]
    spills: Mapping[str, float]

    def usual(self, piece: str) -> float:
        """Return how well a piece fits its outline where it is plain to see."""
        return max(self.fits[piece], LEAST_FIT)

    def is_faint(self, piece: str) -> bool:
        """Tell whether a piece hardly stood out where it was taught."""
        return self.fits[piece] < _FAINT_PIECE

    def outlined(self, piece: str, found: Candidate) -> float:
        """Return how surely a piece ends where its outline does."""
        return outlined(found, self.spills.get(piece, 0.0))


def faint_pieces(model: SolidModel) -> tuple[str, ...]:
    """Return the pieces that hardly stood out where they were taught."""
    return tuple(filter(model.is_faint, model.fits))
