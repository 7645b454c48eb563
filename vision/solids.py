"""Who stands where: figures and markers, each looked for along its true projection."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.engine import Atom, Place, Plan
from vision.evidence import Finding
from vision.footing import SPECK, Candidate, apart_mm, locate
from vision.footing_pair import pair
from vision.geometry import Vantage
from vision.ground import Numbers
from vision.paint import Paint
from vision.reference import Picture, Reference
from vision.solids_judge import ABSENT, FOOT_MM, PRESENT, clarity, outlined, presence, standing
from vision.solids_twins import SAME, Twin, settle, tell_apart
from vision.stands import Shares, Stand
from vision.stands_site import BEYOND_MM, CELL_MM, PX_PER_MM, Sites

#: A piece that hardly stands out where it was taught must not be found by a trifle elsewhere.
_LEAST_FIT = 0.45

#: Below this fit where it was taught, a piece is nearly of the colour of the board: it is sworn to
#: only where it stands out much better, and never sworn to be nowhere.
_FAINT_PIECE, _OUT_OF_DOUBT, _DOUBTFUL = 0.3, 0.25, 0.1
#: One that stands out a little better must fit at least so well.
_WEAK_FIT = 0.17

#: On a track, where a piece is once at most, less is enough if no other field comes near.
_FAINT, _FAINTER, _CLEARER = 0.2, 0.1, 0.1
_LEAD = 0.2

#: Where pieces meet, this part of them looks like neither; what is odd beyond that, in sizes of a
#: piece, may be a piece we cannot tell: in glare, under a coin, of a colour never taught.
_EDGES, _ODD_CROWD, _ODD_TRACK = 0.35, 1.4, 1.0

#: Figures that share a field stand beside it: one that is not nearer to a field than to the next by
#: so much may have been there while others were.
_BETWEEN_MM = 4.5

#: From here on a piece is clearly seen, whatever else is around it.
_CLEAR, _CLEAR_FIT = 1.3, 0.6

#: The light around a figure is measured between these distances from it, in pixels.
_RING_PX = (2, 8)

#: Ids of places that look different from when they were last read.
Changed = Collection[str]

#: Who may stand in which window, and which of them may be another of its colour.
Found = Mapping[int, Mapping[str, Candidate]]
Twins = Mapping[int, Collection[Twin]]


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


def faint_pieces(model: SolidModel) -> tuple[str, ...]:
    """Return the pieces that hardly stood out where they were taught."""
    return tuple(piece for piece, fit in model.fits.items() if fit < _FAINT_PIECE)


class SolidReader:
    """Reads all standing pieces from one vantage."""

    def __init__(
        self,
        plan: Plan,
        reference: Reference,
        model: SolidModel,
        vantage: Vantage,
        sites: Sites | None = None,
    ) -> None:
        """Open it; ``sites`` of this very vantage need not be measured anew."""
        self.plan, self.model = plan, model
        sites, names = sites or Sites(plan, reference, vantage), model.paint.names
        self.stands = [
            Stand(sites.of(places, names), model.paint) for places in standing_places(plan, names)
        ]
        self._found: dict[int, dict[int, dict[str, Candidate]]] = {}
        self._odd: dict[int, Numbers] = {}
        self._second: dict[tuple[int, int, str], Candidate] = {}
        self._twins: dict[int, dict[int, tuple[Twin, ...]]] = {}

    def read(
        self, picture: Picture, hands: Picture | None = None, changed: Changed | None = None
    ) -> dict[str, Finding]:
        """Return a finding for each place where several may stand and for each piece of a track.

        ``picture`` is a frame of half size in the light of the reference, ``hands`` a mask of it.
        With ``changed``, only those places are looked at; what was found at the others stands.
        """
        findings: dict[str, Finding] = {}
        for stand in self.stands:
            self._look(stand, picture, hands, changed)
            tracked = dict(self._tracked(stand))
            twins = settle(self._twins.get(id(stand), {}), tracked)
            found = _without(self._found[id(stand)], twins)
            for piece, name in tracked.items():
                findings[name] = self._on_track(stand, piece, _of(found, piece))
            crowd = {p: _of(found, p) for p in stand.pieces if p not in tracked}
            if crowd:
                findings.update(self._crowds(stand, crowd, twins))
        return findings

    def _look(
        self, stand: Stand, picture: Picture, hands: Picture | None, changed: Changed | None
    ) -> None:
        """Look at the places of one kind and remember who may stand where."""
        if changed is None:
            some = None
            self._found[id(stand)] = {}
        else:
            some = np.array([n for n, p in enumerate(stand.places) if p.id in changed], int)
            if not len(some):
                return
        known, shares = self._found[id(stand)], stand.shares(picture, hands, some)
        tracked = dict(self._tracked(stand))
        odd = self._odd.setdefault(id(stand), np.zeros(len(stand.places)))
        size = min(stand.silhouette(0, piece, 1 / CELL_MM).area for piece in stand.pieces)
        odd[shares.windows] = (shares.strange - _EDGES * shares.mass.sum(axis=0)) / size
        for window in shares.windows:
            known[int(window)] = {}
            for piece in stand.pieces:
                self._second.pop((id(stand), int(window), piece), None)
        for piece, each in self._candidates(stand, shares).items():
            for candidate in each:
                known[candidate.window][piece] = candidate
        if stand.twins.any():
            twins = self._twins.setdefault(id(stand), {})
            for window in map(int, shares.windows):
                here = known[window], self.model.areas, tracked
                twins[window] = tuple(tell_apart(stand, window, *here))

    def _usual(self, piece: str) -> float:
        return max(self.model.fits[piece], _LEAST_FIT)

    def _tracked(self, stand: Stand) -> Iterator[tuple[str, str]]:
        """Yield the pieces that are on one of these places at most, and their names."""
        ids = {place.id for place in stand.places}
        for track in self.plan.tracks:
            if ids.issuperset(track.places):
                yield from ((p, name) for p, name in track.pieces.items() if p in stand.pieces)

    def candidates(self, picture: Picture) -> Iterator[tuple[str, Candidate]]:
        """Yield each piece, and where and how well it may stand."""
        for stand in self.stands:
            for piece, found in self._candidates(stand, stand.shares(picture)).items():
                yield from ((piece, each) for each in found)

    def _candidates(self, stand: Stand, shares: Shares) -> dict[str, list[Candidate]]:
        """Return for each piece its best foot in every window that shows enough of it."""
        best: dict[str, list[Candidate]] = {}
        tracked = dict(self._tracked(stand))
        for column, piece in enumerate(stand.pieces):
            enough = SPECK * stand.silhouette(0, piece, 1 / CELL_MM).area
            mass = shares.mass[column]
            likely = [int(n) for n in np.argsort(-mass) if mass[n] > enough]
            best[piece] = []
            others = ~stand.twins[column] & (np.arange(len(stand.pieces)) != column)
            for number in likely:
                own = shares.parts[column, number]
                covered = shares.parts[others, number].sum(axis=0) + shares.blind[number]
                found = locate(stand, int(shares.windows[number]), piece, own, covered)
                both = None if piece in tracked else pair(stand, piece, own, covered, found)
                if both is not None and both[1].fit > ABSENT * self._usual(piece):
                    if stand.twins[column].any():
                        # Which two of one colour these are, nobody could say.
                        self._odd[id(stand)][found.window] = np.inf
                    else:
                        found, second = both
                        self._second[id(stand), found.window, piece] = second
                best[piece].append(self._in_local_light(stand, shares, piece, number, found))
        return best

    def _in_local_light(
        self, stand: Stand, shares: Shares, piece: str, number: int, found: Candidate
    ) -> Candidate:
        """Return a candidate again, less of it if it may be a trick of the light."""
        if found.fit < _FAINT * self.model.fits[piece]:
            return found
        figure = stand.silhouette(found.window, piece, PX_PER_MM)
        corner = stand.centres_mm[found.window] + stand.corners_mm[found.window]
        column, row = ((found.spot_mm - corner) * PX_PER_MM).astype(int)
        shape = stand.windows.shape[1:]
        covered = figure.stamp(shape, row, column)
        ring = figure.ring(*_RING_PX).stamp(shape, row, column)
        return replace(found, fit=found.fit * (1 - stand.faded(shares, number, covered, ring)))

    def _crowds(
        self, stand: Stand, best: Mapping[str, list[Candidate]], twins: Twins
    ) -> Iterator[tuple[str, Finding]]:
        """Say for each place who of these stands there."""
        found = {(each.place.id, piece): each for piece, all_ in best.items() for each in all_}
        for window, place in enumerate(stand.places):
            spots: dict[str, tuple[float, float]] = {}
            clear, twice = [], []
            margins = [clarity(float(self._odd[id(stand)][window]), _ODD_CROWD)]
            for piece in best:
                one = found.get((place.id, piece))
                certainty = presence(one.fit / self._usual(piece)) if one else -9.0
                if one and certainty > 0:
                    spots[piece] = one.spot_mm
                    if certainty >= _CLEAR:
                        clear.append(piece)
                    certainty = min(certainty, standing(one, stand), self._outlined(piece, one))
                    second = self._second.get((id(stand), window, piece))
                    if second is not None:
                        again = presence(second.fit / self._usual(piece))
                        twice += [piece] * (again > 0)
                        margins.append(abs(again))
                margins.append(max(abs(certainty), 0.0))
            pieces = (*spots, *twice)
            either = {
                Atom(place.id, twin.seen): Atom(place.id, twin.other)
                for twin in twins.get(window, ())
                if not twin.sure and twin.seen in spots
            }
            yield place.id, Finding(pieces, min(margins), place.id, spots, clear, either)

    def _outlined(self, piece: str, found: Candidate) -> float:
        return outlined(found, self.model.spills.get(piece, 0.0))

    def _out_of_doubt(self, stand: Stand, piece: str, found: Candidate) -> float:
        """Return how surely it is no trifle, for a piece that hardly stands out among others."""
        usual = self.model.fits[piece]
        if usual >= _LEAST_FIT or len(stand.pieces) == 1:
            return np.inf
        enough = _OUT_OF_DOUBT if usual < _FAINT_PIECE else _WEAK_FIT
        return 1 + (found.fit - enough) / _DOUBTFUL

    def _on_track(self, stand: Stand, piece: str, found: list[Candidate]) -> Finding:
        """Say on which field of a track a piece stands, or that it is on none."""
        usual = self.model.fits[piece]
        faint = usual < _FAINT_PIECE
        first = max(found, key=lambda each: each.fit, default=None)
        if first is None or first.fit < _FAINT * usual:
            part = first.fit / usual if first else 0.0
            oddest = float(self._odd[id(stand)].max())
            margin = min((_FAINT - part) / _FAINTER, clarity(oddest, _ODD_TRACK))
            return Finding((), 0.0 if faint else margin)
        usual = self._usual(piece)
        same_mm = SAME * stand.shapes[piece].size_mm[0]
        others = [c for c in found if apart_mm(c, first) > same_mm]
        rival = max((c.fit for c in others), default=0.0)
        # Beside the track stand others of the same colour.
        second = max(
            (c.fit for c in others if c.off_mm < stand.reach_mm + BEYOND_MM / 2), default=0.0
        )
        off = np.hypot(*(stand.centres_mm - first.spot_mm).T)
        nearest, *next_ = np.argsort(off)
        place, spots = stand.places[nearest].id, {piece: first.spot_mm}
        lead_mm = off[next_[0]] - off[nearest] if next_ else np.inf
        beside: dict[Atom, Atom] = {}
        if lead_mm < _BETWEEN_MM:
            beside = {Atom(place, piece): Atom(stand.places[next_[0]].id, piece)}
        either, near = (beside, {}) if lead_mm < 2 * FOOT_MM else ({}, beside)
        margin = min(
            (first.fit / usual - _FAINT) / _CLEARER,
            (first.fit - rival) / (usual * _LEAD),
            (PRESENT * usual - second) / (usual * _LEAD) + 1,
            (stand.reach_mm + BEYOND_MM / 2 - off[nearest]) / FOOT_MM,
            self._outlined(piece, first),
            clarity(float(self._odd[id(stand)][first.window]), min(first.fit / usual, _ODD_TRACK)),
            self._out_of_doubt(stand, piece, first),
        )
        clear = (piece,) if first.fit > _CLEAR_FIT * usual else ()
        return Finding((piece,), max(float(margin), 0.0), place, spots, clear, either, near)


def _without(found: Found, twins: Twins) -> Found:
    """Return what was found without the pieces that are seen to be others of their colour."""
    others = {window: {twin.other for twin in here} for window, here in twins.items()}
    return {
        window: {piece: one for piece, one in here.items() if piece not in others.get(window, ())}
        for window, here in found.items()
    }


def _of(found: Found, piece: str) -> list[Candidate]:
    return [each[piece] for each in found.values() if piece in each]


def standing_places(plan: Plan, names: Collection[str]) -> list[list[Place]]:
    """Return the places where these pieces may stand, those of a kind together."""
    kinds: dict[object, list[Place]] = {}
    for place in plan.places:
        stands = tuple(n for n in place.holds if n in names and plan.pieces[n].stands)
        if stands:
            kinds.setdefault((place.surface, place.size_mm, stands), []).append(place)
    return list(kinds.values())
