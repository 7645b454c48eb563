"""What else may have been played than what explains a picture best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import Any

from msgspec.structs import replace

from companion.engine import Atom
from companion.session.evidence import Evidence
from companion.session.explain_search import Found, Search
from companion.session.explain_trace import count_strange, forgive
from companion.session.explain_tree import Node
from companion.session.explain_weigh import Scales
from companion.session.todo import is_same_piece, which

#: At which places something new has stood, and who was seen elsewhere meanwhile.
Together = Mapping[str, frozenset[Atom]]
#: In so many orders the same moves are tried.
_MOST_ORDERS = 24


class Others(Scales):
    """Turns that stand beside the best one, each for a reason of its own."""

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
        for move in dict.fromkeys(doubled(best.node, [one.move for one in self.told])):
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
        scales = Others(self.root, self.owed, nearest, self.told, self.at_tap)
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
        fallen = stayed(self.before_tap(best.node), together)
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
        extra = set(doubled(best.node, [one.move for one in self.told]))
        plain = [move for move in moves if move not in extra]
        order = sorted(plain, key=lambda move: move not in shown)
        return self.or_by(best, (*order, tap)) if extra and order != plain else []

    def or_by(self, best: Found, moves: Sequence[Any]) -> list[Found]:
        """Return the turn that these moves make, the tap last, if it is no stranger than the best."""
        node = self.replay(moves)
        if node is None or not moves:
            return []
        gap = forgive(self.evidence.gap(self.before_tap(node).view), self.evidence.gap(node.view))
        strange = count_strange(node, gap, self.owed, at_tap=self.at_tap)
        return [Found(best.rank, node, gap)] if strange <= best.rank[2] else []

    def or_beside(self, best: Found) -> list[Found]:
        """Return the same moves in other orders, for a piece on its way that stands between two places.

        It bears out the one order on the one place, and another on the other.
        """
        reading = self.evidence.reading
        apart = {o: s for o, s in reading.alike.items() if o.place != s.place}
        if best.fits or not apart:
            return []
        atoms = reading.atoms.difference(apart.values()).union(apart)
        alike = {o: s for o, s in reading.alike.items() if o not in apart}
        beside = Evidence(replace(reading, atoms=atoms, alike=alike))
        scales = Others(self.root, self.owed, beside, self.told, self.at_tap)
        *moves, tap = best.node.moves
        told = [one.move for one in self.told if one.move != tap]
        orders = islice(permutations(moves), _MOST_ORDERS)
        ways = ((*order, tap) for order in orders if [m for m in order if m in told] == told)
        return [turn for way in ways for turn in scales.or_by(best, way)]

    def _without(self, moves: Sequence[Any], move: Any) -> Node | None:
        """Return where a turn leads without the last of equal moves, if it is legal."""
        left = list(moves)
        del left[len(left) - 1 - left[::-1].index(move)]
        return self.replay(left)


def stayed(node: Node, together: Together) -> frozenset[Atom]:
    """Return who seems to have walked on the way here, but was seen where he was beside the newcomer."""
    return frozenset(
        gone
        for one in node.trail()
        for gone in one.gone
        for come in one.come
        if is_same_piece(gone, come) and gone in together.get(come.place, ())
    )


def doubled(node: Node, told: Collection[Any]) -> Iterator[Any]:
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
