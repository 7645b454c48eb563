"""Moves in words, as a phone offers them and as a log tells them."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import asdict

from companion.engine import Text
from companion.games.vienna import moves
from companion.games.vienna.box import Box
from companion.games.vienna.cards import Effect
from companion.games.vienna.landing import price_kind
from companion.games.vienna.terms import term


def label(box: Box, move: moves.Move) -> Text:
    """Name a move for the one who may choose it; its fields fill the sentence."""
    kind = type(move).__struct_config__.tag
    return Text(f"vienna.move.{kind}", _params(box, move))


def _params(box: Box, move: moves.Move) -> dict[str, str | int | Text]:
    params = {name: _shown(name, value) for name, value in asdict(move).items() if name != "seat"}
    if isinstance(move, moves.Plan):
        params["bribe"] = term(box.cards[move.bribe].bribe)
        params["info"] = term(box.cards[move.info].info)
        params["drawer"] = card_number(move.drawer)
    elif isinstance(move, moves.Place | moves.Relocate):
        params["bribe"] = term(price_kind(box, move.building))
    elif isinstance(move, moves.Pay):
        return {"count": len(move.bribes)}
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


def card_number(card: int) -> str:
    """Write a card's number as it is printed.

    >>> card_number(7)
    '007'
    """
    return f"{card:03d}"


def _what(box: Box, move: moves.Use) -> Text:
    """Say what a card's ability gives here."""
    card = box.cards[move.card]
    params: dict[str, str | int | Text] = {"count": card.amount}
    if move.info is not None:
        params["info"] = term(move.info)
    elif move.bribe is not None:
        params["bribe"] = term(move.bribe)
    elif card.effect in (Effect.SAME_BRIBE, Effect.TWO_BRIBES):
        params["bribe"] = Text(f"vienna.bribe.{card.param}")
    return Text(f"vienna.effect.{card.effect}", params)
