"""A kept game as files for other programs and for the wall: what stands in each of them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

import msgspec

from companion.app.finish_paper import Paper, paper
from companion.app.keep_beside import of_game
from companion.app.replay_game import Kept, who_and_how
from companion.app.replay_lines import Replay, describe, sentences
from companion.app.workshop import Watch
from companion.engine import Text
from companion.session.archive import export_game
from companion.session.texts import Texts
from web.games_port import PUBLIC, Kind

#: What a spreadsheet would take for a formula.
_FORMULAS = ("=", "+", "-", "@", "\t")


class Exported(Replay, frozen=True, kw_only=True):
    """The JSON file: the replay, who played, and the score sheet once there is one."""

    players: tuple[str, ...]
    sheet: Paper | None


def file_name(kept: Kept, kind: Kind) -> str:
    """Name a file so that it is found again among many."""
    record = kept.record
    what = "-score-sheet" if kind in (Kind.PDF, Kind.PNG) else ""
    return f"{record.game}-{record.begun_at.astimezone():%Y-%m-%d}-{record.id[-8:]}{what}.{kind}"


def may_have(kept: Kept, kind: Kind) -> bool:
    """Tell whether a file may be had: of a running game only what everybody may see."""
    return kept.is_over or kind in PUBLIC


def write(kept: Kept, kind: Kind, out: Path, watch: Watch) -> None:
    """Write a game as a file of some kind."""
    if kind in (Kind.GIF, Kind.MP4):
        from companion.app.replay_film import film  # noqa: PLC0415 - loads OpenCV

        film(kept, out, watch)
    elif kind in (Kind.PDF, Kind.PNG):
        from companion.app.finish_print import to_paper, to_picture  # noqa: PLC0415 - likewise

        out.write_bytes((to_paper if kind is Kind.PDF else to_picture)(kept, paper(kept)))
    elif kind is Kind.ZIP:
        export_game(kept.log, out, of_game(kept.log.database, kept.record, kept.names))
    else:
        text = as_csv(kept) if kind is Kind.CSV else as_json(kept)
        # Without this mark a spreadsheet takes umlauts for something else.
        out.write_text(text, encoding="utf-8-sig" if kind is Kind.CSV else "utf-8", newline="")


def _seats(kept: Kept) -> dict[int, str]:
    return {seat: kept.called(seat) for seat in kept.titles}


def as_json(kept: Kept) -> str:
    """Write a game as JSON; hands stay hidden until it is over."""
    told = msgspec.structs.asdict(describe(kept, None))
    sheet = paper(kept) if kept.is_over else None
    whole = Exported(**told, players=tuple(_seats(kept).values()), sheet=sheet)
    return msgspec.json.format(msgspec.json.encode(whole), indent=1).decode() + "\n"


def as_csv(kept: Kept) -> str:
    """Write a game as a table: one line for each entry, with the points of all after it."""
    seats = _seats(kept)
    page = StringIO()
    table = csv.writer(page, delimiter=_separator(kept.texts))
    table.writerow(["number", "time", "turn", "by", "stands", "told", *map(_plain, seats.values())])
    for row in _rows(kept, seats):
        table.writerow([_plain(cell) for cell in row])
    return page.getvalue()


def _separator(texts: Texts) -> str:
    """Return what a spreadsheet splits at where a language is spoken: commas may be in numbers."""
    return "," if texts.language == "en" else ";"


def _rows(kept: Kept, seats: Mapping[int, str]) -> Iterator[list[object]]:
    for one in kept.past:
        entry = one.entry
        told = " ".join(map(kept.texts, sentences(kept, one)))
        yield [
            entry.number,
            f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}",
            "" if one.turn is None else one.turn,
            kept.texts(who_and_how(kept, one)),
            "yes" if one.stands else "no",
            told,
            *scores(kept, one.after, seats),
        ]


def scores(kept: Kept, state: object, seats: Mapping[int, str]) -> list[int | str]:
    """Return the points that everybody sees, by seat; nothing where they are not known."""
    panels = kept.game.view(kept.shown(state), None).panels
    first = {panel.seat: panel.rows[0].value for panel in reversed(panels) if panel.rows}
    values = (first.get(seat) for seat in seats)
    return [
        value if isinstance(value, int) and not isinstance(value, Text) else "" for value in values
    ]


def _plain(cell: object) -> object:
    """Keep a spreadsheet from calculating with what people are called."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULAS) else cell
