"""What the page of a draft shows: the photo with everything on it, and the tool in hand."""

from __future__ import annotations

import msgspec

from companion.engine import Text
from companion.packs.draft import line_of, measured, spots_of, surface_size
from companion.packs.draft_actions import Action, Corners, Put, Say
from companion.packs.draft_blank import Fact, Step
from companion.packs.fault import errors_of
from companion.session.store_entry import digest
from web.maker_drawing import Proposal, overlay, ring
from web.maker_faults import every_fault, slips_with, told
from web.maker_port import Maker, Work
from web.maker_shown import Choice, Length, RowLine, Shown, ToolLine
from web.maker_tools import Tool, after, tools
from web.wording import Words

#: So many examples are wanted before more of the same is looked for.
_EXAMPLES = 3
_ADVICE = {
    "corners": "maker.advice.corners",
    "put": "maker.advice.put",
    "beside": "maker.advice.beside",
    "fact": "maker.advice.fact",
    "streets": "maker.advice.streets",
    "pieces": "maker.advice.pieces",
    "check": "maker.advice.check",
}
_ROW_ADVICE = {
    Step.EACH: "maker.advice.row.each",
    Step.ENDS: "maker.advice.row.ends",
    Step.RING: "maker.advice.row.ring",
}
#: How a ruler is held, by the end of a measure's id.
_WAYS = {
    "width": "maker.length.width",
    "depth": "maker.length.depth",
    "radius": "maker.length.radius",
    "base_mm.0": "maker.length.base",
    "height_mm.0": "maker.length.height",
    "size_mm.0": "maker.length.width",
    "size_mm.1": "maker.length.depth",
}


def screen(
    maker: Maker, work: Work, tool: Tool, words: Words, proposal: Proposal | None = None
) -> Shown:
    """Put a page together."""
    proposal = proposal or Proposal()
    last = tool.mode == "check"
    found = maker.faults(work) if last else slips_with(tool, work, maker.slips(work))
    rail = tuple(_line(one, words, now=one.id == tool.id) for one in tools(work))
    following = after(work, tool)
    accept = _accept(tool, proposal)
    kind = work.blank.kind(tool.of)
    return Shown(
        name=work.name,
        version=work.journal.version,
        taps=work.journal.taps,
        tool=tool,
        title=words.say(tool.title),
        advice=words.say(_advice(work, tool)),
        tools=rail,
        next=_line(following, words, now=False) if following else None,
        picture=_picture(work, tool),
        view=_view(work, tool),
        overlay=overlay(work, tool, maker.icon, {fault.where for fault in found}, proposal),
        ring=ring(work, tool),
        choices=_choices(maker, work, tool, words),
        lengths=_lengths(work, tool, words),
        row=_row(work, tool),
        can_look=_can_look(work, tool) and accept is None,
        accept=msgspec.json.encode(accept).decode() if accept else "",
        fits=_fits(work, tool),
        accepts=len(proposal.at) + len(proposal.words),
        faults=every_fault(maker, work, found, words) if last else told(work, found, words),
        edition=work.draft.edition,
        beside=kind.beside if kind else "",
        camera=maker.camera is not None,
        ready=last and not errors_of(found) and bool(work.draft.edition),
    )


def _line(tool: Tool, words: Words, *, now: bool) -> ToolLine:
    done, wanted = tool.progress.done, tool.progress.wanted
    complete = wanted > 0 and tool.is_complete
    return ToolLine(tool.id, words.say(tool.title), done, wanted, now, complete)


def _advice(work: Work, tool: Tool) -> Text:
    row, fact = work.blank.row(tool.of), _fact(work, tool)
    if fact is not None and fact.once:
        return Text("maker.advice.fact.once")
    if tool.mode == "corners" and tool.of in work.draft.guesses:
        return Text("maker.advice.corners.guess")
    if tool.mode != "row" or row is None:
        return Text(_ADVICE[tool.mode])
    if row.count == 1:
        return Text("maker.advice.row.single")
    if row.step is Step.ENDS and len(line_of(work.draft, row).anchors) > 1:
        return Text("maker.advice.row.areas", {"count": row.areas - 1})
    return Text(_ROW_ADVICE[row.step])


def _picture(work: Work, tool: Tool) -> str:
    """Name the picture by all that makes it what it is."""
    draft, surface = work.draft, tool.surface
    if tool.mode == "corners":
        return f"/maker/{work.name}/photo/{surface}.jpg?of={draft.photos[surface]}"
    sizes = [surface_size(draft, work.blank, one) for one in work.blank.surfaces]
    of = digest(msgspec.json.encode((draft.photos, draft.corners, sizes)))
    return f"/maker/{work.name}/straight/{surface}.jpg?of={of}"


def _view(work: Work, tool: Tool) -> tuple[float, float]:
    if tool.mode == "corners":
        return work.photos_px[tool.surface]
    return surface_size(work.draft, work.blank, tool.surface)


def _fact(work: Work, tool: Tool) -> Fact | None:
    kind = work.blank.kind(tool.of)
    return next((f for f in kind.facts if f.id == tool.fact), None) if kind else None


def _choices(maker: Maker, work: Work, tool: Tool, words: Words) -> tuple[Choice, ...]:
    fact, kind = _fact(work, tool), work.blank.kind(tool.of)
    if fact is None or kind is None:
        return ()
    said = [spot.facts.get(fact.id) for spot in spots_of(work.draft, kind).values()]
    return tuple(
        Choice(
            word,
            words(f"{work.blank.game}.{fact.said}.{word}") if fact.said else word,
            maker.icon(fact.id, word),
            said.count(word),
        )
        for word in fact.words
    )


def _lengths(work: Work, tool: Tool, words: Words) -> tuple[Length, ...]:
    groups = {"corners": tool.of, "put": tool.of, "pieces": "pieces"}
    group = groups.get(tool.mode, "")
    return tuple(
        Length(measure.id, _title(measure.id, measure.title, words), mm)
        for measure in work.blank.measures
        if measure.group == group != ""
        for mm in (measured(work.draft, work.blank, measure.id),)
    )


def _title(name: str, title: str, words: Words) -> str:
    """Say what a length is of, and which way to hold the ruler."""
    way = words(_WAYS[name.partition(".")[2]])
    return words("maker.length", what=words(title), way=way)


def _row(work: Work, tool: Tool) -> RowLine | None:
    row = work.blank.row(tool.of)
    if tool.mode != "row" or row is None or row.count == 1:
        return None
    line = line_of(work.draft, row)
    last = list(line.anchors)[-1] if line.anchors else None
    return RowLine(row.id, last, line.count, row.counts, row.step is Step.RING)


def _can_look(work: Work, tool: Tool) -> bool:
    kind, fact = work.blank.kind(tool.of), _fact(work, tool)
    if kind is None or tool.progress.is_complete:
        return False
    spots = spots_of(work.draft, kind)
    if tool.mode == "put":
        return len(spots) >= _EXAMPLES
    said = {spot.facts[tool.fact] for spot in spots.values() if tool.fact in spot.facts}
    return fact is not None and not fact.once and len(said) > 1


def _accept(tool: Tool, proposal: Proposal) -> Action | None:
    if proposal.at:
        return Put(tool.of, tuple(proposal.at))
    return Say(tool.fact, proposal.words) if proposal.words else None


def _fits(work: Work, tool: Tool) -> str:
    """Return the action by which somebody says that a guess is right."""
    if tool.mode != "corners" or tool.of not in work.draft.guesses:
        return ""
    return msgspec.json.encode(Corners(tool.of, work.draft.corners[tool.of])).decode()
