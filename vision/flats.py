"""Read the flat pieces: single ones, those that cover a print, and stacks."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine import Plan
from vision.evidence import Finding
from vision.flats_family import bands, families
from vision.flats_judge import Judge
from vision.flats_piles import PileReader, pile_tools
from vision.flats_single import SingleReader
from vision.geometry import Vantage
from vision.reference import Picture, Reference
from vision.tile_look import FlatModel


class FlatEye:
    """Knows the flat pieces of one table; ``at`` a vantage it reads them."""

    def __init__(self, plan: Plan, model: FlatModel, reference: Reference) -> None:
        self._reference = reference
        around = bands(reference)
        self._judges = tuple(
            Judge(family, model, reference, around) for family in families(plan, model)
        )
        self._tools = {
            judge.family: pile_tools(judge.family) for judge in self._judges if judge.family.stacked
        }

    def at(self, vantage: Vantage) -> FlatReader:
        """Return a reader for pictures taken from there."""
        seen = [judge for judge in self._judges if judge.family.surface in vantage.poses]
        return FlatReader([self._reader(judge, vantage) for judge in seen])

    def _reader(self, judge: Judge, vantage: Vantage) -> SingleReader:
        windows = judge.family.windows(self._reference, vantage)
        if judge.family.stacked:
            lean_px = judge.family.lean_px(vantage)
            return PileReader(judge, windows, lean_px, self._tools[judge.family])
        return SingleReader(judge, windows)


class FlatReader:
    """Reads all flat pieces in frames taken from one vantage."""

    def __init__(self, readers: Sequence[SingleReader]) -> None:
        self._readers = readers

    def read(
        self,
        picture: Picture,
        hidden: Picture | None = None,
        changed: Collection[str] | None = None,
    ) -> dict[str, Finding]:
        """Return what lies at every place that holds flat pieces, in a frame in even light.

        ``hidden``, as big as the frame, is 255 where a figure or a hand is known to be in front;
        those pixels are left out.  Without it a figure is met as a surprise, and the place under
        it is rather left unsure.  With ``changed``, only those places are read.
        """
        findings: dict[str, Finding] = {}
        for reader in self._readers:
            findings.update(reader.read(picture, hidden, changed))
        return findings
