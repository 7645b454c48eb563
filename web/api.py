"""Commands from the phones, and what they show, as JSON."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, request

from companion.engine import Prompt, Text, Unreadable
from companion.session.commands import (
    Answer,
    Choose,
    Command,
    Confirm,
    Done,
    No,
    Reply,
    Switch,
    Undo,
)
from companion.session.snapshot import Mode
from companion.session.store_entry import By, How
from companion.session.store_entry import seat as who_sits
from web import desk as at
from web.house import Play
from web.letters import Chosen, Given, Seen, Told
from web.openapi import describe
from web.questions import sort_answers
from web.relay import Now
from web.screens import seat_screen, table_screen

blueprint = Blueprint("api", __name__, url_prefix="/api")
T = TypeVar("T")


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """Describe this interface."""
    return as_json(describe(*(room.calls for room in at.desk().rooms)))


@blueprint.get("/table")
def table() -> Response:
    """Return what everybody may see."""
    here = at.desk()
    now = need_game()
    return as_json(table_screen(now, at.words(), here.keys))


@blueprint.get("/seats/<int:seat>")
def seat(seat: int) -> Response:
    """Return what a seat may see."""
    at.need_seat(seat)
    now, words = need_game(), at.words()
    public = table_screen(now, words, at.desk().keys)
    return as_json(seat_screen(now, seat, words, public))


@blueprint.post("/seats/<int:seat>/answer")
def answer(seat: int) -> Response:
    """Answer what a seat was asked."""
    by = _by(seat)
    return tell(answer_of(need_game(), seat, by, body(Given)))


@blueprint.post("/seats/<int:seat>/done")
def done(seat: int) -> Response:
    """End the turn of a seat."""
    by = _by(seat)
    body(Seen)
    return tell(_tap(need_game(), seat, by))


@blueprint.post("/seats/<int:seat>/hands")
def hands(seat: int) -> Response:
    """Let the hands of the table play a turn, up to the tap that ends it."""
    _by(seat)
    version, play = body(Seen).version, need_play()
    if play.hands is None or not play.hands(seat):
        return refuse(Text("core.table.nothing-to-do"))
    return as_json({"version": version})


@blueprint.post("/seats/<int:seat>/undo")
def undo(seat: int) -> Response:
    """Take back the last turn or answer."""
    by = _by(seat)
    return tell(Undo(by, body(Seen).version))


@blueprint.post("/seats/<int:seat>/choose")
def choose(seat: int) -> Response:
    """Say which turn was played."""
    by = _by(seat)
    chosen = body(Chosen)
    return tell(Choose(by, chosen.version, chosen.choice))


@blueprint.post("/seats/<int:seat>/confirm")
def confirm(seat: int) -> Response:
    """Let a turn count although the camera cannot see all of it, or play on as the table lies."""
    by = _by(seat)
    snapshot = need_game().snapshot
    if snapshot is None or not (snapshot.looking or snapshot.mode is Mode.COMPARE):
        return refuse(Text("core.table.nothing-to-do"))
    return tell(Confirm(by, body(Seen).version))


@blueprint.post("/seats/<int:seat>/tracking")
def tracking(seat: int) -> Response:
    """Tell more from now on, or less."""
    by = _by(seat)
    told = body(Told)
    return tell(Switch(by, told.version, seat, told.level))


def _by(seat: int) -> By:
    """Check who gives a command, and how often he does."""
    at.check_token()
    at.need_seat(seat)
    limit(f"seat {seat}")
    return By(who_sits(seat), How.PHONE)


def limit(what: str) -> None:
    """Refuse commands that come faster than any thumb."""
    here = at.desk()
    if not here.limiter.allow(f"{what} {at.address()}", here.limits.commands):
        raise at.Denied(429, "web.denied.too-fast")


def need_game() -> Now:
    """Return the moment, or say that nobody plays."""
    now = at.desk().relay.now
    if now.play is None or now.snapshot is None:
        raise at.Denied(409, "web.denied.no-game")
    return now


def need_play() -> Play:
    """Return the running game."""
    play = need_game().play
    assert play is not None
    return play


def answer_of(now: Now, viewer: int | None, by: By, given: Given) -> Command | No:
    """Make the command of an answer; only what was offered to the viewer can be answered."""
    assert now.play is not None
    assert now.snapshot is not None
    view = now.play.game.view(now.snapshot.state, viewer)
    mine = (p for p in view.prompts if p.ask.id == given.ask and p.ask.seat in (None, viewer))
    prompt = next(mine, None)
    if prompt is None:
        return No(Text("core.refused.ask-closed"))
    if given.number is not None:
        found = sort_answers(prompt.choices).numbers.get(given.number)
        if found is None:
            return No(Text("web.refused.no-such-number", {"number": given.number}))
        return Answer(by, prompt.ask.id, now.play.game.moves.decode(bytes(found.move)))
    return _offered(now.play, prompt, by, given)


def _offered(play: Play, prompt: Prompt, by: By, given: Given) -> Command | No:
    try:
        move = play.game.moves.decode(bytes(given.move))
    except Unreadable:
        return No(Text("web.refused.not-offered"))
    offered = {bytes(choice.move) for choice in prompt.choices}
    if play.game.moves.encode(move) not in offered:
        return No(Text("web.refused.not-offered"))
    return Answer(by, prompt.ask.id, move)


def _tap(now: Now, seat: int, by: By) -> Command | No:
    """Make the tap that ends a turn, as the answer to whatever is open."""
    assert now.play is not None
    assert now.snapshot is not None
    game = now.play.game
    for ask in game.asks(now.snapshot.state):
        if ask.blocks and ask.seat == seat:
            tag = min(now.play.kit.signs.turn_taps)
            plain = msgspec.json.encode({"type": tag, "seat": seat})
            return Answer(by, ask.id, game.moves.decode(plain))
    return No(Text("core.table.nothing-to-do"))


def body(kind: type[T]) -> T:
    """Read what was sent, or refuse it."""
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise at.Denied(400, "web.denied.unreadable") from None


def tell(command: Command | No) -> Response:
    """Give a command to the table, and pass on its reply."""
    reply: Reply = command if isinstance(command, No) else need_play().session.ask(command)
    if isinstance(reply, Done):
        return as_json({"version": reply.version})
    return refuse(reply.text)


def refuse(text: Text, status: int = 409) -> Response:
    """Say no, in words."""
    return as_json({"refused": at.words().say(text)}, status)


def as_json(thing: Any, status: int = 200) -> Response:
    """Answer in JSON."""
    response = Response(msgspec.json.encode(thing), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
