"""Who is where: the final score sheet, or the standing of a game that was broken off."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from companion.app.scene import Corner, Scene
from companion.engine import Outcome, ScoreLine, Text, Unknown
from companion.session.texts import Texts


def score_sheet(texts: Texts, outcome: Outcome, scene: Scene) -> RenderableType:
    """Set the itemised sheets side by side, with the sums behind the final points."""
    names = {corner.seat: texts(corner.name) for corner in scene.corners}
    table = Table(
        title=texts(Text("demo.sheet")), box=box.SIMPLE_HEAD, show_footer=True, title_justify="left"
    )
    total = texts(Text("demo.total"))
    table.add_column(footer=Line(total, "bold"))
    for sheet in outcome.sheets:
        name = f"{names[sheet.seat]}{' ★' if sheet.seat == outcome.winner else ''}"
        table.add_column(name, footer=Line(_shown(sheet.total), "bold"), justify="right")
    lines = [{line.source: line for line in sheet.lines} for sheet in outcome.sheets]
    labels = {s: line.label for sheet in lines for s, line in sheet.items()}
    for source, label in labels.items():
        points = (sheet[source].points if source in sheet else 0 for sheet in lines)
        table.add_row(texts(label), *map(_shown, points))
    details = (_details(texts, names[sheet.seat], sheet.lines) for sheet in outcome.sheets)
    return Group(table, *details, "", Line(texts(_verdict(outcome, scene)), "bold"))


def _shown(points: int | Unknown) -> str:
    return "?" if isinstance(points, Unknown) else str(points)


def _details(texts: Texts, name: str, lines: tuple[ScoreLine, ...]) -> Line:
    """Tell the sums behind a seat's points."""
    sums = "; ".join(texts(detail) for line in lines for detail in line.detail)
    return Line.assemble((f"{name}: ", "bold"), (sums, "dim"))


def _verdict(outcome: Outcome, scene: Scene) -> Text:
    if outcome.winner is None:
        return Text("demo.no-winner")
    name = next(corner.name for corner in scene.corners if corner.seat == outcome.winner)
    if outcome.decided_by is None:
        return Text("demo.winner", {"name": name})
    return Text("demo.winner-decided", {"name": name, "reason": outcome.decided_by})


def standing(texts: Texts, scene: Scene) -> RenderableType:
    """Set down how a game stood when it was broken off."""
    table = Table(title=texts(Text("demo.standing")), box=box.SIMPLE_HEAD)
    table.add_column(texts(scene.phase))
    first = scene.corners[0].rows[0]
    table.add_column(texts(first.label), justify="right")
    for corner in sorted(scene.corners, key=_points, reverse=True):
        table.add_row(texts(corner.name), str(_points(corner)))
    return table


def _points(corner: Corner) -> int:
    value = corner.rows[0].value
    return value if isinstance(value, int) else 0
