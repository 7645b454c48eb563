"""A kept game in words: one line for each entry, for people and as JSON."""

from __future__ import annotations

from datetime import datetime

import click
import msgspec

from companion.app.keep import counted
from companion.app.replay_game import Kept, who_and_how
from companion.engine import Text
from companion.session.sheet_history import Happening
from companion.session.store_entry import By, Kind
from companion.session.texts import write_moment


class Points(msgspec.Struct, frozen=True):
    """Points that an entry brought."""

    seat: int
    source: str
    points: int


class Told(msgspec.Struct, frozen=True):
    """One entry, as ``--json`` writes it."""

    number: int
    kind: Kind
    at: datetime
    by: By
    turn: int | None
    stands: bool
    sentences: tuple[str, ...]
    points: tuple[Points, ...]
    picture: str | None
    takes_back: int | None
    ask: str


class Replay(msgspec.Struct, frozen=True):
    """The JSON object of ``companion replay --json``; ``state`` is that of ``--at``, or the last."""

    id: str
    game: str
    edition: str
    begun_at: datetime
    over: bool
    at: int
    state: msgspec.Raw
    entries: tuple[Told, ...]


def describe(kept: Kept, at: int | None) -> Replay:
    """Put a game, up to an entry, into a JSON object; hands stay hidden until it is over."""
    number = len(kept.past) if at is None else at
    past = kept.past[:number]
    state = kept.shown(past[-1].after if past else kept.setup)
    record = kept.record
    return Replay(
        record.id,
        record.game,
        record.edition,
        record.begun_at,
        kept.is_over,
        number,
        msgspec.Raw(kept.game.states.encode(state)),
        tuple(_told(kept, one) for one in past),
    )


def _told(kept: Kept, one: Happening) -> Told:
    entry = one.entry
    gains = (gain.scored for gain in one.gains)
    return Told(
        entry.number,
        entry.kind,
        entry.at,
        entry.by,
        one.turn,
        one.stands,
        tuple(kept.texts(text) for text in sentences(kept, one)),
        tuple(Points(scored.seat, scored.source, scored.points) for scored in gains),
        entry.picture,
        entry.takes_back,
        entry.ask,
    )


def head(kept: Kept) -> Text:
    """Say which game this is."""
    params: dict[str, str | int | Text] = {
        "game": kept.title,
        "id": kept.record.id,
        "begun": write_moment(kept.record.begun_at, kept.texts.language),
        "entries": counted("entries", len(kept.past)),
    }
    return Text("cli.replay.head", params)


def sentences(kept: Kept, one: Happening) -> tuple[Text, ...]:
    """Tell an entry; while a game is played, what nobody may hear is still said to be there."""
    entry = one.entry
    if entry.takes_back is not None:
        return (Text("cli.replay.takes-back", {"number": entry.takes_back}),)
    if entry.kind is Kind.TOLD:
        return (Text("cli.replay.told"),)
    if entry.kind is Kind.END:
        return (Text("cli.replay.ended"),)
    tap = (Text("cli.replay.turn-over"),) if one.ends_turn else ()
    broken = () if one.broken is None else (Text("core.sheet.let-stand", {"rule": one.broken}),)
    told = tuple(kept.told(text) for text in (*tap, *one.told, *broken))
    return told or (Text("cli.replay.quiet" if kept.is_over else "core.sheet.untold"),)


def line(kept: Kept, one: Happening) -> str:
    """Write an entry as a line; what was taken back is marked and dimmed."""
    entry, say = one.entry, kept.texts
    told = " ".join(map(say, sentences(kept, one)))
    turn = "" if one.turn is None else say(Text("cli.replay.turn", {"turn": one.turn}))
    when = f"{entry.at.astimezone():%H:%M:%S}"
    who = say(who_and_how(kept, one))
    row = f"{entry.number:>5}  {when}  {turn:<9} {who}: {told}"
    if one.stands or entry.takes_back is not None:
        return row
    undone = say(Text("cli.replay.undone", {"row": row}))
    return click.style(undone, dim=True)
