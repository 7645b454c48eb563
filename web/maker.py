"""The pages where an owner describes his own copy: from a photo to a board pack."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.packs.draft_act import NotDone
from companion.packs.fault import PackError
from web import desk as at
from web.api import as_json, body, limit
from web.maker_calls import CALLS, Done, Seen
from web.maker_drawing import Proposal
from web.maker_faults import fault_lines
from web.maker_port import Maker, Unfit, Work
from web.maker_screen import screen
from web.maker_tools import percent, pick, tools
from web.pages import page
from web.rooms import Room

#: A photo as phones take it, and a pack.
_PHOTO_BYTES = 30_000_000
_PACK_BYTES = 1_000_000
P = ParamSpec("P")
T = TypeVar("T")


def maker_room(maker: Maker) -> Room:
    """Make the room where packs are made."""
    blueprint = Blueprint("maker", __name__)
    pages, commands = _Pages(maker), _Commands(maker)
    for path, view in (
        ("/maker", pages.home),
        ("/maker/live.jpg", pages.live),
        ("/maker/<name>", pages.work),
        ("/maker/<name>/photo/<surface>.jpg", pages.photo),
        ("/maker/<name>/straight/<surface>.jpg", pages.straight),
        ("/maker/<name>/small.jpg", pages.small),
        ("/maker/pack/<name>.json", pages.pack),
        ("/maker/pack/<name>.svg", pages.drawing),
    ):
        blueprint.add_url_rule(path, view.__name__, _for_host(view), methods=["GET"])
    for path, command in (
        ("/api/maker/begin/<side>", commands.begin),
        ("/api/maker/begin-with-camera/<side>", commands.begin_with_camera),
        ("/api/maker/bring", commands.bring),
        ("/api/maker/<name>/photo/<surface>", commands.show),
        ("/api/maker/<name>/camera/<surface>", commands.show_with_camera),
        ("/api/maker/<name>/do", commands.do),
        ("/api/maker/<name>/undo", commands.undo),
        ("/api/maker/<name>/look", commands.look),
        ("/api/maker/<name>/save", commands.save),
        ("/api/maker/<name>/forget", commands.forget),
        ("/api/maker/pack/<name>/remove", commands.remove),
    ):
        name = f"do_{command.__name__}"
        blueprint.add_url_rule(path, name, _for_host(command, told=True), methods=["POST"])
    return Room(blueprint, "/maker", "maker.title", calls=CALLS)


def _for_host(view: Callable[P, Any], *, told: bool = False) -> Callable[P, Any]:
    """Let only the host in, and say no in words."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Any:
        at.need_host()
        if told:
            at.check_token()
            limit("maker")
        try:
            return view(*args, **kwargs)
        except NotDone as no:
            if told:
                stale = no.text.id == "maker.no.moved-on"
                return as_json({"refused": at.words().say(no.text), "stale": stale}, 409)
            raise at.Denied(404, no.text.id) from None
        except PackError as full:  # the disk is full, or may not be written
            return as_json({"refused": at.words().say(full.faults[0].text)}, 507)
        except Unfit as unfit:
            lines = fault_lines(unfit.faults, at.words())
            refused = at.words()("maker.no.unfit", count=len(lines))
            return as_json({"refused": refused, "faults": lines}, 409)

    return guarded


