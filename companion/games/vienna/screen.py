"""What a phone or the table screen shows of VIENNA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from companion.engine import Ask, Choice, Panel, Prompt, Row, TableView, Text, Unknown
from companion.games.vienna import track
from companion.games.vienna.box import Box
from companion.games.vienna.desk_screen import numbered, own_panels
from companion.games.vienna.labels import label, places
from companion.games.vienna.majority import bribes_of
from companion.games.vienna.moves import Dismiss
from companion.games.vienna.notes import note
from companion.games.vienna.stages import CardPhase, Counting, Over, SettingUp
from companion.games.vienna.state import CardFact, Seat, State
from companion.games.vienna.terms import term
from companion.games.vienna.words import Bribe, Good, Info, Version

if TYPE_CHECKING:
    from companion.games.vienna.game import Vienna


def view(
    game: Vienna, box: Box, seen: State, asks: tuple[Ask, ...], viewer: int | None
) -> TableView:
    """Show a state without what the viewer must not know, and all asks that are really open."""
    panels = (_table_panel(box, seen), *_seat_panels(seen), *own_panels(box, seen, viewer))
    prompts = tuple(_prompt(game, box, seen, ask, viewer) for ask in asks)
    return TableView(_phase(seen), panels, prompts)


def _phase(state: State) -> Text:
    stage = state.stage
    if isinstance(stage, SettingUp):
        return Text("vienna.phase.setting-up")
    if isinstance(stage, Over | Counting):
        return Text("vienna.phase.over")
    if isinstance(stage, CardPhase):
        return Text("vienna.phase.cards", {"round": state.round})
    colour = term(state.seats[stage.seat].colour)
    return Text("vienna.phase.turn", {"round": state.round, "colour": colour})


def _table_panel(box: Box, state: State) -> Panel:
    rows = [Row(Text("vienna.screen.investigator"), _roof(box, state.investigator))]
    final = track.FINAL_FIELD[len(state.seats)]
    rows.append(Row(Text("vienna.screen.final-field"), _roof(box, final)))
    rows += [Row(term(info), track.value(state, box, info)) for info in Info]
    return Panel("table", Text("vienna.screen.table"), tuple(rows))


def _roof(box: Box, field: int) -> Text:
    return Text("vienna.screen.roof", {"field": box.board.roof[field]})


def _seat_panels(state: State) -> Iterator[Panel]:
    for number, seat in enumerate(state.seats):
        rows = [
            Row(Text("vienna.screen.score"), seat.score),
            Row(Text("vienna.screen.supply"), seat.supply),
            Row(Text("vienna.screen.bribes"), bribes_of(seat)),
            *_full_rows(state, seat),
            *(Row(term(info), count) for info, count in seat.tiles.items() if count),
            *(Row(Text("vienna.screen.drawer"), _drawer(card)) for card in seat.drawers),
        ]
        yield Panel(f"seat.{number}", term(seat.colour), tuple(rows), number)


def _drawer(card: CardFact) -> Text | Unknown:
    return card if isinstance(card, Unknown) else numbered(card)


def _full_rows(state: State, seat: Seat) -> Iterator[Row]:
    """Show what only the full version has."""
    if state.version is Version.ENTRY:
        return
    yield Row(Text("vienna.screen.money"), seat.money)
    yield Row(Text("vienna.screen.cash-box"), seat.cash_box)
    yield from (Row(Text("vienna.screen.good"), term(good)) for good in seat.goods)
    for order in seat.orders:
        shown = order if isinstance(order, Unknown) else Text("vienna.order", {"number": order})
        yield Row(Text("vienna.screen.order"), shown)


def _prompt(game: Vienna, box: Box, seen: State, ask: Ask, viewer: int | None) -> Prompt:
    """Word an ask; its answers are for the asked seat alone: a list of options leaks a hand."""
    own = ask.seat is None or ask.seat == viewer
    if not own:
        colour = term(seen.seats[ask.seat or 0].colour)
        return Prompt(ask, Text("vienna.ask.wait", {"colour": colour}))
    choices = tuple(
        Choice(
            label(box, move),
            msgspec.Raw(game.moves.encode(move)),
            places(move),
            note(box, seen, move),
        )
        for move in game.options(seen, ask)
    )
    return Prompt(ask, Text(_question(game, seen, ask), _worded(ask)), choices)


def _question(game: Vienna, seen: State, ask: Ask) -> str:
    """Name the question; on a payday nobody is asked to pay who has nothing to pay with."""
    if ask.kind == "payday" and all(isinstance(m, Dismiss) for m in game.options(seen, ask)):
        return "vienna.ask.payday-broke"
    return f"vienna.ask.{ask.kind}"


def _worded(ask: Ask) -> dict[str, str | int | Text]:
    """Put the game's words in an ask into the reader's language."""
    words = {"bribe": Bribe, "good": Good}
    params = dict(ask.params)
    return params | {
        key: term(kind(str(params[key]))) for key, kind in words.items() if key in params
    }
