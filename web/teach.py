"""The pages where a table is taught, with a live picture; for the host alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web import desk as at
from web.api import as_json, body, limit
from web.letters import Letter
from web.openapi_call import Call, Version
from web.pages import page
from web.rooms import Room
from web.teach_port import SETTLED, Bench, Busy, Corners, Step, Workshop

PATH, TITLE = "/teach", "teach.title"
#: The report is one page with everything in it; nothing in it may run.
_REPORT_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
#: The steps as people count them.
STAGES = (Step.CAMERA, Step.LIGHT, Step.EMPTY, Step.LESSON, Step.DONE)
_STAGE_OF = {Step.CORNERS: Step.EMPTY, Step.LEARNING: Step.DONE, Step.TRY: Step.DONE}


class Wanted(Letter, frozen=True):
    """Which side lies on the table, and whether pieces are taught that not everybody has."""

    side: str = ""
    guests: bool = False


class Going(Letter, frozen=True):
    """A step."""

    step: Step


class Dragged(Letter, frozen=True):
    """Where the corners are."""

    corners: dict[str, Corners]


class OnePiece(Letter, frozen=True):
    """A piece."""

    piece: str


class Forgetting(Letter, frozen=True):
    """Whether all that play has taught is forgotten, or the last lesson alone."""

    everything: bool = False


class Page(msgspec.Struct, frozen=True):
    """The page as it is now; what changes of it only where that is news."""

    version: int
    busy: bool
    html: str = ""


CALLS = {
    "/teach/bench": Call("the page as it is now", Page),
    "/api/teach/begin": Call("teach the whole table", Version, Wanted),
    "/api/teach/go": Call("go on, or back, to a step", Version, Going),
    "/api/teach/corners": Call("say where the boards are in the photo", Version, Dragged),
    "/api/teach/piece": Call("teach one piece once more", Version, OnePiece),
    "/api/teach/forget": Call("take back what play has taught", Version, Forgetting),
    "/api/teach/take": Call("take the photo of this step", Version, Letter),
    "/api/teach/hold": Call("take no photo by itself", Version, Letter),
    "/api/teach/accept": Call("use the last photo all the same", Version, Letter),
    "/api/teach/cancel": Call("stop what is being done", Version, Letter),
    "/api/teach/lay": Call("lay the simulated table", Version, Letter),
    "/api/teach/read": Call("read what lies on the table", Version, Letter),
    "/api/teach/find": Call("look for the boards anew", Version, Letter),
}


def teach_room(workshop: Workshop) -> Room:
    """Return the pages; until the table is taught, the host is shown the way in first."""
    return Room(
        _blueprint(workshop),
        PATH,
        TITLE,
        lambda: _first(workshop),
        tools=lambda: _tools(workshop),
        calls=CALLS,
    )


def _first(workshop: Workshop) -> str:
    """Say why to go there first: nobody has taught the table, and perhaps nobody can."""
    if workshop.is_taught():
        return ""
    return "teach.title.dark" if workshop.bench().dark else "teach.title.first"


def _tools(workshop: Workshop) -> str:
    """Fill what the host's page has of this room, once there is something to look for or to say."""
    shown = workshop.bench()
    body = _fill_host(shown) if shown.known or shown.dark else ""
    return render_template("_teach_eye.html", body=body) if body else ""


