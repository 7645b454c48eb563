"""Weigh the turns that may have been played against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine import Atom
from companion.session.evidence import Evidence, Gap
from companion.session.explain_search import Found, Search, Told
from companion.session.explain_trace import count_strange, forgive
from companion.session.explain_tree import Node
from companion.session.todo import is_same_piece, which

#: At which places something new has stood, and who was seen elsewhere meanwhile.
Together = Mapping[str, frozenset[Atom]]


class Scales:
    """One reading, from one anchor, and what speaks for a turn."""

    def __init__(
        self,
        root: Node,
        owed: frozenset[Atom],
        evidence: Evidence,
        told: tuple[Told, ...],
        at_tap: bool,
    ) -> None:
        """Take the anchor's node, what was owed there, and all that has been seen and told since."""
        self.root, self.owed, self.evidence = root, owed, evidence
        self.told, self.at_tap = told, at_tap

    def plainest(self, found: Sequence[Found]) -> Found:
        """Return the turn that supposes least: out of sight, and unlike what was seen.

        Of those as good it is the one with the fewest moves.
        """
        reading = self.evidence.reading
        if not reading.is_partial and not reading.alike:
            return found[0]
        return min(found, key=self._supposition)

    def _supposition(self, turn: Found) -> tuple[int, int, int]:
        others = sum(
            other in turn.node.view.atoms and seen not in turn.node.view.atoms
            for other, seen in self.evidence.reading.alike.items()
        )
        return len(self.supposed(turn)), others, len(turn.node.moves)

    def in_the_dark(self, found: Sequence[Found]) -> bool:
        """Tell whether something may have happened out of sight, on the way to these turns or after.

        That a piece is unclear which nobody can move in this turn hides nothing.
        """
        reading = self.evidence.reading
        if reading.silent or not reading.vague or not found:
            return reading.is_partial
        unclear = {atom.piece for atom in reading.vague}
        nodes = {node for turn in found for node in self.before_tap(turn.node).trail()}
        movable = (node.movable for node in nodes)
        return any(pieces is None or not unclear.isdisjoint(pieces) for pieces in movable)

    def rivals(self, found: Sequence[Found]) -> list[Found]:
        """Return turns that differ in what one can see; in what nobody sees they are one.

        Of the same moves in another order the first counts, which is the order of the rules, unless
        it can be seen that they lead elsewhere.
        """
        rivals: dict[frozenset[Atom], Found] = {}
        for turn in found:
            if not any(self._is_same(turn, other) for other in rivals.values()):
                rivals.setdefault(turn.node.view.atoms, turn)
        return list(rivals.values())

    def _is_same(self, turn: Found, other: Found) -> bool:
        if Counter(turn.node.moves) != Counter(other.node.moves):
            return False
        return not any(map(self.evidence.is_audible, turn.node.view.atoms ^ other.node.view.atoms))

    def or_lost(self, best: Found) -> list[Found]:
        """Return the same turn without what only shows in something that was wrong at the last tap.

        It may have been knocked over in the turn before, or moved too far.
        """
        gap, view = self.evidence.gap(self.root.view), best.node.view.atoms
        lost = ((gap.missing - view) | (gap.extra & view)) & self.owed
        if not lost or not best.node.moves:
            return []
        search = Search(self.evidence, self.owed, self.told, at_tap=self.at_tap, lost=lost)
        search.run(self.root)
        others = [] if search.gave_up else search.found[:1]
        return [
            other
            for other in others
            if other.node.moves != best.node.moves
            if other.gap.missing | other.gap.extra <= lost
        ]

    def or_fewer(self, best: Found) -> list[Found]:
        """Return the same turn with one move less, if it leaves no more open than this one.

        A piece may have gone a step too far, rather than another one not far enough; nor does a
        score need a reason of its own that is not where it belongs by that, either.
        """
        if not self.at_tap or not self.evidence.gap(best.node.view):
            return []
        found: list[Found] = []
        most = len(self.evidence.gap(self.before_tap(best.node).view))
        for move in dict.fromkeys(_doubled(best.node, [one.move for one in self.told])):
            node = self._without(best.node.moves, move)
            if node is not None:
                gap = self.evidence.gap(self.before_tap(node).view)
                found += [Found(best.rank, node, gap)] * (len(gap) <= most)
        return found

    def or_nearer(self, best: Found) -> list[Found]:
        """Return the turns that explain as much if what stands between two places is on the nearer.

        It may stand beside its place, or have been moved too far, or not far enough.
        """
        view, reading = best.node.view.atoms, self.evidence.reading
        apart = {o: s for o, s in reading.alike.items() if o.place != s.place}
        if not self.at_tap or not any(o in view and s not in view for o, s in apart.items()):
            return []
        nearest = Evidence(reading.nearest())
        search = Search(nearest, self.owed, self.told, at_tap=True)
        search.run(self.root)
        if search.gave_up or not search.found:
            return []
        scales = Scales(self.root, self.owed, nearest, self.told, self.at_tap)
        return [*search.found, *scales.or_fewer(search.found[0])]

    def or_as_seen(self, best: Found) -> list[Found]:
        """Return the turns by which a newcomer is what it seemed to be, and its like fell over.

        Else it is taken for its like, which walked there from where it is missing then.
        """
        view, reading = best.node.view.atoms, self.evidence.reading
        twins = {o: s for o, s in reading.alike.items() if o.place == s.place}
        taken = {o for o, s in twins.items() if o in view - self.root.view.atoms and s not in view}
        if not self.at_tap or not taken:
            return []
        alike = {o: s for o, s in reading.alike.items() if o not in taken}
        search = Search(Evidence(replace(reading, alike=alike)), self.owed, self.told, at_tap=True)
        search.run(self.root)
        likes = {atom.piece for atom in taken}
        return [
            turn
            for turn in (() if search.gave_up else search.found)
            if not turn.gap.extra and {atom.piece for atom in turn.gap.missing} <= likes
        ]

    def or_fallen(self, best: Found, together: Together) -> list[Found]:
        """Return the turns by which somebody new has come, if who seems to have walked there has not.

        He was seen where he was while the newcomer stood there already: he fell over since.
        """
        fallen = frozenset(
            gone
            for node in self.before_tap(best.node).trail()
            for gone in node.gone
            for come in node.come
            if is_same_piece(gone, come) and gone in together.get(come.place, ())
        )
        if not self.at_tap or not fallen:
            return []
        search = Search(self.evidence, self.owed, self.told, at_tap=True, lost=fallen)
        search.run(self.root)
        others = () if search.gave_up else search.found
        return [turn for turn in others if not turn.gap.extra and turn.gap.missing <= fallen]

    def or_as_shown(self, best: Found, shown: Sequence[Any]) -> list[Found]:
        """Return the turn that people were shown before the tap, if this one is not its end.

        Both leave something to do: a piece that was moved too far or not far enough must not turn
        what everybody has seen into something else.
        """
        left = self.at_tap and best.gap
        if not left or not shown or _continues(best.node.moves, shown):
            return []
        return self.or_by(best, (*shown, best.node.moves[-1]))

    def or_plainer(self, best: Found, shown: Sequence[Any]) -> list[Found]:
        """Return the turn as people were shown it before the tap, without points of their own.

        Such points may only make up for another order, where the score is in fact not right yet.
        """
        if not self.at_tap:
            return []
        *moves, tap = best.node.moves
        extra = set(_doubled(best.node, [one.move for one in self.told]))
        plain = [move for move in moves if move not in extra]
        order = sorted(plain, key=lambda move: move not in shown)
        return self.or_by(best, (*order, tap)) if extra and order != plain else []

    def or_by(self, best: Found, moves: Sequence[Any]) -> list[Found]:
        """Return the turn that these moves make, the tap last, if it is no stranger than the best."""
        node = self.replay(moves)
        if node is None or not moves:
            return []
        gap = forgive(self.evidence.gap(self.before_tap(node).view), self.evidence.gap(node.view))
        as_good = count_strange(node, gap, self.owed) <= best.rank[2]
        return [Found(best.rank, node, gap)] if as_good else []

    def _without(self, moves: Sequence[Any], move: Any) -> Node | None:
        """Return where a turn leads without the last of equal moves, if it is legal."""
        left = list(moves)
        del left[len(left) - 1 - left[::-1].index(move)]
        return self.replay(left)

    def replay(self, moves: Iterable[Any]) -> Node | None:
        """Return where moves lead from the anchor, if all of them are legal."""
        node = self.root
        for move in moves:
            child = node.after(move)
            if not isinstance(child, Node):
                return None
            node = child
        return node

    def astray(self, turn: Found) -> frozenset[Atom]:
        """Return the pieces that stand where nothing on the way explains them."""
        if not turn.gap.extra:
            return frozenset()
        twice = turn.gap.extra & self.evidence.reading.twice
        return (turn.gap.extra - turn.node.shown - self.owed) | twice

    def elsewhere(self, gap: Gap) -> frozenset[str]:
        """Return where something was that is gone, and where it may be, for all that can be seen."""
        lost = {a for a in gap.missing if not any(is_same_piece(a, new) for new in gap.extra)}
        vague = self.evidence.reading.vague
        maybe = {a for a in vague if any(is_same_piece(a, gone) for gone in lost)}
        astray = {gone for gone in lost if any(is_same_piece(a, gone) for a in maybe)}
        return frozenset(atom.place for atom in maybe | astray)

    def still_to_move(self, differ: frozenset[Atom]) -> frozenset[Atom]:
        """Return the pieces that lie where no turn leaves them, if turns differ in nothing else."""
        lie = {which(atom): atom for atom in self.evidence.reading.atoms}
        pieces = {which(atom) for atom in differ}
        walk = all(track and (piece, track) in lie for piece, track in pieces)
        if not walk or not differ.isdisjoint(lie.values()):
            return frozenset()
        return frozenset(lie[piece] for piece in pieces)

    def forgotten(self, gap: Gap) -> frozenset[str]:
        """Return where nothing has moved though it should have, and nobody can see what lies there."""
        presumed = gap.atoms & self.evidence.reading.presumed
        return frozenset(atom.place for atom in presumed)

    def unaccounted(self, turn: Found) -> frozenset[str]:
        """Return where a piece may have moved unseen, if some points have nothing else to show.

        Whatever it was that moved there may be what they are for, or for more than them.
        """
        told = [one.move for one in self.told]
        if all(move in told for move in _doubled(turn.node, ())):
            return frozenset()
        before_tap = self.before_tap(turn.node)
        still = self.evidence.reading.vague & before_tap.lasting
        walkers = {atom for atom in still if which(atom)[1]}
        if not walkers:
            return frozenset()
        movable = [node.movable for node in before_tap.trail()]
        return frozenset(
            atom.place
            for atom in walkers
            if any(pieces is None or atom.piece in pieces for pieces in movable)
        )

    def supposed(self, turn: Found) -> frozenset[Atom]:
        """Return what must have changed out of sight, up to the tap."""
        after = self.before_tap(turn.node).view
        return self.evidence.hidden(after) ^ self.evidence.hidden(self.root.view)

    def is_unwitnessed(self, turn: Found) -> bool:
        """Tell whether it takes a move of which nothing at all can be seen."""
        node: Node | None = self.before_tap(turn.node)
        while node is not None and node.parent is not None:
            change = node.come | node.gone
            if change and not any(map(self.evidence.is_audible, change)):
                return True
            node = node.parent
        return False

    def before_tap(self, node: Node) -> Node:
        return node.parent if self.at_tap and node.parent is not None else node


def _doubled(node: Node, told: Collection[Any]) -> Iterator[Any]:
    """Return the moves that were made twice, or that move nothing but what others move as well."""
    trail = [one for one in node.trail() if one.parent is not None and one.move not in told]
    moved = [{which(atom) for atom in one.come | one.gone} for one in trail]
    movers = Counter(piece for pieces in moved for piece in pieces)
    times = Counter(one.move for one in trail)
    for one, pieces in zip(trail, moved, strict=True):
        if times[one.move] > 1 or all(movers[piece] > 1 for piece in pieces):
            yield one.move


def _continues(moves: Sequence[Any], shown: Sequence[Any]) -> bool:
    """Tell whether all that was shown is in these moves, in its order."""
    left = iter(moves)
    return all(any(move == one for move in left) for one in shown)
