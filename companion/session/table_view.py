"""What a table shows of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine import Text
from companion.session.evidence import PLAIN, Gap
from companion.session.explain_verdicts import Impossible, Question, Unfinished, Unsure
from companion.session.sheet_marker import Astray, astray
from companion.session.snapshot import Doubt, Mode, Snapshot, Wrong, signals
from companion.session.table_faded import flat
from companion.session.table_steps import tell
from companion.session.todo import Deed, Todo, todos

if TYPE_CHECKING:
    from companion.session.table import Table


def show(table: Table, version: int) -> Snapshot:
    """Return what is to be shown now."""
    turn, mode = table.turn, table.mode
    plays = mode in (Mode.PLAY, Mode.OVER)
    snapshot = Snapshot(
        version,
        table.chronicle.log.record.id,
        mode,
        turn.seen.state if plays else table.chronicle.state,
        table.chronicle.state,
        seen=_seen(table) if plays else (),
        last=table.last,
        todo=_todo(table),
        overdue=_overdue(table) if plays else (),
        owing=_owing(table) if plays else None,
        doubt=_doubt(table) if plays else None,
        wrong=_wrong(table) if plays else None,
        looking=plays and turn.tapped is not None,
        unseen=tuple(sorted(turn.verdict.places)) if isinstance(turn.verdict, Unsure) else (),
        waiting=turn.verdict.waiting if isinstance(turn.verdict, Unfinished) else (),
        layout=table.layout,
        dial=table.dialling.shown,
        blind=table.sight.blind,
        moving=table.moving,
        notices=_notices(table),
        ailing=table.ailing,
        outcome=table.game.outcome(table.chronicle.state),
        astray=_astray(table),
        faded=table.fading.places if mode is Mode.PLAY and not table.moving else (),
        said=tuple(sorted(table.witness.places)),
        pictured=table.witness.has_picture and not table.sight.blind,
        unsaved=table.fault is not None,
        refused=table.presses.refused,
    )
    return replace(snapshot, cues=signals(snapshot, table.game.cues(snapshot.state)))


def _seen(table: Table) -> tuple[Text, ...]:
    return tell(table.game, table.turn.anchor.state, table.turn.seen.moves)


def _owing(table: Table) -> int | None:
    """Return whose turn it was that left something to do."""
    if table.turn.held_up is not None:
        return table.turn.seat
    return table.owing if _overdue(table) else None


def _notices(table: Table) -> tuple[Text, ...]:
    fault = () if table.fault is None else (table.fault,)
    return (*fault, *table.sight.notices, *table.chronicle.notices)


def _todo(table: Table) -> tuple[Todo, ...]:
    if table.mode is Mode.COMPARE and table.saw is not None:
        return todos(table.gap(table.turn.seen.state))
    verdict = table.turn.verdict
    return getattr(verdict, "todo", ()) if verdict is not None else ()


def _overdue(table: Table) -> tuple[Todo, ...]:
    """List what should have been done before the tap and still shows, unless people play on so."""
    if table.turn.held_up is not None:
        return table.turn.held_up.todo
    owed = table.turn.overdue - table.accepted - table.fading.lost
    if not owed:
        return ()
    gap = table.gap(table.turn.seen.state)
    found = todos(Gap(gap.missing & owed, gap.extra & owed))
    lost = [todo for todo in found if todo.deed is Deed.PUT]
    return tuple(todo for todo in found if todo not in lost or _is_plain(table, todo))


def _is_plain(table: Table, todo: Todo) -> bool:
    """Tell whether a piece is plainly gone: flat ones do not fall over, and lie in piles."""
    sureness = {} if table.saw is None else table.saw.reading.sureness
    hardly = todo.to is not None and sureness.get(todo.to, 1.0) < PLAIN
    return not hardly or todo.piece not in flat(table.game.places(table.turn.anchor.state))


def _astray(table: Table) -> tuple[Astray, ...]:
    """List the score markers that nobody is about to move any more: a turn has ended since."""
    mode, turn = table.mode, table.turn
    plays = mode is Mode.PLAY
    if table.saw is None or mode in (Mode.SET_UP, Mode.PAUSED) or (plays and not turn.overdue):
        return ()
    game, reading, signs = table.game, table.saw.reading, table.signs
    found = astray(game, table.chronicle.state, reading, signs)
    if not plays:
        return found
    owed = {atom.piece for atom in turn.overdue if atom.place.startswith(signs.score)}
    moving = {one.piece for one in astray(game, turn.seen.state, reading, signs)}
    return tuple(one for one in found if one.piece in owed & moving)


def _doubt(table: Table) -> Doubt | None:
    question: Question | None = table.turn.question
    if question is None:
        return None
    start = table.turn.anchor.state
    labels = tuple(tell(table.game, start, choice.moves) for choice in question.choices)
    places = tuple(sorted(question.places))
    return Doubt(question.choices, labels, places, table.picture(places))


def _wrong(table: Table) -> Wrong | None:
    verdict: Impossible | None = table.turn.accused
    if verdict is None:
        return None
    refused, places = verdict.refused, tuple(sorted(verdict.places))
    seat = getattr(verdict.move, "seat", None)
    return Wrong(
        refused.text,
        refused.rule,
        refused.section,
        seat,
        refused.to,
        places,
        verdict.todo,
        table.picture(places),
    )
