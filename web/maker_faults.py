"""What is wrong or missing in a draft, in words that a person finds on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.engine import Text
from companion.packs.draft_blank import Step
from companion.packs.fault import Fault, Severity
from web.maker_port import Maker, Work
from web.maker_shown import FaultLine
from web.maker_tools import Tool, left, tool_of
from web.wording import Words

#: So many faults are told while somebody works; the last tool tells all.
_TOLD = 4


def slips_with(tool: Tool, work: Work, slips: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return what is wrong with what a tool is about; a track without its areas is not done yet."""
    if tool.areas:
        return ()
    return tuple(slip for slip in slips if _is_about(work, slip.where) == tool.of != "")


def _is_about(work: Work, place: str) -> str | None:
    kind, field = work.blank.kind_of(place), work.blank.field(place)
    return kind.id if kind else field[0].id if field else None


def told(work: Work, found: Sequence[Fault], words: Words) -> tuple[FaultLine, ...]:
    """Say what is wrong while somebody works."""
    return fault_lines((_named(work, fault, words) for fault in found[:_TOLD]), words)


def every_fault(
    maker: Maker, work: Work, found: Iterable[Fault], words: Words
) -> tuple[FaultLine, ...]:
    """Say what is left to do, tool by tool, and then what is wrong with what is there."""
    open_ = left(work)
    lines = [
        FaultLine(words.say(tool.title), _left(tool, words), serious=True, tool=tool.id)
        for tool in open_
    ]
    # What a pack lacks follows from what nobody has tapped yet, and nobody has to read it twice.
    waiting = {tool.id for tool in open_ if tool.areas}
    wrong = (
        replace(line, tool=tool)
        for fault in (maker.slips(work) if open_ else found)
        if (tool := tool_of(work, fault.where)) not in waiting
        for line in fault_lines([_named(work, fault, words)], words)
    )
    return (*lines, *sorted(wrong, key=lambda line: not line.serious))


def _named(work: Work, fault: Fault, words: Words) -> Fault:
    """Call fields what people call them, and count from where they do."""
    params = dict(fault.text.params)
    if isinstance(other := params.get("other"), str):
        params["other"] = _name(work, other, words)
    return Fault(fault.severity, _name(work, fault.where, words), Text(fault.text.id, params))


def _name(work: Work, place: str, words: Words) -> str:
    field = work.blank.field(place)
    if field is None:
        return place
    row, index = field
    if row.count == 1:
        return words(row.title)
    number = row.names[index] if row.names else index + (row.step is not Step.RING)
    return words("maker.field", row=words(row.title), number=number)


def _left(tool: Tool, words: Words) -> str:
    if tool.mode == "corners":
        return words("maker.left.look")
    if tool.progress.is_complete:
        return words("maker.left.areas", count=tool.areas)
    return words("maker.progress", done=tool.progress.done, wanted=tool.progress.wanted)


def fault_lines(faults: Iterable[Fault], words: Words) -> tuple[FaultLine, ...]:
    """Say what is wrong, errors first."""
    lines = [
        FaultLine(fault.where, words.say(fault.text), fault.severity is Severity.ERROR)
        for fault in faults
    ]
    return tuple(sorted(lines, key=lambda line: not line.serious))
