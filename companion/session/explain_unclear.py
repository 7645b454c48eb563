"""Where people should look before a turn counts: what may be there, and nobody could see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.engine import Atom
from companion.session.evidence import Gap, next_to
from companion.session.explain_early import Memory
from companion.session.explain_others import doubled
from companion.session.explain_search import Found, Told
from companion.session.explain_weigh import Scales
from companion.session.todo import is_same_piece, which


def elsewhere(scales: Scales, gap: Gap) -> frozenset[str]:
    """Return where something was that is gone, and where it may be, for all that can be seen."""
    lost = {a for a in gap.missing if not any(is_same_piece(a, new) for new in gap.extra)}
    vague = scales.evidence.reading.vague
    maybe = {a for a in vague if any(is_same_piece(a, gone) for gone in lost)}
    astray = {gone for gone in lost if any(is_same_piece(a, gone) for a in maybe)}
    return frozenset(atom.place for atom in maybe | astray)


def still_to_move(scales: Scales, differ: frozenset[Atom]) -> frozenset[Atom]:
    """Return the pieces that lie where no turn leaves them, if turns differ in nothing else."""
    lie = {which(atom): atom for atom in scales.evidence.reading.atoms}
    pieces = {which(atom) for atom in differ}
    walk = all(track and (piece, track) in lie for piece, track in pieces)
    if not walk or not differ.isdisjoint(lie.values()):
        return frozenset()
    return frozenset(lie[piece] for piece in pieces)


def forgotten(scales: Scales, gap: Gap) -> frozenset[str]:
    """Return where nothing has moved though it should have, and nobody can see what lies there."""
    presumed = gap.atoms & scales.evidence.reading.presumed
    return frozenset(atom.place for atom in presumed)


def unaccounted(scales: Scales, turn: Found) -> frozenset[str]:
    """Return where a piece may have moved unseen, if some points have nothing else to show.

    Whatever it was that moved there may be what they are for, or for more than them.
    """
    told = [one.move for one in scales.told]
    if all(move in told for move in doubled(turn.node, ())):
        return frozenset()
    before_tap = scales.before_tap(turn.node)
    still = scales.evidence.reading.vague & before_tap.lasting
    walkers = {atom for atom in still if which(atom)[1]}
    if not walkers:
        return frozenset()
    movable = [node.movable for node in before_tap.trail()]
    return frozenset(
        atom.place
        for atom in walkers
        if any(pieces is None or atom.piece in pieces for pieces in movable)
    )


def untouched(turn: Found, memory: Memory, told: Sequence[Told]) -> frozenset[str]:
    """Return where a move is to be seen that nobody can have made since the last tap.

    It may be a slip of an earlier turn that could not be seen then.  A piece of the colour of its
    field may come and go there without a stir, but not at both ends of its way.
    """
    if not memory.knows_hands:
        return frozenset()
    said, touched = {one.move for one in told}, memory.stirred.keys() | memory.said
    trail = [node for node in turn.node.trail() if node.parent is not None]
    movers = Counter(piece for n in trail for piece in {which(a) for a in n.come | n.gone})
    places: set[str] = set()
    for node in trail:
        own = {atom.place for atom in node.come | node.gone if movers[which(atom)] == 1}
        around = own.union(*map(next_to, own))
        if node.move not in said and around.isdisjoint(touched):
            places |= own
    return frozenset(places)
