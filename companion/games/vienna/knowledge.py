"""What a seat may know: everything that lies open, and its own secrets."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine import UNKNOWN
from companion.games.vienna.state import Seat, State


def seen_by(state: State, viewer: int | None) -> State:
    """Return the state with the secrets of all other seats unknown.

    Hands, face-down plans and cash boxes are secret by the rules.  A purse lies open, but counting it
    for everybody is not the companion's business.  Whatever is made from the result cannot leak.
    """
    seats = tuple(
        seat if number == viewer else _from_outside(seat) for number, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats)


def _from_outside(seat: Seat) -> Seat:
    return replace(
        seat,
        purse=dict.fromkeys(seat.purse, UNKNOWN),
        hand=tuple(UNKNOWN for _ in seat.hand),
        plan=tuple(None if card is None else UNKNOWN for card in seat.plan),
        money=UNKNOWN,
        cash_box=UNKNOWN,
        counted=UNKNOWN,
        money_counted=UNKNOWN,
    )
