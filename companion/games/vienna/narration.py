"""Events in words, for those who may hear them."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import asdict

from companion.engine import Text, Unknown
from companion.games.vienna import events
from companion.games.vienna import full_events as full
from companion.games.vienna.box import Box
from companion.games.vienna.events import Event
from companion.games.vienna.labels import printed
from companion.games.vienna.lore import CardLearned, OrderLearned
from companion.games.vienna.state import State
from companion.games.vienna.terms import card_number, term

#: Bookkeeping that nobody wants read out.
_SILENT = (events.StageEntered, events.CardPlayed, full.FeldUnlocked)
#: Fields that hold card numbers.
_CARDS = ("card", "out", "drawer", "bribe", "info")
#: What only the seat itself may hear.
_SECRET = (
    events.CardDrawn,
    events.CardsPlanned,
    events.DrawerTold,
    events.BribesTold,
    events.BribesCounted,
    full.MoneyCounted,
    full.MoneyTold,
    full.OrderTold,
    full.MoneyStashed,
    events.CardDrawnAhead,
)

#: Events with a name of their own where this field says this.
_SPECIAL = (
    (events.RoundBegan, "last", True, "last-round-began"),
    (events.AgentPlaced, "feld", True, "feld-placed"),
    (events.DrawerTold, "card", None, "drawer-empty"),
    (full.OrderShown, "order", None, "no-order-left"),
    (full.OrderTold, "order", None, "orders-told"),
    (full.RoofTileFound, "oriel", True, "roof-tile-waits"),
)


def narrate(box: Box, state: State, event: Event, viewer: int | None) -> Text | None:
    """Tell an event in a sentence, or nothing to a viewer it is not meant for."""
    if isinstance(event, _SILENT):
        return None
    if isinstance(event, _SECRET) and event.seat != viewer:
        return None
    fields = asdict(event)
    if any(isinstance(value, Unknown) for value in fields.values()):
        return None
    params = dict(_param(state, name, value) for name, value in fields.items() if _is_said(value))
    if isinstance(event, events.InvestigatorMoved):
        params["field"] = box.board.roof[event.field]
    elif isinstance(event, CardLearned | OrderLearned):
        params["value"] = printed(event.value)
    return Text(f"vienna.event.{_name(event)}", params)


def _name(event: Event) -> str:
    """Name an event; where a field says something special, it deserves words of its own."""
    for kind, field, special, name in _SPECIAL:
        if isinstance(event, kind) and getattr(event, field) is special:
            return name
    if isinstance(event, events.CardStowed) and event.out is not None:
        return "card-replaced"
    return str(type(event).__struct_config__.tag)


def _is_said(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _param(state: State, name: str, value: str | int) -> tuple[str, str | int | Text]:
    """Put one field of an event into words."""
    if isinstance(value, StrEnum):
        return name, term(value)
    if isinstance(value, str):
        return name, value
    if name in ("seat", "start"):
        return "colour", term(state.seats[value].colour)
    if name in _CARDS:
        return name, card_number(value)
    if name == "slot":
        return name, value + 1
    return ("count" if name == "points" else name), value
