"""Say on which field of a track a piece stands, of which there is one at most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.engine import Atom
from vision.evidence import Finding
from vision.footing import Candidate, apart_mm
from vision.ground import Numbers
from vision.solids_judge import FOOT_MM, PRESENT, clarity
from vision.solids_model import LEAST_FIT, SolidModel
from vision.solids_twins import SAME
from vision.stands import Stand
from vision.stands_site import BEYOND_MM

#: Less of a piece is enough if no other field comes near.
FAINT, _FAINTER, _CLEARER = 0.2, 0.1, 0.1
_LEAD = 0.2

#: So much of it must really show, however well that fits, where others hide the rest.
_SHOWS = 0.1

#: What is odd beyond this, in sizes of a piece, may be a piece we cannot tell.
_ODD = 1.0

#: One that is nearly of the colour of the board is sworn to only where it stands out much better,
#: and never sworn to be nowhere; one that stands out a little better must fit at least so well.
_OUT_OF_DOUBT, _WEAK_FIT, _DOUBTFUL = 0.25, 0.17, 0.1

#: Figures that share a field stand beside it: one that is not nearer to a field than to the next by
#: so much may have been there while others were.
_BETWEEN_MM = 4.5

#: From this part of its usual fit on a piece is clearly seen, whatever else is around it.
_CLEAR_FIT = 0.6


def on_track(
    stand: Stand, model: SolidModel, piece: str, found: Sequence[Candidate], odd: Numbers
) -> Finding:
    """Say on which field a piece stands, or that it is on none; ``odd`` is what each one shows.

    What has its middle beside the board does not stand on it, however much it looks like a piece.
    """
    least = FAINT * model.fits[piece]
    carried = [each for each in found if stand.carries(each.spot_mm)]
    found = carried if any(each.fit >= least for each in carried) else found
    first = max(found, key=lambda each: each.fit, default=None)
    if first is None or first.fit < least:
        return _nowhere(model, piece, first, float(odd.max()))
    usual = model.usual(piece)
    same_mm = SAME * stand.shapes[piece].size_mm[0]
    others = [c for c in found if apart_mm(c, first) > same_mm]
    rival = max((c.fit for c in others), default=0.0)
    # Beside the track stand others of the same colour.
    second = max((c.fit for c in others if c.off_mm < stand.reach_mm + BEYOND_MM / 2), default=0.0)
    off = np.hypot(*(stand.centres_mm - first.spot_mm).T)
    nearest, *next_ = np.argsort(off)
    place, spots = stand.places[nearest].id, {piece: first.spot_mm}
    lead_mm = off[next_[0]] - off[nearest] if next_ else np.inf
    beside: dict[Atom, Atom] = {}
    if lead_mm < _BETWEEN_MM:
        beside = {Atom(place, piece): Atom(stand.places[next_[0]].id, piece)}
    either, near = (beside, {}) if lead_mm < 2 * FOOT_MM else ({}, beside)
    margin = min(
        (first.fit / usual - FAINT) / _CLEARER,
        (first.fit * first.visible / usual - _SHOWS) / _CLEARER,
        (first.fit - rival) / (usual * _LEAD),
        (PRESENT * usual - second) / (usual * _LEAD) + 1,
        (stand.reach_mm + BEYOND_MM / 2 - off[nearest]) / FOOT_MM,
        model.outlined(piece, first),
        clarity(float(odd[first.window]), min(first.fit / usual, _ODD)),
        _out_of_doubt(stand, model, piece, first),
    )
    clear = (piece,) if first.fit > _CLEAR_FIT * usual else ()
    return Finding((piece,), max(float(margin), 0.0), place, spots, clear, either, near)


def _nowhere(model: SolidModel, piece: str, first: Candidate | None, oddest: float) -> Finding:
    part = first.fit / model.fits[piece] if first else 0.0
    margin = min((FAINT - part) / _FAINTER, clarity(oddest, _ODD))
    return Finding((), 0.0 if model.is_faint(piece) else margin)


def _out_of_doubt(stand: Stand, model: SolidModel, piece: str, found: Candidate) -> float:
    """Return how surely it is no trifle, for a piece that hardly stands out among others."""
    if model.fits[piece] >= LEAST_FIT or len(stand.pieces) == 1:
        return float(np.inf)
    if model.is_faint(piece):  # of the shadow beside another figure too much would fit
        return 1 + (found.fit * found.visible - _OUT_OF_DOUBT) / _DOUBTFUL
    return 1 + (found.fit - _WEAK_FIT) / _DOUBTFUL
