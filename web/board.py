"""The host points at the board: a place is looked at, and put right with one tap."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.drawing.board_view import BoardView
from companion.engine import Text
from companion.session.commands import Correct, Inspect, No, Sighting
from companion.session.store_entry import HOST, By, How
from web import desk as at
from web.api import as_json, need_game
from web.board_shown import board_page, place_page
from web.look import Look
from web.pages import page

blueprint = Blueprint("board", __name__, url_prefix="/host")
_BY = By(HOST, How.HOST)


@blueprint.before_request
def check() -> AnyResponse | None:
    """Let the host in; everybody else is asked for the PIN."""
    if request.method == "POST":
        at.check_token()
        at.need_host()
    elif request.endpoint == "board.spots":
        at.need_host()
    elif not at.is_host() or at.desk().relay.now.play is None:
        return redirect("/host")
    return None


@blueprint.get("/board")
def board() -> str:
    """Show the whole board."""
    shown = board_page(_look(), _art())
    return page("board.html", at.words()("web.board.title"), board=shown)


@blueprint.get("/board.json")
def spots() -> Response:
    """Say where every place is in the picture, for thumbs that miss a little."""
    return as_json(board_page(_look(), _art()))


@blueprint.get("/place")
def find() -> AnyResponse:
    """Go to the place that was chosen from the list."""
    return redirect(f"/host/place/{request.args.get('place', '')}")


@blueprint.get("/place/<path:name>")
def place(name: str) -> str:
    """Show one place: the record, the camera, and what may be there."""
    return _place(name, done="done" in request.args)


@blueprint.post("/place/<path:name>")
def correct(name: str) -> str | AnyResponse:
    """Take the host's word for it."""
    said = request.form.get("pieces")
    pieces = None if said is None else frozenset(said.split())
    play = need_game().play
    assert play is not None
    reply = play.session.ask(Correct(_BY, name, pieces))
    if isinstance(reply, No):
        return _place(name, reply.text)
    at.desk().relay.catch_up(reply.version)
    return redirect(f"/host/place/{name}?done", 303)


@blueprint.get("/piece/<path:name>.svg")
def piece(name: str) -> Response:
    """Draw a piece that may be somewhere on this board."""
    look = _look()
    if not any(name in place.holds for place in look.play.game.places(look.snapshot.state)):
        raise at.Denied(404, "web.denied.no-such-page")
    response = Response(_art().piece(name), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _place(name: str, problem: Text | None = None, *, done: bool = False) -> str:
    look, words = _look(), at.words()
    seen = look.play.session.ask(Inspect(name))
    shown = place_page(look, _art(), name, seen) if isinstance(seen, Sighting) else None
    if shown is None:
        raise at.Denied(404, "web.denied.no-such-page")
    said = "" if problem is None else words.say(problem)
    return page("place.html", shown.name, place=shown, problem=said, done=done)


def _look() -> Look:
    return Look(need_game(), None, at.words(), at.desk().keys)


def _art() -> BoardView:
    play = need_game().play
    if play is None or play.art is None:
        raise at.Denied(404, "web.denied.no-such-page")
    return play.art
