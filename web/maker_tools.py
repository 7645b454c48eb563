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
    """One tool; ``mode`` says what a tap does, ``of`` what it is about."""

    id: str
    mode: str
    of: str
    title: Text
    surface: str
    progress: Progress
    fact: str = ""


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
    done, wanted = len(fields_of(work.draft, row)), line.count
    if row.areas:
        done, wanted = done + len(line.starts), wanted + row.areas - 2
    name = row.id.replace(":", "-")
    return Tool(f"row.{name}", "row", row.id, Text(row.title), row.surface, Progress(done, wanted))


def pick(work: Work, name: str) -> Tool:
    """Return a tool by its id, or the first that has something left to do."""
    every = tools(work)
    found = next((tool for tool in every if tool.id == name), None)
    return found or next((tool for tool in every if not tool.progress.is_complete), every[-1])


def after(work: Work, tool: Tool) -> Tool | None:
    """Return the next tool that has something left to do, or the one that checks everything."""
    every = tools(work)
    rest = every[[one.id for one in every].index(tool.id) + 1 :]
    left = (one for one in rest if not one.progress.is_complete or one.progress == _NOTHING)
    return next(left, None)
