"""The finished score sheet as a PDF and as a page: the board, all points, and crops where kept."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import cv2
import msgspec
import numpy as np

from companion.app.finish_paper import Item, Paper, Player, Row
from companion.app.print_pdf import typeset
from companion.app.replay_game import Kept
from companion.drawing.table_art import draw_state
from companion.engine import Text
from companion.session.texts import write_day

_DATA = Path(__file__).parent / "data"
#: A crop is shown small; more pixels than this are not needed.
_CROP = (240, 170)
_PICTURE_PPI = 130
_WORDS = {
    "total": "demo.total",
    "turn": "cli.sheet.turn",
    "itemised": "cli.sheet.itemised",
}


def to_paper(kept: Kept, sheet: Paper) -> bytes:
    """Set the sheet as a PDF."""
    (pdf,) = _set(kept, sheet, format="pdf")
    return pdf


def to_picture(kept: Kept, sheet: Paper) -> bytes:
    """Set the board, all points and the sums behind them as one PNG, to be passed on."""
    (png,) = _set(kept, sheet, format="png", ppi=_PICTURE_PPI)
    return png


def _set(kept: Kept, sheet: Paper, **form: Any) -> list[bytes]:
    """Set the sheet, and return its file or its picture."""
    picture = form["format"] == "png"
    crops = {} if picture else dict(_crops(kept, sheet))
    data = {
        "paper": msgspec.to_builtins(sheet),
        "labels": list(sheet.labels.items()),
        "begun": write_day(sheet.begun_at, kept.texts.language),
        "words": words(kept),
        "language": kept.texts.language,
        "crops": list(crops),
        "picture": picture,
    }
    inputs = {
        "data": msgspec.json.encode(data).decode(),
        "board": _board(kept),
        **{name: _as_svg(jpeg) for name, jpeg in crops.items()},
    }
    template = (_DATA / "score_sheet.typ").read_bytes()
    return typeset(template, inputs, **form)


def words(kept: Kept) -> dict[str, str]:
    """Return the few words that a sheet has besides its sentences."""
    return {name: kept.texts(Text(text_id)) for name, text_id in _WORDS.items()}


def _board(kept: Kept) -> str:
    """Draw the table as the game left it."""
    state = kept.past[-1].after if kept.past else kept.setup
    view = kept.game.expected_view(state)
    return draw_state(kept.kit.printed(kept.game), [(a.place, a.piece) for a in view.atoms])


def _crops(kept: Kept, sheet: Paper) -> Iterator[tuple[str, bytes]]:
    """Return the crops that are kept, small and upright; what cannot be read is left out."""
    rows = [row for player in sheet.players for row in player.rows if not row.detail]
    names = dict.fromkeys(item.picture for row in rows for item in row.items if item.picture)
    for name in names:
        jpeg = kept.crop(name)
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
        if picture is not None:
            rows_px, columns_px = picture.shape[:2]
            scale = min(1.0, _CROP[0] / columns_px, _CROP[1] / rows_px)
            size = (max(1, round(columns_px * scale)), max(1, round(rows_px * scale)))
            small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
            yield name, cv2.imencode(".jpg", small)[1].tobytes()


def _uri(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}"


def _as_svg(jpeg: bytes) -> str:
    """Wrap a photo as SVG, because only text reaches the typesetter."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    high, wide = picture.shape[:2]
    start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
    image = f'<image width="{wide}" height="{high}" href="{_uri(jpeg)}"/>'
    return f'{start}width="{wide}" height="{high}">{image}</svg>'


def to_page(kept: Kept, sheet: Paper) -> bytes:
    """Write the sheet as one page that needs no other file."""
    crops = dict(_crops(kept, sheet))
    said = words(kept)
    template = Template((_DATA / "score_sheet.html").read_text(encoding="utf-8"))
    page = template.substitute(
        language=kept.texts.language,
        title=escape(sheet.title),
        begun=write_day(sheet.begun_at, kept.texts.language),
        id=sheet.id,
        verdict=escape(sheet.verdict),
        board=_board(kept),
        head="".join(f"<th{_style(p)}>{escape(p.name)}</th>" for p in sheet.players),
        body="".join(_source_rows(sheet)),
        total=escape(said["total"]),
        totals="".join(f"<td>{_shown(player.total)}</td>" for player in sheet.players),
        players="".join(_player(said, player, crops) for player in sheet.players),
        notes="".join(f"<p>{escape(note)}</p>" for note in sheet.notes),
    )
    return page.encode()


def _style(player: Player) -> str:
    return f' style="background:{player.colour};color:{player.ink}"'


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)


def _source_rows(sheet: Paper) -> Iterator[str]:
    own = [{row.source: row for row in player.rows} for player in sheet.players]
    for source, label in sheet.labels.items():
        cells = (f"<td>{_shown(r[source].points) if source in r else ''}</td>" for r in own)
        yield f"<tr><th>{escape(label)}</th>{''.join(cells)}</tr>"


def _player(said: dict[str, str], player: Player, crops: dict[str, bytes]) -> str:
    head = f"<h2{_style(player)}>{escape(player.name)} <b>{_shown(player.total)}</b></h2>"
    rows = "".join(_row(said, row, crops) for row in player.rows)
    return f"<section>{head}{rows}</section>"


def _row(said: dict[str, str], row: Row, crops: dict[str, bytes]) -> str:
    head = f"<h3>{escape(row.label)} <b>{_shown(row.points)}</b></h3>"
    if row.detail:
        return f"{head}<p>{escape('; '.join(row.detail))}</p>"
    items = "".join(_item(said, item, crops) for item in row.items)
    return f"{head}<ul>{items}</ul>"


def _item(said: dict[str, str], item: Item, crops: dict[str, bytes]) -> str:
    jpeg = crops.get(item.picture or "")
    picture = f'<img src="{_uri(jpeg)}" alt="">' if jpeg else "<i></i>"
    turn = "" if item.turn is None else f"{escape(said['turn'])} {item.turn} · "
    note = "" if item.note is None else f" <em>{escape(item.note)}</em>"
    small = f"<small>{turn}{escape(item.how)}</small>"
    return f"<li>{picture}<span>{escape(item.what)}{note}{small}</span><b>+{item.points}</b></li>"
