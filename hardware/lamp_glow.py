"""From cues to lights: which lamp shines in which colour and pattern, without touching a pin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, StrEnum

import msgspec
from msgspec.structs import replace

from companion.engine import Cue, CueKind


class Colour(Enum):
    """A colour as shares of red, green and blue."""

    BLACK = (0.0, 0.0, 0.0)
    WHITE = (1.0, 0.85, 0.7)
    RED = (1.0, 0.0, 0.0)
    GREEN = (0.0, 1.0, 0.0)
    BLUE = (0.0, 0.25, 1.0)
    CYAN = (0.0, 0.85, 0.85)
    AMBER = (1.0, 0.55, 0.0)
    GOLD = (1.0, 0.75, 0.15)
    VIOLET = (0.65, 0.0, 1.0)


class Pattern(StrEnum):
    """How a light moves: not at all, breathing, on and off, or round the table."""

    STEADY = "steady"
    PULSE = "pulse"
    BLINK = "blink"
    CHASE = "chase"


class Glow(msgspec.Struct, frozen=True):
    """What one lamp does; ``beats`` are flashes in a row, 0 for going on without a pause."""

    colour: Colour
    pattern: Pattern = Pattern.STEADY
    level: float = 1.0
    beats: int = 0


class Mood(msgspec.Struct, frozen=True):
    """How the table likes its lights."""

    brightness: float = 0.6
    quiet: bool = False
    colour_blind: bool = False


#: What people get who ask for nothing else.
USUAL = Mood()


class Glows(msgspec.Struct, frozen=True):
    """What all lamps do."""

    seats: tuple[Glow, ...]
    purchase: Glow
    payday: Glow
    status: Glow

    def in_order(self) -> tuple[Glow, ...]:
        """Return all glows in the order of `lamp_names`."""
        return (*self.seats, self.purchase, self.payday, self.status)


OFF = Glow(Colour.BLACK, level=0.0)
#: A reminder, or somebody who waits: seen by who looks, and by nobody else.
SOFT = 0.25
_QUIET = 0.4
_RUNNING = "running"

_Look = Mapping[str, Glow]
_USUAL: _Look = {
    CueKind.WRONG: Glow(Colour.RED, Pattern.BLINK),
    CueKind.TROUBLE: Glow(Colour.RED, Pattern.BLINK),
    CueKind.ASKED: Glow(Colour.BLUE, Pattern.PULSE),
    CueKind.TO_DO: Glow(Colour.AMBER, Pattern.PULSE),
    CueKind.WINNER: Glow(Colour.GOLD, Pattern.PULSE),
    CueKind.PURCHASE: Glow(Colour.CYAN, Pattern.PULSE),
    CueKind.PAYDAY: Glow(Colour.VIOLET, Pattern.PULSE),
    CueKind.TURN: Glow(Colour.GREEN),
    CueKind.CARDS: Glow(Colour.WHITE, Pattern.PULSE),
    CueKind.SET_UP: Glow(Colour.WHITE, Pattern.CHASE),
    CueKind.PAUSED: Glow(Colour.BLUE, Pattern.PULSE, SOFT),
    CueKind.LOOKING: Glow(Colour.CYAN, Pattern.PULSE, SOFT),
    CueKind.OVER: Glow(Colour.GOLD),
    CueKind.LAST_ROUND: Glow(Colour.VIOLET),
    _RUNNING: Glow(Colour.GREEN, level=SOFT),
}
#: Blue, yellow and white stay apart for nearly all eyes; and no two rhythms on a seat are alike.
_COLOUR_BLIND: _Look = {
    **_USUAL,
    CueKind.TO_DO: Glow(Colour.GOLD, Pattern.BLINK, beats=2),
    CueKind.WINNER: Glow(Colour.GOLD, Pattern.CHASE),
    CueKind.PURCHASE: Glow(Colour.BLUE, Pattern.BLINK, beats=3),
    CueKind.PAYDAY: Glow(Colour.GOLD, Pattern.BLINK, beats=4),
    CueKind.TURN: Glow(Colour.WHITE),
    CueKind.CARDS: Glow(Colour.WHITE, Pattern.BLINK, beats=1),
    CueKind.LOOKING: Glow(Colour.WHITE, Pattern.PULSE, SOFT),
    CueKind.LAST_ROUND: Glow(Colour.WHITE, Pattern.BLINK, beats=1),
    _RUNNING: Glow(Colour.WHITE, level=SOFT),
}

#: Where several cues point at one lamp, the first of these is shown.
_FOR_SEATS = (
    CueKind.WRONG,
    CueKind.ASKED,
    CueKind.TO_DO,
    CueKind.WINNER,
    CueKind.PURCHASE,
    CueKind.PAYDAY,
    CueKind.TURN,
    CueKind.CARDS,
)
_FOR_STATUS = (
    CueKind.TROUBLE,
    CueKind.WRONG,
    CueKind.PAUSED,
    CueKind.ASKED,
    CueKind.TO_DO,
    CueKind.OVER,
    CueKind.SET_UP,
    CueKind.LOOKING,
    CueKind.LAST_ROUND,
)
_PHASES = (CueKind.PURCHASE, CueKind.PAYDAY)
#: While one of these is shown a round is under way, and a phase is still to come.
_UNDER_WAY = {CueKind.TURN, CueKind.CARDS}


def lamp_names(seats: int) -> tuple[str, ...]:
    """Name the lamps of a table.

    >>> lamp_names(2)
    ('seat-1', 'seat-2', 'purchase', 'payday', 'status')
    """
    return (*(f"seat-{number}" for number in range(1, seats + 1)), "purchase", "payday", "status")


def glows(cues: Sequence[Cue], seats: int, mood: Mood = USUAL) -> Glows:
    """Say what every lamp does.

    A purchase or payday with a turn under way is a reminder: its own lamp shines softly. Without,
    it is on: its lamp is strong, and so is the seat that is named first; the others wait softly.

    >>> glows([Cue(CueKind.TURN, 1)], 2).seats[1].colour
    <Colour.GREEN: (0.0, 1.0, 0.0)>
    """
    look = _COLOUR_BLIND if mood.colour_blind else _USUAL
    shown = Glows(
        seats=tuple(_seat(cues, seat, look) for seat in range(seats)),
        purchase=_phase(cues, CueKind.PURCHASE, look),
        payday=_phase(cues, CueKind.PAYDAY, look),
        status=_status(cues, look),
    )
    return Glows(
        seats=tuple(_in_mood(glow, mood) for glow in shown.seats),
        purchase=_in_mood(shown.purchase, mood),
        payday=_in_mood(shown.payday, mood),
        status=_in_mood(shown.status, mood),
    )


def _seat(cues: Sequence[Cue], seat: int, look: _Look) -> Glow:
    kinds = {cue.kind for cue in cues if cue.seat == seat}
    table = {cue.kind for cue in cues if cue.seat is None}
    if CueKind.PAUSED in table:
        return OFF
    if _reminded(cues):
        kinds -= set(_PHASES)
    kind = _first(_FOR_SEATS, kinds)
    if kind is None:
        return look[CueKind.SET_UP] if CueKind.SET_UP in table else OFF
    waits = kind in _PHASES and seat != next(cue.seat for cue in cues if cue.kind is kind)
    return _soft(look[kind]) if waits else look[kind]


def _phase(cues: Sequence[Cue], kind: CueKind, look: _Look) -> Glow:
    kinds = {cue.kind for cue in cues}
    if kind not in kinds or CueKind.PAUSED in kinds:
        return OFF
    if not _reminded(cues):
        return look[kind]
    # One thing at a time: first the mistake, then what comes at the end of the round.
    return OFF if CueKind.WRONG in kinds else _soft(look[kind])


def _status(cues: Sequence[Cue], look: _Look) -> Glow:
    kind = _first(_FOR_STATUS, {cue.kind for cue in cues if cue.seat is None})
    return look[_RUNNING if kind is None else kind]


def _reminded(cues: Iterable[Cue]) -> bool:
    return any(cue.kind in _UNDER_WAY for cue in cues)


def _first(order: Iterable[CueKind], kinds: set[CueKind]) -> CueKind | None:
    return next((kind for kind in order if kind in kinds), None)


def _soft(glow: Glow) -> Glow:
    return Glow(glow.colour, Pattern.STEADY, SOFT)


def _in_mood(glow: Glow, mood: Mood) -> Glow:
    level = round(glow.level * mood.brightness * (_QUIET if mood.quiet else 1), 4)
    pattern = glow.pattern
    if mood.quiet and pattern is Pattern.BLINK:
        pattern = Pattern.PULSE
    elif mood.quiet and pattern is Pattern.CHASE:
        pattern = Pattern.STEADY
    return replace(glow, level=level, pattern=pattern)