def _blueprint(workshop: Workshop) -> Blueprint:
    blueprint = Blueprint("teach", __name__)

    @blueprint.get(PATH)
    def home() -> str | AnyResponse:
        if not at.is_host():
            return redirect("/host")
        shown = workshop.bench()
        title = at.words()(TITLE)
        return page("teach.html", title, body=_fill(shown), version=shown.version, kind="teach")

    @blueprint.get(f"{PATH}/bench")
    def bench() -> Response:
        at.need_host()
        shown = workshop.bench()
        seen = request.args.get("seen", "")
        fresh = {"html": _fill(shown)} if seen != str(shown.version) else {}
        busy = shown.work is not None
        return as_json({"version": shown.version, "busy": busy, **fresh})

    @blueprint.get(f"{PATH}/live.jpg")
    def live() -> Response:
        at.need_host()
        return _jpeg(workshop.picture())

    @blueprint.get(f"{PATH}/photo/<name>.jpg")
    def photo(name: str) -> Response:
        at.need_host()
        return _jpeg(workshop.photo(name))

    @blueprint.get(f"{PATH}/drawing/<surface>.svg")
    def drawing(surface: str) -> Response:
        at.need_host()
        return _svg(workshop.drawing(surface), "no-store")

    @blueprint.get(f"{PATH}/piece/<name>.svg")
    def piece_picture(name: str) -> Response:
        at.need_host()
        return _svg(workshop.piece(name), "private, max-age=3600")

    @blueprint.get(f"{PATH}/report")
    def report() -> Response:
        at.need_host()
        found = workshop.report()
        if found is None:
            raise at.Denied(404, "web.denied.no-such-page")
        headers = {"Content-Security-Policy": _REPORT_POLICY}
        return Response(found, mimetype="text/html", headers=headers)

    _add_deeds(blueprint, workshop)
    _add_host(blueprint, workshop)
    return blueprint


def _add_host(blueprint: Blueprint, workshop: Workshop) -> None:
    """Let the host's page ask how far something is."""

    @blueprint.get(f"{PATH}/host")
    def host() -> Response:
        at.need_host()
        shown = workshop.bench()
        said = {"busy": shown.work is not None, "step": shown.step, "html": _fill_host(shown)}
        return as_json(said)


def _add_deeds(blueprint: Blueprint, workshop: Workshop) -> None:
    """Let the host do things."""

    def deed(name: str, kind: type[Any], act: Callable[[Any], None]) -> None:
        def answer() -> Response:
            at.check_token()
            at.need_host()
            limit("teach")
            try:
                act(body(kind))
            except Busy:
                raise at.Denied(409, "teach.denied.busy") from None
            return as_json({"version": workshop.bench().version})

        blueprint.add_url_rule(f"/api/teach/{name}", name, answer, methods=["POST"])

    deed("begin", Wanted, lambda given: workshop.begin(given.side, guests=given.guests))
    deed("go", Going, lambda given: workshop.go(given.step))
    deed("corners", Dragged, lambda given: workshop.set_corners(given.corners))
    deed("piece", OnePiece, lambda given: workshop.teach_piece(given.piece))
    deed("forget", Forgetting, lambda given: workshop.forget(everything=given.everything))
    deeds: dict[str, Callable[[], None]] = {
        "take": workshop.take,
        "hold": workshop.hold,
        "accept": workshop.accept,
        "cancel": workshop.cancel,
        "lay": workshop.lay,
        "read": workshop.read,
        "find": workshop.find_again,
    }
    for name, act in deeds.items():
        deed(name, Letter, partial(_just, act))


def _just(act: Callable[[], None], _given: Letter) -> None:
    act()


def _fill(shown: Bench) -> str:
    """Fill the part of the page that changes."""
    stage = _STAGE_OF.get(shown.step, shown.step)
    return render_template(
        "_teach.html",
        t=at.words(),
        say=at.words().say,
        bench=shown,
        stages=STAGES,
        stage=stage,
        token=at.token(),
    )


def _fill_host(shown: Bench) -> str:
    """Fill the part of the host's page about the camera."""
    words = at.words()
    teaching = shown.step not in SETTLED
    return render_template(
        "_teach_host.html", t=words, say=words.say, bench=shown, teaching=teaching
    )


def _svg(drawn: str | None, keep: str) -> Response:
    if drawn is None:
        raise at.Denied(404, "web.denied.no-such-page")
    return Response(drawn, mimetype="image/svg+xml", headers={"Cache-Control": keep})


def _jpeg(picture: bytes | None) -> Response:
    if picture is None:
        raise at.Denied(404, "teach.denied.no-picture")
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
