"""What every page has at hand, and what it knows of whoever asks."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from flask import current_app, g, request, session

from companion.session.texts import LANGUAGES
from web.drawing import Drawings
from web.house import House
from web.keys import Keys, same
from web.limits import Limiter, Limits
from web.relay import Relay
from web.render import Renderer
from web.rooms import Room
from web.wording import Words, best_language, words_of


@dataclass(frozen=True)
class Desk:
    """Everything behind the pages."""

    house: House
    keys: Keys
    relay: Relay
    renderer: Renderer
    rooms: tuple[Room, ...] = ()
    limits: Limits = field(default_factory=Limits)
    limiter: Limiter = field(default_factory=Limiter)
    drawings: Drawings = field(default_factory=Drawings)


class Denied(Exception):
    """Say no to a request: a status of HTTP, and the id of a sentence."""

    def __init__(self, status: int, text_id: str) -> None:
        """Keep both."""
        super().__init__(text_id)
        self.status, self.text_id = status, text_id


def desk() -> Desk:
    """Return what is behind the app that serves this request."""
    found: Desk = current_app.extensions["companion"]
    return found


def address() -> str:
    """Return where a request comes from."""
    return request.remote_addr or ""


def language() -> str:
    """Return the language of this phone: the one chosen, or the one its browser asks for."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    return best_language(request.accept_languages.values(), desk().house.language)


def words() -> Words:
    """Return the words of this phone."""
    if "words" not in g:
        g.words = words_of(language(), desk().house.kit.texts)
    found: Words = g.words
    return found


def theme() -> str:
    """Return how this phone is lit: dark, light, or as the phone itself says."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in ("dark", "light") else "auto"


def token() -> str:
    """Return what a page must show with every command, so that no other site can send one."""
    if "token" not in session:
        session["token"] = secrets.token_urlsafe(12)
        session.permanent = True
    return str(session["token"])


def check_token() -> None:
    """Refuse a command that does not come from one of our own pages."""
    shown = request.headers.get("X-Token") or request.form.get("token", "")
    origin = urlsplit(request.headers.get("Origin", "")).netloc
    if "token" not in session or not same(shown, str(session["token"])):
        raise Denied(403, "web.denied.page-too-old")
    if origin and origin != request.host:
        raise Denied(403, "web.denied.page-too-old")


def my_seats() -> tuple[int, ...]:
    """Return the seats that this phone has the secrets of."""
    return valid_seats(_secrets(), desk().relay.now.seats)


def valid_seats(kept: dict[str, str], seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of some seats whose secrets are still good."""
    keys = desk().keys
    found = {keys.seat_of(secret) for secret in kept.values()}
    return tuple(seat for seat in seats if seat in found)


def _secrets() -> dict[str, str]:
    kept = session.get("seats", {})
    return {str(n): str(secret) for n, secret in kept.items()} if isinstance(kept, dict) else {}


def hold_seat(seat: int, secret: str) -> None:
    """Remember on this phone that a seat is its own."""
    session["seats"] = {**_secrets(), str(seat): secret}
    session.permanent = True


def need_seat(seat: int) -> str:
    """Return the secret of a seat that this phone holds, or refuse."""
    if seat not in my_seats():
        raise Denied(403, "web.denied.not-your-seat")
    return desk().keys.seats[seat].secret


def is_host() -> bool:
    """Tell whether this browser has shown the PIN."""
    return same(str(session.get("host", "")), desk().keys.host)


def need_host() -> None:
    """Refuse everybody but the host."""
    if not is_host():
        raise Denied(403, "web.denied.host-only")


def is_guest() -> bool:
    """Tell whether somebody belongs to the table: at a seat, as host, or as its screen."""
    keys = desk().keys
    return is_screen() or any(keys.seat_of(one) is not None for one in _secrets().values())


def table_page() -> str:
    """Name the page of the table: one that shows how to join, a guest's, or a stranger's."""
    if is_screen():
        return "screen"
    return "table" if is_guest() else "public"


def need_guest() -> None:
    """Refuse whoever found the address and nothing more."""
    if not is_guest():
        raise Denied(403, "web.denied.guests-only")


def is_screen() -> bool:
    """Tell whether this is a screen at the table, which shows how to join."""
    return is_host() or same(str(session.get("screen", "")), desk().keys.screen)
