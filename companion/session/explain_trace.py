"""What moves leave on the table, and what of a difference is only late."""

from __future__ import annotations

from enum import Enum, auto

from companion.engine import Atom
from companion.session.evidence import Gap
from companion.session.explain_tree import Node
from companion.session.todo import is_same_piece, which


class Trace(Enum):
    """What shows that a move was made."""

    PLAIN = auto()
    FAINT = auto()
    HIDDEN = auto()


def trace_of(child: Node, gap: Gap) -> Trace | None:
    """Say what a move has left on the table: every move needs a trace of its own.

    A piece that is neither where it was nor where the move brings it to may have moved on since: a
    score marker does so.  That trace is faint, for several moves may share it.
    """
    if not child.come.isdisjoint(gap.extra):
        return Trace.PLAIN
    gone = child.gone & gap.missing
    if not gone:
        return None
    moved_on = all(any(is_same_piece(old, new) for new in child.come) for old in gone)
    return Trace.FAINT if moved_on else Trace.PLAIN


def count_strange(node: Node, gap: Gap, owed: frozenset[Atom], *, at_tap: bool) -> int:
    """Count what is neither late nor on its way: it came from nowhere, or is gone without reason.

    At a tap only what walks on a track is still on its way; who stands somewhere was put there.
    """
    lost = gap.missing & node.lasting - owed
    new = gap.extra - node.passing - owed
    ready = {atom for atom in new if at_tap and not which(atom)[1]}
    return len(lost) + sum(a in ready or not is_under_way(a, node, gap, owed) for a in new)


def is_under_way(atom: Atom, node: Node, gap: Gap, owed: frozenset[Atom]) -> bool:
    """Tell whether the rules have moved this piece, so that a hand may be at it just now."""
    decided = (gap.missing - node.lasting) | (gap.missing & owed)
    return any(is_same_piece(atom, other) for other in decided)


def is_sure(child: Node, gap: Gap) -> bool:
    """Tell whether a move outside turns has only laid one thing down, and it is to be seen there.

    Laying out a board takes dozens of such moves; in what order does not matter.
    """
    return len(child.come) == 1 and not child.gone and child.come <= gap.extra


def forgive(before: Gap, after: Gap) -> Gap:
    """Leave out at a tap what only the tap itself brings about: nobody had time for it yet."""
    return Gap(before.missing & after.missing, before.extra & after.extra)


def count_half_done(node: Node, before: Gap, after: Gap) -> int:
    """Count what is still to be moved of what a tap brings, if people have begun with it.

    Who has taken the tile that a tap brings has moved the score for it as well, if it was moved at
    all in this turn.
    """
    assert node.parent is not None
    brought = {which(atom) for atom in node.come}
    if all(which(atom) in brought for atom in node.gone & before.missing):
        return 0
    moved = {which(atom) for one in node.parent.trail() for atom in one.come}
    late = {which(atom) for atom in node.come & after.missing} & moved
    return sum(which(atom) in late for atom in after.atoms)
