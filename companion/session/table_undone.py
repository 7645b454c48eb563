"""What somebody has taken back, as long as the pieces still lie as if nobody had."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.engine import Atom
from companion.session.evidence import Evidence, Gap
from companion.session.explain_verdicts import Impossible, Unfinished, Verdict
from companion.session.todo import todos


class Undone(msgspec.Struct, frozen=True):
    """What is still to be put back: of what was ``told``, and of all that ``lay`` there then."""

    told: frozenset[Atom] = frozenset()
    lay: frozenset[Atom] = frozenset()

    def __bool__(self) -> bool:
        """Tell whether there is anything of it."""
        return bool(self.told or self.lay)

    def left(self, evidence: Evidence, gap: Gap) -> Undone:
        """Return what of it still lies there, or cannot be seen now."""
        differs = gap.missing | gap.extra

        def still(atoms: frozenset[Atom]) -> frozenset[Atom]:
            return frozenset(a for a in atoms if a in differs or not evidence.is_audible(a))

        return Undone(still(self.told), still(self.lay))

    def judge(self, verdict: Verdict, moves: tuple[Any, ...], state: Any, gap: Gap) -> Verdict:
        """Say what there is to put back, instead of believing it again or accusing anybody."""
        differs = gap.missing | gap.extra
        if self.told & differs:
            return Unfinished(moves=moves, state=state, todo=todos(gap))
        if self.lay & differs and isinstance(verdict, Impossible):
            return Unfinished(
                moves=verdict.moves, state=verdict.state, owed=verdict.owed, todo=verdict.todo
            )
        return verdict