class _Pages:
    """What a browser asks for."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker

    def home(self) -> str:
        """Show drafts and packs, and take a photo."""
        return page(
            "maker_home.html",
            at.words()("maker.title"),
            kind="maker",
            game=at.desk().house.kit.name,
            sides=self._maker.sides,
            drafts=self._maker.drafts(),
            percent=lambda name: percent(self._maker.open(name)),
            packs=self._maker.packs(),
            teaches=any(room.path == "/teach" for room in at.desk().rooms),
            camera=self._maker.camera is not None,
        )

    def live(self) -> Response:
        """Send what the table's camera sees now."""
        camera = self._maker.camera
        picture = None if camera is None else camera.live()
        if picture is None:
            raise NotDone("maker.no.camera")
        return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    def work(self, name: str) -> str | AnyResponse:
        """Show a draft with a tool in hand."""
        work = self._maker.open(name)
        tool = pick(work, request.args.get("tool", ""))
        if tool.id != request.args.get("tool"):
            return redirect(f"/maker/{name}?tool={tool.id}")
        shown = screen(self._maker, work, tool, at.words())
        return page("maker_work.html", at.words()("maker.title"), kind="maker-work", shown=shown)

    def photo(self, name: str, surface: str) -> Response:
        """Send the photo of a surface."""
        return _jpeg(self._maker.photo(name, surface))

    def straight(self, name: str, surface: str) -> Response:
        """Send a surface straightened."""
        return _jpeg(self._maker.straight(name, surface))

    def small(self, name: str) -> Response:
        """Send a small picture of a draft."""
        return _jpeg(self._maker.small(name))

    def drawing(self, name: str) -> Response:
        """Send a drawing of a pack."""
        return Response(self._maker.drawing(name), mimetype="image/svg+xml")

    def pack(self, name: str) -> Response:
        """Send a pack as one file."""
        response = Response(self._maker.pack(name), mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
        return response


def _jpeg(content: bytes) -> Response:
    response = Response(content, mimetype="image/jpeg")
    # The address names what is in the picture, so that a browser may keep it.
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


class _Commands:
    """What a browser tells us."""

    def __init__(self, maker: Maker) -> None:
        self._maker = maker

    def begin(self, side: str) -> Response:
        """Begin a pack from a photo."""
        return self._begin(_sent(_PHOTO_BYTES), side)

    def begin_with_camera(self, side: str) -> Response:
        """Begin a pack from a photo of the table's own camera."""
        return self._begin(self._shot(), side)

    def _begin(self, photo: bytes, side: str) -> Response:
        name = self._maker.begin(photo, side)
        return as_json({"go": f"/maker/{name}?tool={tools(self._maker.open(name))[0].id}"})

    def show(self, name: str, surface: str) -> Response:
        """Take another photo of one surface."""
        return self._photo(name, surface, _sent(_PHOTO_BYTES))

    def show_with_camera(self, name: str, surface: str) -> Response:
        """Take another photo of one surface with the table's own camera."""
        return self._photo(name, surface, self._shot())

    def _photo(self, name: str, surface: str, photo: bytes) -> Response:
        self._maker.show(name, surface, photo)
        return as_json({"go": f"/maker/{name}?tool=corners.{surface}"})

    def _shot(self) -> bytes:
        if self._maker.camera is None:
            raise NotDone("maker.no.camera")
        return self._maker.camera.shot()

    def bring(self) -> Response:
        """Take in a pack."""
        self._maker.bring(_sent(_PACK_BYTES))
        return as_json({"go": "/maker"})

    def do(self, name: str) -> Response:
        """Do one thing."""
        done = body(Done)
        return self._show(self._maker.do(name, done.version, done.action, done.taps), done.tool)

    def undo(self, name: str) -> Response:
        """Take the last thing back."""
        seen = body(Seen)
        return self._show(self._maker.undo(name, seen.version), seen.tool)

    def look(self, name: str) -> Response:
        """Look for what the picture makes obvious."""
        work = self._maker.open(name)
        tool = pick(work, body(Seen).tool)
        if tool.mode == "put":
            proposal = Proposal(at=self._maker.more(name, tool.of))
        elif tool.mode == "fact":
            proposal = Proposal(words=self._maker.words(name, tool.of, tool.fact))
        else:
            raise NotDone("maker.no.unknown")
        if not proposal.at and not proposal.words:
            raise NotDone("maker.no.proposal")
        return self._show(work, tool.id, proposal)

    def save(self, name: str) -> Response:
        """Keep a finished pack."""
        kept = self._maker.save(name)
        return as_json({"go": "/maker#packs", "pack": kept.name})

    def remove(self, name: str) -> Response:
        """Take a finished pack away."""
        self._maker.remove(name)
        return as_json({"go": "/maker"})

    def forget(self, name: str) -> Response:
        """Throw a draft away."""
        self._maker.forget(name)
        return as_json({"go": "/maker"})

    def _show(self, work: Work, tool: str, proposal: Proposal | None = None) -> Response:
        shown = screen(self._maker, work, pick(work, tool), at.words(), proposal or Proposal())
        return as_json(
            {
                "version": work.journal.version,
                "overlay": shown.overlay,
                "rail": render_template("_maker_rail.html", t=at.words(), shown=shown),
                "panel": render_template("_maker_panel.html", t=at.words(), shown=shown),
                "picture": shown.picture,
                "ring": shown.ring,
            }
        )


def _sent(most: int) -> bytes:
    """Read what was sent as it is; photos are larger than anything else a phone sends."""
    length = request.content_length or 0
    if not 0 < length <= most:
        raise at.Denied(413, "web.denied.too-much")
    content: bytes = request.environ["wsgi.input"].read(length)
    return content
