"""Figures of many games, as tables that are pleasant to read."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from companion.app.seating import Seating
from companion.app.tally import Played, Tally, source_labels
from companion.engine import Text
from companion.play.bots import Temper
from companion.session.texts import Texts

#: Width of the longest bar.
_BAR = 24


def show(
    seating: Seating, counted: Tally, played: Sequence[Played], temper: Temper, seed: int
) -> None:
    """Write the tables to standard output."""
    texts, wish = seating.texts, seating.wish
    title = Text(
        "simulate.title",
        {
            "game": seating.name,
            "version": wish.version,
            "players": wish.players,
            "bots": str(temper),
            "seed": seed,
        },
    )
    tables = (_summary(texts, counted), _seats(texts, counted), _sources(texts, counted, played))
    spaced = (part for table in tables for part in ("", table))
    Console(highlight=False).print(f"[bold]{texts(title)}[/bold]", *spaced, sep="\n")


def _summary(texts: Texts, counted: Tally) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right")
    rows = {
        "games": f"{counted.games:,}",
        "rounds": f"{counted.rounds:.1f}",
        "decisions": f"{counted.decisions:,}",
        "speed": f"{counted.decisions_per_cpu_s:,.0f}",
    }
    for name, value in rows.items():
        # A thin space reads the same in all our languages; a comma or a point does not.
        table.add_row(texts(Text(f"simulate.{name}")), value.replace(",", "\N{THIN SPACE}"))
    return table


def _seats(texts: Texts, counted: Tally) -> Table:
    table = _table(texts, "simulate.seat", "simulate.wins", "simulate.share", "simulate.mean-score")
    for seat, (wins, score) in enumerate(
        zip(counted.wins_by_seat, counted.mean_score, strict=True), 1
    ):
        name = texts(Text("simulate.seat.number", {"number": seat}))
        share = f"{100 * wins / counted.games:.0f} %"
        table.add_row(name, str(wins), share, f"{score:.1f}", _bar(score, counted.mean_score))
    return table


def _sources(texts: Texts, counted: Tally, played: Sequence[Played]) -> Table:
    table = _table(texts, "simulate.points-by-source", "simulate.points")
    labels = source_labels(played)
    points = counted.points_by_source
    for source, mean in sorted(points.items(), key=lambda item: -item[1]):
        table.add_row(texts(labels[source]), f"{mean:.1f}", _bar(mean, tuple(points.values())))
    return table


def _table(texts: Texts, first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column(texts(Text(first)))
    for name in others:
        table.add_column(texts(Text(name)), justify="right")
    table.add_column(style="cyan")
    return table


def _bar(value: float, of: Sequence[float]) -> str:
    longest = max(*of, 1e-9) if len(of) > 1 else max(of[0], 1e-9)
    return "█" * max(0, round(_BAR * value / longest))
