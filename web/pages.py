"""The pages: the table, joining, seats, the score sheet, and what they are made of."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, session
from werkzeug.wrappers import Response as AnyResponse

from companion.drawing.lettering import FONTS
from companion.session.commands import Inspect, Sighting
from companion.session.store_entry import digest
from companion.session.texts import LANGUAGES
from web import desk as at
from web.asked import places_asked
from web.keys import LONGEST_NAME, clean, same
from web.look import Look
from web.relay import Now
from web.render import Page
from web.seats import people
from web.shown import Person

blueprint = Blueprint("pages", __name__)
_FONTS = {"regular": "Cabin-Regular.otf", "bold": "Cabin-Bold.otf"}


def page(template: str, title: str, stream: str = "", **things: Any) -> str:
    """Fill a whole page."""
    words = at.words()
    return render_template(
        template,
        t=words,
        title=title,
        language=words.language,
        languages=LANGUAGES,
        theme=at.theme(),
        token=at.token(),
        stream=stream,
        seats=at.my_seats(),
        host=at.is_host(),
        open_rooms=[room for room in at.desk().rooms if room.public and at.is_guest()],
        **things,
    )


def live(shown: Page, title: str, stream: str, template: str = "live.html", **things: Any) -> str:
    """Fill a page that goes on living."""
    here = at.desk()
    now = here.relay.now
    return page(
        template,
        title,
        stream,
        seen=here.relay.id(now),
        body=here.renderer.show(now, shown).html,
        kind=shown.name,
        **things,
    )


@blueprint.get("/")
def table() -> str:
    """Show the table to everybody."""
    shown = Page(at.table_page(), at.language())
    return live(shown, at.words()("web.title.table"), "/live/table")


@blueprint.get("/screen/<secret>")
def screen(secret: str) -> AnyResponse:
    """Make this the table's own screen, which shows how to join."""
    if not same(secret, at.desk().keys.screen):
        raise at.Denied(404, "web.denied.link-too-old")
    session["screen"] = secret
    session.permanent = True
    return redirect("/")


@blueprint.get("/seat/<int:seat>")
def seat(seat: int) -> str | AnyResponse:
    """Show a seat to whoever sits there."""
    now = at.desk().relay.now
    if now.play is not None:
        at.need_seat(seat)
    shown = Page("seat", at.language(), seat, at.my_seats(), at.is_host())
    return live(shown, at.words()("web.title.seat"), f"/live/seat/{seat}")


@blueprint.get("/seat/link/<secret>")
def seat_link(secret: str) -> AnyResponse:
    """Sit down with the link that the host has given."""
    found = at.desk().keys.seat_of(secret)
    if found is None:
        raise at.Denied(404, "web.denied.link-too-old")
    at.hold_seat(found, secret)
    return redirect(f"/seat/{found}")


@blueprint.get("/join/<code>")
def join(code: str) -> str:
    """Offer the seats that are free."""
    _check_join(code)
    return _join_page(at.desk().relay.now, code)


@blueprint.post("/join/<code>")
def sit_down(code: str) -> str | AnyResponse:
    """Take a seat."""
    at.check_token()
    _check_join(code)
    here, now = at.desk(), at.desk().relay.now
    chosen = request.form.get("seat", "")
    seat = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 4 else -1
    name = request.form.get("name", "")
    secret = here.keys.sit(seat, name) if seat in now.seats else None
    if secret is None:
        return _join_page(now, code, at.words()("web.join.taken"), clean(name))
    at.hold_seat(seat, secret)
    here.relay.ring()
    return redirect(f"/seat/{seat}", 303)


def _check_join(code: str) -> None:
    here = at.desk()
    if not here.limiter.allow(f"join {at.address()}", here.limits.joins):
        raise at.Denied(429, "web.denied.too-fast")
    if not same(code, here.keys.join):
        raise at.Denied(404, "web.denied.link-too-old")


