"""The live stream: every screen is told what is new, and hears a heartbeat while nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from web import desk as at
from web import stream
from web.postman import Parcel
from web.render import Page
from web.stream import OPENING, Stream, event

blueprint = Blueprint("live", __name__, url_prefix="/live")


@blueprint.get("/table")
def table() -> Response:
    """Follow what everybody may see."""
    keys, page = at.desk().keys, Page(at.table_page(), at.language())
    if page.name != "screen":
        return _follow(page, lambda: True)
    shows_join = keys.screen  # changes together with the host's key
    return _follow(page, lambda: keys.screen == shows_join)


@blueprint.get("/sheet")
def sheet() -> Response:
    """Follow the score sheet, which all guests may see."""
    at.need_guest()
    return _follow(Page("sheet", at.language()), lambda: True)


@blueprint.get("/seat/<int:seat>")
def seat(seat: int) -> Response:
    """Follow what one seat may see."""
    secret, keys = at.need_seat(seat), at.desk().keys
    page = Page("seat", at.language(), seat, at.my_seats(), at.is_host())
    return _follow(page, lambda: keys.seat_of(secret) == seat)


@blueprint.get("/host")
def host() -> Response:
    """Follow what the host sees."""
    at.need_host()
    keys = at.desk().keys
    key = keys.host
    return _follow(Page("host", at.language()), lambda: keys.host == key)


def _follow(page: Page, allowed: Callable[[], bool]) -> Response:
    """Leave the stream to the server's postman; a server without one gets it bit by bit."""
    here = at.desk()
    seen = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    told = Stream(here.relay, here.renderer, page, seen, allowed)
    address, limiter = at.address(), here.limiter
    free = limiter.open_stream(address, here.limits)
    parcel = Parcel(told, free, lambda: limiter.close_stream(address))
    if "companion.parcel" in request.environ:
        request.environ["companion.parcel"].append(parcel)
        return Response(mimetype="text/event-stream")
    response = Response(_events(here, parcel), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.call_on_close(parcel.close)
    return response


def _events(desk: at.Desk, parcel: Parcel) -> Iterator[bytes]:
    """Tell what is new until the phone goes away, or may no longer look."""
    if not parcel.free:
        yield event("full")
        return
    yield OPENING
    told = parcel.stream
    while not desk.relay.stopped and not told.over:
        now = desk.relay.wait(told.seen, stream.BEAT_S)
        yield told.beat() if now is None else told.tell(now)
