"""What a choice brings, in short: whoever has to decide should not have to look it up."""

from __future__ import annotations

from companion.engine import Text, Unknown
from companion.games.vienna import moves
from companion.games.vienna.ability_words import ability
from companion.games.vienna.box import Box
from companion.games.vienna.reward import deal, down_payment
from companion.games.vienna.state import State
from companion.games.vienna.terms import card_number, term
from companion.games.vienna.words import Good

#: What is bought, for how much, and what it does: as on the player aid.
_WARES = {
    Good.AGENT: "vienna.print.aid.hire",
    Good.TELEPHONE: "vienna.print.aid.telephone",
    Good.MAP: "vienna.print.aid.map",
    Good.CASH_BOX: "vienna.print.aid.cash-box",
    Good.SIGNET: "vienna.print.aid.signet",
    Good.SIDE_TABLE: "vienna.print.aid.side-table",
}
_AT_BUILDINGS = moves.Place | moves.Relocate | moves.Roam | moves.SetThirdMan | moves.Dismiss


def note(box: Box, seen: State, move: moves.Move) -> Text | None:
    """Say what a move brings or how to find where it happens, as far as the viewer knows."""
    if isinstance(move, moves.Plan):
        return ability(box.cards[move.drawer])
    if isinstance(move, moves.Stow):
        return _leaving(box, seen, move)
    if isinstance(move, moves.Accept | moves.Fulfil):
        return _order(box, seen, move)
    if isinstance(move, moves.Buy):
        return Text(_WARES[move.good])
    if isinstance(move, _AT_BUILDINGS):
        return _building(box, seen, move.building)
    return None


def _leaving(box: Box, seen: State, move: moves.Stow) -> Text | None:
    """Name the card that has to leave its drawer."""
    drawers = seen.seats[move.seat].drawers
    if move.slot is None or not 0 <= move.slot < len(drawers):
        return None
    card = drawers[move.slot]
    works = None if isinstance(card, Unknown) else ability(box.cards[card])
    if isinstance(card, Unknown) or works is None:
        return None
    return Text("vienna.note.leaves", {"card": card_number(card), "ability": works})


def _order(box: Box, seen: State, move: moves.Accept | moves.Fulfil) -> Text | None:
    """Say what an order asks for, and what it pays now and later."""
    order = box.orders[move.order]
    params = deal(seen, move.seat, order)
    if params is None:
        return None
    if isinstance(move, moves.Fulfil):
        return Text("vienna.note.order", params)
    now = down_payment(seen, move.seat, order.series)
    params["now"] = Text("vienna.money", {"count": now})
    return Text("vienna.note.accept", params)


def _building(box: Box, seen: State, name: str) -> Text:
    """Say what a building looks like, since its number is not printed on it."""
    building, flag = box.board.buildings[name], seen.flags[name]
    params: dict[str, str | int | Text] = {"building": name, "hue": term(building.hue)}
    if isinstance(flag, Unknown):
        return Text("vienna.note.building", params)
    params["flag"] = term(flag)
    if building.seal is None:
        return Text("vienna.note.building-flag", params)
    params["seal"] = term(building.seal)
    return Text("vienna.note.building-seal", params)
