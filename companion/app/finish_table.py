"""The finished score sheet on a terminal: points by source, then every player's lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text as Line

from companion.app.finish_paper import Item, Paper, Player, Row
from companion.engine import Text
from companion.session.texts import Texts, write_day


def score_table(texts: Texts, sheet: Paper) -> RenderableType:
    """Set a sheet for a terminal."""
    begun = write_day(sheet.begun_at, texts.language)
    head = Line.assemble((sheet.title, "bold"), (f"  {begun}  {sheet.id}", "dim"))
    notes = (Line(note, "dim") for note in sheet.notes)
    players = (part for player in sheet.players for part in _player(texts, player))
    verdict = Line(sheet.verdict, "bold")
    return Group(head, verdict, "", _by_source(texts, sheet), *players, *notes)


def _by_source(texts: Texts, sheet: Paper) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_footer=True, pad_edge=False)
    table.add_column(footer=Line(texts(Text("demo.total")), "bold"))
    for player in sheet.players:
        name = Line(f" {player.name} ", _style(player))
        table.add_column(name, footer=Line(_shown(player.total), "bold"), justify="right")
    rows = [{row.source: row for row in player.rows} for player in sheet.players]
    for source, label in sheet.labels.items():
        table.add_row(label, *(_shown(own[source].points) if source in own else "" for own in rows))
    return table


def _style(player: Player) -> Style:
    return Style(color=player.ink, bgcolor=player.colour, bold=True)


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)


def _player(texts: Texts, player: Player) -> Iterator[RenderableType]:
    yield Line.assemble(
        (f" {player.name} ", _style(player)),
        (f" {_shown(player.total)}", "bold"),
    )
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", no_wrap=True)
    for row in player.rows:
        table.add_row(Line(_shown(row.points), "bold"), "", Line(_label(row), "bold"), "")
        if not row.detail:
            for item in row.items:
                table.add_row(*_cells(texts, item))
    yield table
    yield ""


def _label(row: Row) -> str:
    return f"{row.label}: {'; '.join(row.detail)}" if row.detail else row.label


def _cells(texts: Texts, item: Item) -> tuple[str, str, str, str]:
    turn = "" if item.turn is None else texts(Text("cli.replay.turn", {"turn": item.turn}))
    what = item.what if item.note is None else f"{item.what} {item.note}"
    return f"+{item.points}", turn, what, item.how