def _join_page(now: Now, code: str, problem: str = "", name: str = "") -> str:
    words = at.words()
    everybody: tuple[Person, ...] = ()
    if now.play is not None and now.snapshot is not None:
        view = now.play.game.view(now.snapshot.state, None)
        everybody = people(view, now.snapshot, words, at.desk().keys)
    return page(
        "join.html",
        words("web.title.join"),
        people=everybody,
        mine=at.my_seats(),
        code=code,
        problem=problem,
        name=name,
        longest=LONGEST_NAME,
    )


@blueprint.get("/sheet")
def sheet() -> str:
    """Show the score sheet once the game is over."""
    at.need_guest()
    if not _is_over(at.desk().relay.now):
        raise at.Denied(404, "web.denied.not-over")
    shown = Page("sheet", at.language())
    return live(shown, at.words()("web.title.sheet"), "/live/sheet", "sheet.html")


@blueprint.get("/sheet/<name>.jpg")
def proof(name: str) -> Response:
    """Send the crop of a move; until the game is over only the host asks for what lies behind."""
    at.need_guest()
    now = at.desk().relay.now
    known = {one.entry.picture for one in now.story.past}
    if now.play is None or name not in known or not (_is_over(now) or at.is_host()):
        raise at.Denied(404, "web.denied.no-such-page")
    with now.play.reader() as reader:
        jpeg = reader.picture(reader.log(now.snapshot.game), name) if now.snapshot else None
    if jpeg is None:
        raise at.Denied(404, "web.denied.no-such-page")
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _is_over(now: Now) -> bool:
    return now.snapshot is not None and now.snapshot.outcome is not None


@blueprint.get("/drawing.svg")
def drawing() -> Response:
    """Draw the board; the name of a position in the address lets browsers keep it."""
    now = at.desk().relay.now
    if now.play is None:
        raise at.Denied(404, "web.denied.no-game")
    key, packed = at.desk().drawings.get(now)
    response = Response(packed, mimetype="image/svg+xml")
    response.headers["Content-Encoding"] = "gzip"
    known = request.args.get("of") == key
    response.headers["Cache-Control"] = "private, max-age=3600" if known else "no-store"
    return response


@blueprint.get("/picture/<name>.jpg")
def picture(name: str) -> Response:
    """Send the crop that a question or a complaint of now is about."""
    snapshot = at.desk().relay.now.snapshot
    shown = (snapshot.wrong, snapshot.doubt) if snapshot is not None else ()
    for one in shown:
        if one is not None and one.picture is not None and digest(one.picture) == name:
            return Response(one.picture, mimetype="image/jpeg")
    raise at.Denied(404, "web.denied.no-such-page")


@blueprint.get("/seat/<int:seat>/ask/<ask>.jpg")
def question(seat: int, ask: str) -> Response:
    """Send a crop of the places that a seat's question is about, out of the last picture."""
    at.need_seat(seat)
    now = at.desk().relay.now
    if now.play is not None and now.snapshot is not None:
        look = Look(now, seat, at.words(), at.desk().keys)
        asked = (p for p in look.view.prompts if p.ask.id == ask and p.ask.seat == seat)
        places = next((places_asked(look, prompt) for prompt in asked), ())
        seen = now.play.session.ask(Inspect(places[0], places[1:])) if places else None
        if isinstance(seen, Sighting) and seen.picture is not None:
            headers = {"Cache-Control": "no-store"}
            return Response(seen.picture, mimetype="image/jpeg", headers=headers)
    raise at.Denied(404, "web.denied.no-such-page")


@blueprint.get("/fonts/<name>.otf")
def font(name: str) -> Response:
    """Send the typeface that comes with the companion."""
    if name not in _FONTS:
        raise at.Denied(404, "web.denied.no-such-page")
    return send_file(FONTS / _FONTS[name], mimetype="font/otf", max_age=86400)
