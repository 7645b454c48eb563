"""From cues to sounds: what is worth a short tune, without touching a pin."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from companion.engine import Cue, CueKind

Note = tuple[float, float]

_A4, _C5, _E5, _G5, _A5, _C6 = 440.0, 523.25, 659.25, 783.99, 880.0, 1046.5


class Sound(Enum):
    """A tune: notes in hertz, each with its length in seconds; none is longer than a second."""

    TURN = ((_A5, 0.06),)
    ASKED = ((_E5, 0.08), (_A5, 0.12))
    PHASE = ((_C5, 0.1), (_E5, 0.1), (_G5, 0.14))
    WRONG = ((_E5, 0.14), (_A4, 0.24))
    REFUSED = ((_A4, 0.12),)
    OVER = ((_C5, 0.12), (_E5, 0.12), (_G5, 0.12), (_C6, 0.36))

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return the notes."""
        return self.value


def sound(before: Sequence[Cue], after: Sequence[Cue]) -> Sound | None:
    """Choose the sound for what is new; most changes have none.

    >>> sound([Cue(CueKind.TURN, 0)], [Cue(CueKind.TURN, 1)])
    <Sound.TURN: ((880.0, 0.06),)>
    """
    new = {(cue.kind, cue.seat) for cue in after} - {(cue.kind, cue.seat) for cue in before}
    kinds = {kind for kind, _ in new}
    for kind, tune in _TUNES.items():
        if kind in kinds:
            return tune
    begun = _phase(after)
    if begun is not None and begun is not _phase(before):
        return Sound.PHASE
    return Sound.TURN if CueKind.TURN in kinds else None


_TUNES = {
    CueKind.WRONG: Sound.WRONG,
    CueKind.REFUSED: Sound.REFUSED,
    CueKind.OVER: Sound.OVER,
    CueKind.ASKED: Sound.ASKED,
}


def _phase(cues: Sequence[Cue]) -> CueKind | None:
    """Return the purchase or payday that is on; with a turn under way it is still to come."""
    kinds = [cue.kind for cue in cues]
    if CueKind.TURN in kinds or CueKind.CARDS in kinds:
        return None
    return next((kind for kind in kinds if kind in {CueKind.PURCHASE, CueKind.PAYDAY}), None)
