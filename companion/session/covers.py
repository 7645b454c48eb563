"""What covers the table comes and goes by somebody's hand, also where the eye noticed none."""

from __future__ import annotations

from msgspec.structs import replace

from companion.session.commands import Saw
from companion.session.evidence import Stir
from companion.session.ports import Clock


class Covers:
    """Remember what was covered in the last picture, by an arm, a sleeve or a cup."""

    def __init__(self, clock: Clock) -> None:
        """Begin with a bare table."""
        self._clock, self._saw_s = clock, clock()
        self._covered: frozenset[str] = frozenset()

    def lift(self, saw: Saw) -> Saw:
        """Return a picture that also says of what has been uncovered since the last that something moved.

        An eye compares what it sees with what it has just seen: who hides a place slowly, and leaves
        while the light changes or a board is pushed, may go unnoticed there.
        """
        now_s, covered = self._clock(), saw.reading.silent
        since = Stir(self._saw_s, now_s)
        bared = {p: since for p in self._covered - covered if p not in saw.stirred}
        self._covered, self._saw_s = covered, now_s
        return replace(saw, stirred={**saw.stirred, **bared}) if bared else saw
