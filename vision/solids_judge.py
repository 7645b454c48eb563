"""How surely a piece stands where it was found, or nowhere."""

from __future__ import annotations

from vision.footing import Candidate
from vision.stands import Stand
from vision.stands_site import BEYOND_MM

#: Between these parts of its usual fit we do not swear whether a piece is there.
ABSENT, PRESENT = 0.34, 0.54

#: Figures end where their outline does; from this much of their colour around it on, it may be a
#: coin or a cup. Where a piece was taught to spill its colour, so much more is allowed at most.
_SPILT, _SPILLING, _MORE = 0.1, 0.05, 0.1

#: How well a foot is located, in millimetres.
FOOT_MM = 1.0


def clarity(odd: float, limit: float) -> float:
    """Return how surely nothing is missed where so much is neither table nor known piece."""
    return max(1 + 2 * (limit - odd), 0.0)


def presence(fit: float) -> float:
    """Return how surely a piece is there (above 0) or not (below); 1 and -1 are the limits."""
    middle, half = (PRESENT + ABSENT) / 2, (PRESENT - ABSENT) / 2
    return (fit - middle) / half


def outlined(found: Candidate, spill: float) -> float:
    """Return how surely a piece ends where its outline does, for one that spills so much."""
    return max(1 + (_SPILT + min(spill, _MORE) - found.halo) / _SPILLING, 0.0)


def standing(found: Candidate, stand: Stand) -> float:
    """Return how surely a foot is inside its place and not beside it."""
    return max((stand.reach_mm + BEYOND_MM / 2 - found.off_mm) / FOOT_MM, 0.0)
