"""Who stands where: figures and markers, each looked for along its true projection."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from companion.engine import Place, Plan
from vision.evidence import Finding
from vision.footing import SPECK, Candidate, locate, shown_mm2
from vision.footing_pair import pair
from vision.geometry import Vantage
from vision.ground import Numbers
from vision.reference import Picture, Reference
from vision.solids_absent import Absence
from vision.solids_crowd import Company, judge
from vision.solids_edge import Edges, Fine
from vision.solids_judge import ABSENT
from vision.solids_model import SolidModel
from vision.solids_track import FAINT, on_track
from vision.solids_twins import Here, Twin, settle, tell_apart
from vision.stands import Shares, Stand
from vision.stands_site import CELL_MM, PX_PER_MM, Sites

#: Where pieces meet, this part of them looks like neither.
_EDGES = 0.35

#: The light around a figure is measured between these distances from it, in pixels.
_RING_PX = (2, 8)

#: Ids of places that look different from when they were last read.
Changed = Collection[str]

#: Who may stand in which window, and which of them may be another of its colour.
Found = Mapping[int, Mapping[str, Candidate]]
Twins = Mapping[int, Collection[Twin]]


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
        self._absence = Absence(model)
        self._edges = Edges(reference, vantage, model.paint)
        self._found: dict[int, dict[int, dict[str, Candidate]]] = {}
        self._odd: dict[int, Numbers] = {}
        self._second: dict[tuple[int, int, str], Candidate] = {}
        self._twins: dict[int, dict[int, tuple[Twin, ...]]] = {}

    def read(
        self,
        picture: Picture,
        hands: Picture | None = None,
        changed: Changed | None = None,
        whole: Picture | None = None,
    ) -> dict[str, Finding]:
        """Return a finding for each place where several may stand and for each piece of a track.

        ``picture`` is a frame of half size in the light of the reference, ``hands`` a mask of it.
        With ``changed``, only those places are looked at; what was found at the others stands.
        With the ``whole`` frame, pieces of one colour are told apart by where their outlines end.
        """
        fine = None if whole is None else Fine(whole, hands)
        findings: dict[str, Finding] = {}
        for stand in self.stands:
            self._look(stand, picture, hands, changed, fine)
            tracked = dict(self._tracked(stand))
            twins = settle(self._twins.get(id(stand), {}), tracked)
            found = _without(self._found[id(stand)], twins)
            for piece, name in tracked.items():
                one = on_track(stand, self.model, piece, _of(found, piece), self._odd[id(stand)])
                seen = one.sure and one.pieces
                findings[name] = one if seen else self._absence.of(stand, piece, one)
            crowd = [piece for piece in stand.pieces if piece not in tracked]
            if crowd:
                findings.update(self._crowds(stand, crowd, found, twins))
        return findings

    def _look(
        self,
        stand: Stand,
        picture: Picture,
        hands: Picture | None,
        changed: Changed | None,
        fine: Fine | None,
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
        self._absence.look(stand, shares)
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
                two = {p for p in stand.pieces if (id(stand), window, p) in self._second}
                closer = None if fine is None else partial(self._edges.measure, fine, stand, window)
                here = Here(known[window], two, closer)
                twins[window] = tuple(tell_apart(stand, window, here, self.model, tracked))

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
                usual = self.model.areas[piece]
                both = None if piece in tracked else pair(stand, piece, own, covered, found, usual)
                # Neither of two may be a trick of the light: else there is one, and it is whole.
                lit = [
                    self._in_local_light(stand, shares, piece, number, one) for one in both or ()
                ]
                if lit and min(one.fit for one in lit) > ABSENT * self.model.usual(piece):
                    found, second = lit
                    self._second[id(stand), found.window, piece] = second
                else:
                    found = self._in_local_light(stand, shares, piece, number, found)
                if stand.twins[column].any():
                    found = _with_edges(stand, piece, found, shares.odd[number])
                best[piece].append(found)
        return best

    def _in_local_light(
        self, stand: Stand, shares: Shares, piece: str, number: int, found: Candidate
    ) -> Candidate:
        """Return a candidate again, less of it if it may be a trick of the light."""
        if found.fit < FAINT * self.model.fits[piece]:
            return found
        figure = stand.silhouette(found.window, piece, PX_PER_MM)
        corner = stand.centres_mm[found.window] + stand.corners_mm[found.window]
        column, row = ((found.spot_mm - corner) * PX_PER_MM).astype(int)
        shape = stand.windows.shape[1:]
        covered = figure.stamp(shape, row, column)
        ring = figure.ring(*_RING_PX).stamp(shape, row, column)
        return replace(found, fit=found.fit * (1 - stand.faded(shares, number, covered, ring)))

    def _crowds(
        self, stand: Stand, crowd: Collection[str], found: Found, twins: Twins
    ) -> Iterator[tuple[str, Finding]]:
        """Say for each place who of these stands there."""
        for window, place in enumerate(stand.places):
            here = Company(
                found.get(window, {}),
                self._found[id(stand)].get(window, {}),
                {
                    p: self._second[key]
                    for p in crowd
                    if (key := (id(stand), window, p)) in self._second
                },
                twins.get(window, ()),
                float(self._odd[id(stand)][window]),
            )
            yield place.id, judge(stand, place.id, crowd, here, self.model)


def _without(found: Found, twins: Twins) -> Found:
    """Return what was found without the pieces that are seen to be others of their colour."""
    others = {window: {twin.other for twin in here} for window, here in twins.items()}
    return {
        window: {piece: one for piece, one in here.items() if piece not in others.get(window, ())}
        for window, here in found.items()
    }


def _with_edges(stand: Stand, piece: str, found: Candidate, odd: Numbers) -> Candidate:
    """Return a candidate with what of its edge may run together with the print behind it."""
    figure = stand.silhouette(found.window, piece, 1 / CELL_MM)
    spot = stand.cell_at(found.window, found.spot_mm)
    return replace(found, blurred_mm2=shown_mm2(figure, odd, *spot))


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
