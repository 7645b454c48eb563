"""The tools on the rail where packs are made: one for each thing that has to be told of a board."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine import Text
from companion.packs.draft import (
    Progress,
    beside_of,
    fields_of,
    line_of,
    spots_of,
    streets_of,
)
from companion.packs.draft_blank import Kind, Row
from web.maker_port import Work

#: Of some tools only people can tell whether there is anything left to do.
_NOTHING = Progress(0, 0)
#: Somebody has to look at what was guessed.
_TO_SEE = Progress(0, 1)


class Tool(msgspec.Struct, frozen=True):
    """One tool; ``mode`` says what a tap does, ``of`` what it is about.

    ``areas`` of a row are still to be shown once its fields are there.
    """

    id: str
    mode: str
    of: str
    title: Text
    surface: str
    progress: Progress
    fact: str = ""
    areas: int = 0

    @property
    def is_complete(self) -> bool:
        """Tell whether nothing is left to do, as far as that can be told."""
        return self.progress.is_complete and not self.areas


def tools(work: Work) -> tuple[Tool, ...]:
    """Return all tools, in the order in which people go through them."""
    return tuple(_tools(work))


def _tools(work: Work) -> Iterator[Tool]:
    for surface in work.blank.surfaces:
        title = Text("maker.tool.corners", {"what": _surface(work, surface)})
        asked = _TO_SEE if surface in work.draft.guesses else _NOTHING
        yield Tool(f"corners.{surface}", "corners", surface, title, surface, asked)
    for kind in work.blank.kinds:
        yield from _of_kind(work, kind)
    for row in work.blank.rows:
        yield _of_row(work, row)
    first = work.blank.surfaces[0]
    yield Tool("pieces", "pieces", "", Text("maker.tool.pieces"), first, _NOTHING)
    yield Tool("check", "check", "", Text("maker.tool.check"), first, _NOTHING)


def _surface(work: Work, surface: str) -> Text:
    measure = next(m for m in work.blank.measures if m.id == f"{surface}.width")
    return Text(measure.title)


def _of_kind(work: Work, kind: Kind) -> Iterator[Tool]:
    spots = spots_of(work.draft, kind)
    where = kind.surface
    there = Progress(len(spots), kind.count)
    yield Tool(f"put.{kind.id}", "put", kind.id, Text(kind.title), where, there)
    if kind.beside:
        shown = sum(beside_of(work.draft, kind, name) is not None for name in spots)
        title = Text(kind.beside_title)
        yield Tool(
            f"beside.{kind.id}", "beside", kind.id, title, where, Progress(shown, kind.count)
        )
    for fact in kind.facts:
        said = sum(fact.id in spot.facts for spot in spots.values())
        wanted = len(fact.words) if fact.once else kind.count
        name = f"fact.{kind.id}.{fact.id}"
        yield Tool(name, "fact", kind.id, Text(fact.title), where, Progress(said, wanted), fact.id)
    if kind.leads_to:
        led = sum(
            str(len(streets_of(work.draft, work.blank, name))) == spot.facts.get(kind.streets)
            for name, spot in spots.items()
        )
        title = Text("maker.tool.streets")
        yield Tool(
            f"streets.{kind.id}", "streets", kind.id, title, where, Progress(led, kind.count)
        )


def _of_row(work: Work, row: Row) -> Tool:
    line = line_of(work.draft, row)
    there = Progress(len(fields_of(work.draft, row)), line.count)
    areas = max(0, row.areas - 2 - len(line.starts)) if row.areas else 0
    name = f"row.{row.id.replace(':', '-')}"
    return Tool(name, "row", row.id, Text(row.title), row.surface, there, areas=areas)


def tool_of(work: Work, place: str) -> str:
    """Return the tool with which a place, or a whole row, is put right."""
    kind, field = work.blank.kind_of(place), work.blank.field(place)
    row = work.blank.row(place) if field is None else field[0]
    if kind is not None:
        return f"put.{kind.id}"
    return "" if row is None else f"row.{row.id.replace(':', '-')}"


def left(work: Work) -> tuple[Tool, ...]:
    """Return the tools with something left to do."""
    return tuple(tool for tool in tools(work) if not tool.is_complete)


def percent(work: Work) -> int:
    """Return how much of a draft is done, in hundredths."""
    every = [tool.progress for tool in tools(work)]
    done = sum(min(each.done, each.wanted) for each in every)
    return 100 * done // sum(each.wanted for each in every)


def pick(work: Work, name: str) -> Tool:
    """Return a tool by its id, or the first that has something left to do."""
    every = tools(work)
    found = next((tool for tool in every if tool.id == name), None)
    return found or next((tool for tool in every if not tool.is_complete), every[-1])


def after(work: Work, tool: Tool) -> Tool | None:
    """Return the next tool that has something left to do, or the one that checks everything."""
    every = tools(work)
    rest = every[[one.id for one in every].index(tool.id) + 1 :]
    open_ = (one for one in rest if not one.is_complete or one.progress == _NOTHING)
    return next(open_, None)
