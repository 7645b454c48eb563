"""Moves in words, as a phone offers them and as a log tells them."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import asdict

from companion.engine import Text, Unknown
from companion.games.vienna import moves
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Effect
from companion.games.vienna.lore import Value
from companion.games.vienna.terms import card_number, term
from companion.games.vienna.words import Bribe, Flag, Hue, Info, Seal


def label(box: Box, move: moves.Move) -> Text:
    """Name a move for the one who may choose it; its fields fill the sentence."""
    return Text(f"vienna.move.{_name(move)}", _params(box, move))


def places(move: moves.Move) -> tuple[str, ...]:
    """Return where on the board a move happens, in the order in which one would point there."""
    if isinstance(move, moves.LayFlag):
        return (f"flag:{move.building}",)
    named = (getattr(move, part, None) for part in ("origin", "square", "building"))
    return tuple(place for place in named if place is not None)


def _name(move: moves.Move) -> str:
    """Name a kind of move; saying that there is nothing, or placing Stefan Feld, reads otherwise."""
    if isinstance(move, moves.TellDrawer) and move.card is None:
        return "tell-drawer-empty"
    if isinstance(move, moves.TellOrder) and move.order is None:
        return "tell-order-none"
    if isinstance(move, moves.Place) and move.feld:
        return "place-feld"
    return str(type(move).__struct_config__.tag)


def _params(box: Box, move: moves.Move) -> dict[str, str | int | Text]:
    params = {name: _shown(name, value) for name, value in asdict(move).items() if name != "seat"}
    if isinstance(move, moves.Plan):
        bribe, info = box.cards[move.bribe].bribe, box.cards[move.info].info
        params["bribe"] = card_number(move.bribe) if isinstance(bribe, Unknown) else term(bribe)
        params["info"] = card_number(move.info) if isinstance(info, Unknown) else term(info)
        params["drawer"] = card_number(move.drawer)
    elif isinstance(move, moves.Place | moves.Relocate):
        params["bribe"] = term(box.price_kinds[move.building])
    elif isinstance(move, moves.Pay | moves.Settle):
        money = move.money if isinstance(move, moves.Settle) else 0
        return {"count": len(move.bribes) + money, "what": handful(money, move.bribes)}
    elif isinstance(move, moves.PayAgent):
        return {"what": handful(0 if move.bribe else 1, (move.bribe,) if move.bribe else ())}
    elif isinstance(move, moves.ReadCard | moves.ReadOrder):
        return {"value": printed(move.value)}
    elif isinstance(move, moves.Use):
        return {"card": card_number(move.card), "what": _what(box, move)}
    return params


def _shown(name: str, value: object) -> str | int | Text:
    if isinstance(value, StrEnum):
        return term(value)
    if isinstance(value, int):
        if name == "card":
            return card_number(value)
        return value + 1 if name == "slot" else value
    return str(value)


def printed(value: Value) -> Text | str | int:
    """Name what is printed on a card or an order; letters and numbers stand for themselves."""
    if isinstance(value, tuple):
        return joined([printed(word) for word in value])
    if isinstance(value, int):
        return value
    kinds = (Bribe, Info, Flag, Seal, Hue)
    return next((term(kind(value)) for kind in kinds if value in tuple(kind)), value)


def joined(parts: list[Text | str | int]) -> Text | str | int:
    """Put several things into one phrase."""
    whole = parts[0]
    for part in parts[1:]:
        whole = Text("vienna.and", {"first": whole, "second": part})
    return whole


def handful(money: int, bribes: tuple[Bribe, ...]) -> Text | str | int:
    """Name a payment, kind by kind; nothing at all is a payment too."""
    parts: list[Text | str | int] = [Text("vienna.money", {"count": money})] if money else []
    parts += [
        Text("vienna.some-bribes", {"count": bribes.count(bribe), "bribe": term(bribe)})
        for bribe in dict.fromkeys(bribes)
    ]
    return joined(parts) if parts else Text("vienna.nothing")


def _what(box: Box, move: moves.Use) -> Text:
    """Say what a card's ability gives here."""
    card = box.cards[move.card]
    params: dict[str, str | int | Text] = {"count": card.amount}
    if move.info is not None:
        params["info"] = term(move.info)
    elif move.bribe is not None:
        params["bribe"] = term(move.bribe)
    elif move.bribes:
        params["what"] = handful(0, move.bribes)
    elif card.effect in (Effect.SAME_BRIBE, Effect.TWO_BRIBES):
        params["bribe"] = Text(f"vienna.bribe.{card.param}")
    elif card.effect is Effect.OWN_MARKER:
        params["info"] = Text(f"vienna.info.{card.param}")
    return Text(f"vienna.effect.{card.effect}", params)
