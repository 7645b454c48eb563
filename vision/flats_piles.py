"""Read places where flat pieces lie on one another, and figures may stand on them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import cv2
import numpy as np

from vision.evidence import Finding
from vision.flats_family import Family
from vision.flats_judge import Judge
from vision.flats_rim import Rim
from vision.flats_single import SingleReader, Top
from vision.flats_stack import Scene, Speck, Stacks
from vision.reference import Picture
from vision.tile_bank import Ints
from vision.tile_look import Floats
from vision.tile_search import Fits
from vision.tile_weigh import share
from vision.windows import Windows

#: With less of a place in view than this, the topmost piece is found by votes.
CLEAR = 0.9

#: With so little strange around a piece there is no need to look for another below; where all
#: pieces stand out from the board, another would make more of it.
QUIET_MM2, QUIET_CLEAR_MM2 = 24.0, 29.0

#: What is strange around a piece (in mm2) and what a lower one would explain (as a share of it,
#: turned into mm2, and no less than the least) speak against its lying alone: as much below
#: LONELY as LONELY_SWEAR we swear that it does.
LONELY, LONELY_SWEAR, PER_GAIN, LEAST_GAIN = 28.0, 10.0, 600.0, -0.015

#: Where the rims of all pieces stand out from the board so much, one that sticks out farther than
#: the shadow of the upper one is seen: what it gains there (as a share of it) and what is plainly
#: strange there (in mm2) add up to less than ALONE if there is none, and to more than JOINED.
#: However little that is, one that hides well makes more than this strange, and LONELY_SWEAR less
#: to swear that there is none.
CONTRAST, BEYOND_GAIN, BEYOND_MM2, ALONE, JOINED = 0.5, 0.02, 11.4, 1.25, 2.0
BEYOND_LEAST, HIDES_WELL = -1.0, 42.0

#: To swear that there is none, it must explain what is seen there worse than the empty board by so
#: much, and by much more the more is strange: one that hardly sticks out does as well.
AT_PAR, STRANGER = 0.005, 4

#: To swear that there is one, it must do better by so much, and rise this far above it.
BETTER, RISE = 0.04, 0.03

#: Where they stand out less than this, less that is strange must do.
FAINT = 0.2

#: A lower piece is likely if it explains so much and so much is strange; if the product of both
#: shares is so far above BELOW we swear to it, and if its kind leads so far.
BELOW_GAIN, BELOW_MM2, BELOW, BELOW_SWEAR, BELOW_LEAD = 0.04, 45.0, 0.4, 0.3, 0.03

#: With more than this left unexplained by the lower piece, a third may lie there.
THIRD_MM2 = 80.0

#: Where so much of some spot beside a piece differs from the bare board it is worth a closer look.
WORTH = 0.45

#: What a lower piece gains, and what is left unexplained without it, where one is as likely as
#: none; the sum of both is then 2, and this far from it we swear.
#: That nothing is below must be seen as well.
GAIN, REST, SWEAR, REST_SWEAR = 0.055, 0.245, 0.35, 0.05

#: With more of a place left unexplained, or of some spot beside a single piece, something unknown
#: lies there.
STRANGE, SPECK = 0.25, 0.7

#: The hues in view must be so much nearer to those of one kind than of another.
APART = 0.5

#: What a piece in part gains for each pixel in view if there is one, and if there is none;
#: this far beyond we swear.
VEILED_GAIN, BARE_GAIN, VEILED_SWEAR = 0.25, 0.04, 0.1

#: So much of a place under a figure must look like the empty board, and so much more to swear.
BARE, BARE_SWEAR = 0.53, 0.17


def pile_tools(family: Family) -> tuple[Stacks, Rim | None]:
    """Return what finds lower pieces of a family; it is the same from every vantage."""
    return Stacks(family.bank), Rim(family.bank) if family.equal else None


class PileReader(SingleReader):
    """Reads the places of a family whose pieces pile up."""

    def __init__(
        self, judge: Judge, windows: Windows, lean_px: Floats, tools: tuple[Stacks, Rim | None]
    ) -> None:
        super().__init__(judge, windows)
        self._lean, (self._stacks, self._rim) = lean_px, tools
        self._covers: dict[int, Floats] = {}

    def read(
        self,
        picture: Picture,
        hidden: Picture | None = None,
        changed: Collection[str] | None = None,
    ) -> dict[str, Finding]:
        """Return what lies at each place, as far as it is looked at anew."""
        self._covers = {
            number: cover
            for number, cover in self._covers.items()
            if changed is not None and self._ids[number] not in changed
        }
        return super().read(picture, hidden, changed)

    def _closer(
        self, seen: Picture, open_: Floats | None, empty: Floats, changed: Ints
    ) -> list[Finding]:
        left = np.ones(len(seen)) if open_ is None else self._judge.in_view(open_)
        tops = self._tops(seen, open_, empty, changed)
        if open_ is None:
            open_ = np.ones(seen.shape[:3], np.float32)
        views = [(seen[n : n + 1], open_[n : n + 1], changed[n : n + 1]) for n in range(len(seen))]
        tops = [
            self._veiled(self._scene(*view)) if part < CLEAR else top
            for top, part, view in zip(tops, left, views, strict=True)
        ]
        for number, top in zip(changed, tops, strict=True):
            if top.fits is not None:
                (cover,) = self._stacks.covers(top.fits, seen.shape[1])
                self._covers[int(number)] = _with_wall(cover, self._lean[number])
        return [self._pile(top, *view) for top, view in zip(tops, views, strict=True)]

    def _pile(self, top: Top, seen: Picture, open_: Floats, number: Ints) -> Finding:
        """Return all that lies at one place."""
        if top.fits is None:
            return top.finding
        finding, cover = top.finding, self._stacks.covers(top.fits, seen.shape[1])
        if self._rim is not None:
            return self._below(self._rim, finding, (seen, open_, number))
        bare = self._judge.around(seen, number)
        strange = (1 - bare) * (1 - cover) * open_
        speck = self._stacks.speck(strange[0])
        if len(self._smaller(top.fits)) and speck.strange >= WORTH:
            scene = self._scene(seen, open_, number)
            finding, cover = self._dig(finding, top.fits, scene, speck)
            strange = (1 - bare) * (1 - cover) * open_
        return self._unless_strange(finding, strange)

    def _beside(self, number: int, size: int) -> Floats:
        """Return what the pieces of other places cover in the window of one."""
        family, covered = self._judge.family, np.zeros((size, size), np.float32)
        for other, cover in self._covers.items():
            by = (family.corners_mm[other] - family.corners_mm[number]) * family.bank.px_per_mm
            if other != number and np.abs(by).max() < size:
                shift = np.array([[1, 0, by[0]], [0, 1, by[1]]], np.float32)
                covered = np.maximum(covered, cv2.warpAffine(cover, shift, (size, size)))
        return covered

    def _unless_strange(self, finding: Finding, strange: Floats) -> Finding:
        """Return the finding, but no margin if something lies there that it does not name."""
        rows, columns = self._judge.family.core
        known = strange[..., rows, columns].mean() <= STRANGE
        if len(finding.pieces) == 1:
            known = known and self._stacks.speck(strange[0]).strange <= SPECK
        return finding if known else replace(finding, margin=0.0)

    def _below(self, rim: Rim, finding: Finding, view: tuple[Picture, Floats, Ints]) -> Finding:
        """Return the finding with what sticks out from under the piece on top.

        That it lies alone must be seen as well: the print around it is undisturbed, as far as no
        piece of the next place lies there.
        """
        seen, open_, (number,) = view
        free = open_[0] * (1 - self._beside(int(number), seen.shape[1]))
        around = rim.around(seen[0], self._windows.empty[number], free, self._covers[int(number)])
        strange = rim.strange_mm2(around)
        if strange <= QUIET_MM2:
            return finding
        contrast = rim.contrast(self._windows.empty[number])
        if contrast > CONTRAST:
            if strange <= QUIET_CLEAR_MM2:
                return finding
            beyond = around.beyond()
            gain = rim.lower(beyond).gain
            against = max(gain / BEYOND_GAIN, BEYOND_LEAST)
            against += rim.plainly_strange_mm2(beyond) / BEYOND_MM2
            if against < JOINED:
                par = AT_PAR * max(strange / BELOW_MM2, 1) ** STRANGER
                unseen = (HIDES_WELL - strange) / LONELY_SWEAR
                alone = min((JOINED - against) / (JOINED - ALONE), -gain / par, unseen)
                return replace(finding, margin=min(finding.margin, max(alone, 0.0)))
            finding = replace(finding, margin=min(finding.margin, max(gain - BETTER, 0) / RISE))
        lower = rim.lower(around)
        likely = lower.gain / BELOW_GAIN * strange / BELOW_MM2
        if likely > BELOW:
            margin = min((likely - BELOW) / BELOW_SWEAR, lower.lead / BELOW_LEAD, finding.margin)
            if lower.left_mm2 > THIRD_MM2:
                margin = 0.0
            return replace(finding, pieces=(lower.piece, *finding.pieces), margin=margin)
        against = strange + PER_GAIN * max(lower.gain, LEAST_GAIN)
        alone = (LONELY * min(contrast / FAINT, 1) - against) / LONELY_SWEAR
        return replace(finding, margin=min(finding.margin, max(alone, 0.0)))

    def _scene(self, seen: Picture, open_: Floats, number: Ints) -> Scene:
        return Scene.of(seen, self._windows.empty[number], open_)

    def _dig(
        self, finding: Finding, fits: Fits, scene: Scene, speck: Speck
    ) -> tuple[Finding, Floats]:
        """Return the finding with all that lies under the topmost piece, and what they cover."""
        pieces, margin = finding.pieces, finding.margin
        cover = self._stacks.covers(fits, scene.seen.shape[1])
        beside = scene.under(cover)
        rest = float(self._stacks.rest(cover, beside.bare, beside.open)[0])
        lower = self._stacks.candidate(beside, self._smaller(fits), speck)
        evidence = lower.gain / GAIN + rest / REST
        margin = min(margin, abs(evidence - 2) / SWEAR)
        if evidence < 2:
            margin = min(margin, max(REST - rest, 0.0) / REST_SWEAR)
        else:
            visible = (lower.density - VEILED_GAIN) / VEILED_SWEAR
            margin = max(min(margin, lower.lead / APART, visible), 0.0)
            pieces = (self._bank.piece(lower.fits.entry[0]), *pieces)
            beside = beside.under(self._stacks.covers(lower.fits, scene.seen.shape[1]))
        return replace(finding, pieces=pieces, margin=margin), beside.covered

    def _smaller(self, top: Fits) -> Ints:
        """Return which looks may stick out from under a piece: those of smaller ones."""
        sizes = [max(look.size_mm) for look in self._bank.looks]
        above = sizes[self._bank.look_of[top.entry[0]]]
        return np.flatnonzero(np.array(sizes) < above)

    def _veiled(self, scene: Scene) -> Top:
        """Return what lies under a figure, judged by what it leaves in view."""
        piece = self._stacks.candidate(scene)
        gain = piece.density
        if gain > VEILED_GAIN:
            margin = min((gain - VEILED_GAIN) / VEILED_SWEAR, piece.lead / APART)
            return Top(Finding((self._bank.piece(piece.fits.entry[0]),), margin), piece.fits)
        rows, columns = self._judge.family.core
        bare = float(share(scene.bare[:, rows, columns], scene.open[:, rows, columns])[0])
        margin = min((BARE_GAIN - gain) / VEILED_SWEAR, (bare - BARE) / BARE_SWEAR)
        return Top(Finding((), max(0.0, margin)), None)


def _with_wall(cover: Floats, lean_px: Floats) -> Floats:
    """Return what a piece covers together with its side wall, which leans by so much."""
    size = cover.shape[::-1]
    foot = np.array([[1, 0, -lean_px[0]], [0, 1, -lean_px[1]]], np.float32)
    wall = np.asarray(cv2.warpAffine(cover, foot, size), np.float32) > 0.3
    return np.maximum(cover, wall.astype(np.float32))
