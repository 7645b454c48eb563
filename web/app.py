"""Build the screens of one table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import msgspec
from flask import Flask, Response, g, make_response, redirect, request
from werkzeug.exceptions import HTTPException

from companion.session.texts import LANGUAGES
from web import api, board, host, host_api, live, pages
from web import desk as at
from web.house import House
from web.keys import Keys
from web.limits import Limiter, Limits
from web.openapi import OWN, path_of
from web.relay import Relay
from web.render import Renderer
from web.rooms import Room

_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    # Links to seats are secrets: nobody else gets to see where somebody came from.
    "Referrer-Policy": "no-referrer",
}
_YEAR_S = 365 * 24 * 3600
_CHOICES = {"language": LANGUAGES, "theme": ("dark", "light", "auto")}
_STATUS_TEXTS = {
    404: "web.denied.no-such-page",
    413: "web.denied.too-much",
    500: "core.session.fault",
}


def create_app(
    house: House,
    keys: Keys | None = None,
    limits: Limits | None = None,
    rooms: Sequence[Room] = (),
) -> Flask:
    """Make the app, with further rooms; ``app.extensions["companion"]`` is its desk, whose relay is to be stopped."""
    app = Flask(__name__, static_folder="static", template_folder="templates")
    keys, limits = keys or Keys(), limits or Limits()
    app.config.update(
        SECRET_KEY=keys.cookies,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=90),
        MAX_CONTENT_LENGTH=limits.body_bytes,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["string_of_json"] = _string_of_json
    app.jinja_env.globals["stamp"] = _stamp(Path(app.static_folder or ""))
    renderer = Renderer(house, keys, app.jinja_env)
    app.extensions["companion"] = at.Desk(
        house, keys, Relay(house), renderer, tuple(rooms), limits, Limiter()
    )
    own = [part.blueprint for part in (pages, live, host, board, api, host_api)]
    for blueprint in (*own, *(room.blueprint for room in rooms)):
        app.register_blueprint(blueprint)
    app.before_request(_keep_choice)
    app.after_request(_protect)
    app.register_error_handler(at.Denied, _denied)
    app.register_error_handler(HTTPException, _http_error)
    return app


def _string_of_json(raw: msgspec.Raw) -> str:
    return bytes(raw).decode()


def _stamp(folder: Path) -> str:
    """Return something that changes with the files that browsers may keep."""
    return str(max((int(file.stat().st_mtime) for file in folder.rglob("*")), default=0))


def _keep_choice() -> Response | None:
    """Remember a language or a theme that the address asks for."""
    for name, known in _CHOICES.items():
        chosen = request.args.get(name)
        if chosen in known and request.method == "GET":
            response = make_response(redirect(request.path))
            response.set_cookie(name, chosen, max_age=_YEAR_S, samesite="Lax")
            return response
    return None


def _protect(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-store"
    return response


def _denied(error: at.Denied) -> Response:
    return _no(error.status, error.text_id)


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    return _no(status, _STATUS_TEXTS.get(status, "web.denied.unreadable"))


def _asked_by_a_program() -> bool:
    """Tell whether a script waits for the answer."""
    rule = request.url_rule
    described = (OWN, *(room.calls for room in at.desk().rooms))
    known = rule is not None and any(path_of(rule.rule) in calls for calls in described)
    return known or request.path.startswith(("/api/", "/live/"))


def _no(status: int, text_id: str) -> Response:
    """Say no: to programs as JSON, to people as a page."""
    if _asked_by_a_program():
        return api.as_json({"refused": at.words()(text_id)}, status)
    g.pop("words", None)
    words = at.words()
    body = pages.page("denied.html", words("web.title.denied"), problem=words(text_id))
    return make_response(body, status)
