"""Who of several stands at one place: each is judged for himself, and then all of them together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from companion.engine import Atom
from vision.evidence import SURE, Finding
from vision.footing import Candidate
from vision.solids_judge import clarity, presence, standing
from vision.solids_model import SolidModel
from vision.solids_twins import Twin
from vision.stands import Stand

#: What is neither table nor known piece, beyond this in sizes of a piece, may be a piece that we
#: cannot tell: in glare, under a coin, of a colour never taught.
_ODD = 1.4

#: From here on a piece is clearly seen, whatever else is around it.
_CLEAR = 1.3

#: In company that is not sure, a piece is believed to be there, or not to be, from here on.
_PLAIN = 1.5

#: How surely a piece is not there of which nothing at all was found.
_NOWHERE = -9.0


class Company(NamedTuple):
    """What was found in one window.

    Of ``all_`` that was found, ``found`` leaves out what is another of its colour.  ``second`` are
    pieces of which two may be there, and how much is ``odd``.
    """

    found: Mapping[str, Candidate]
    all_: Mapping[str, Candidate]
    second: Mapping[str, Candidate]
    twins: Collection[Twin]
    odd: float


def judge(
    stand: Stand, place: str, pieces: Collection[str], here: Company, model: SolidModel
) -> Finding:
    """Say who of these stands at a place, and about whom nothing can be said if that is not sure."""
    alone = clarity(here.odd, _ODD)
    spots = {}
    clear, twice = [], []
    margins: dict[str, float] = {}
    for piece in pieces:
        one = here.found.get(piece)
        certainty = presence(one.fit / model.usual(piece)) if one else _NOWHERE
        if one and certainty > 0:
            spots[piece] = one.spot_mm
            if certainty >= _CLEAR:
                clear.append(piece)
            certainty = min(certainty, _bounded(stand, piece, here, model))
            if second := here.second.get(piece):
                again = presence(second.fit / model.usual(piece))
                twice += [piece] * (again > 0)
                certainty = min(certainty, abs(again))
        margins[piece] = max(abs(certainty), 0.0)
    doubtful = {p for p, m in margins.items() if m < _PLAIN or (alone < SURE and p not in clear)}
    either = {
        Atom(place, twin.seen): Atom(place, twin.other)
        for twin in here.twins
        if not twin.sure and twin.seen in spots
    }
    return Finding(
        (*spots, *twice),
        min(alone, *margins.values()),
        place,
        spots,
        clear,
        either,
        doubtful=frozenset(doubtful),
    )


def _bounded(stand: Stand, piece: str, here: Company, model: SolidModel) -> float:
    """Return how surely a piece stands in its place, and ends where its outline does.

    If it may as well be another of its colour, the outline of one of the two has to fit.
    """
    looks = {piece: here.found[piece]}
    if not here.second:
        others = {twin.other for twin in here.twins if twin.seen == piece and not twin.sure}
        looks.update((other, here.all_[other]) for other in others & here.all_.keys())
    return max(min(standing(one, stand), model.outlined(p, one)) for p, one in looks.items())
