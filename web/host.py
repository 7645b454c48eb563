"""The host's page: whoever knows the PIN begins games, puts things right, and switches off."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, redirect, request, session
from werkzeug.wrappers import Response as AnyResponse

from companion.games import Kit, Wish
from web import desk as at
from web.house import NewGame
from web.keys import clean, same
from web.pages import live, page
from web.render import Page

blueprint = Blueprint("host", __name__, url_prefix="/host")
_TRACKING = ("board", "full")


@blueprint.get("")
def home() -> str:
    """Show the host's page, or ask for the PIN."""
    return host_page() if at.is_host() else _pin_page()


@blueprint.post("/login")
def login() -> str | AnyResponse:
    """Let in whoever knows the PIN; nobody may guess for long."""
    at.check_token()
    here = at.desk()
    limits, limiter = here.limits, here.limiter
    if not (
        limiter.allow(f"pin {at.address()}", limits.pins) and limiter.allow("pin", limits.all_pins)
    ):
        raise at.Denied(429, "web.denied.too-many-pins")
    if not same(request.form.get("pin", ""), here.house.pin):
        return _pin_page(at.words()("web.host.wrong-pin"))
    session["host"] = here.keys.host
    session.permanent = True
    return redirect("/host", 303)


@blueprint.post("/leave")
def leave() -> AnyResponse:
    """Be host no longer, on this device."""
    at.check_token()
    session.pop("host", None)
    session.pop("screen", None)
    return redirect("/", 303)


@blueprint.post("/new-game")
def new_game() -> str | AnyResponse:
    """Begin a game as wished."""
    at.check_token()
    at.need_host()
    here = at.desk()
    wanted = _wanted(here.house.kit)
    refused = here.house.new_game(wanted)
    if refused is not None:
        return host_page(at.words().say(refused))
    here.keys.keep_seats(wanted.wish.players)
    for seat, name in enumerate(wanted.names):
        here.keys.rename(seat, name)
    here.relay.meet()
    here.relay.ring()
    return redirect("/host", 303)


def _wanted(kit: Kit) -> NewGame:
    """Read the form; what nobody offers is left out."""
    form = request.form
    players = _number("players", kit.players, max(kit.players))
    version = form.get("version", "")
    expansions = tuple(word for word in kit.expansions if word in form.getlist("expansion"))
    names = tuple(clean(form.get(f"name-{seat}", "")) for seat in range(players))
    levels = (form.get(f"tracking-{seat}", "") for seat in range(players))
    tracking = tuple(level if level in _TRACKING else _TRACKING[0] for level in levels)
    colours = tuple(form.get(f"colour-{seat}", "") for seat in range(players))
    wish = Wish(
        players,
        version if version in kit.versions else kit.versions[0],
        expansions,
        colours=colours if set(colours) <= set(kit.colours) else (),
        start=_number("start", range(players), 0),
        choices=dict(_choices(kit)),
    )
    return NewGame(wish, names, tracking, form.get("box"))


def _number(field: str, offered: range, usual: int) -> int:
    """Read a number of the form that is one of those offered."""
    said = request.form.get(field, "")
    number = int(said) if said.isascii() and said.isdigit() and len(said) < 3 else usual
    return number if number in offered else usual


def _choices(kit: Kit) -> Iterator[tuple[str, str]]:
    """Read how the game is to be played where it leaves a choice."""
    for name, ways in kit.choices.items():
        said = request.form.get(f"choice-{name}", "")
        yield name, said if said in ways else ways[0]


def _pin_page(problem: str = "") -> str:
    return page("pin.html", at.words()("web.title.host"), problem=problem)


def host_page(problem: str = "") -> str:
    """Fill the host's page, with what could not be done on top."""
    here, words = at.desk(), at.words()
    kit, usual, boxes = here.house.kit, here.house.usual, here.house.boxes
    others = (colour for colour in kit.colours if colour not in usual.colours)
    return live(
        Page("host", at.language()),
        words("web.title.host"),
        "/live/host",
        "host.html",
        problem=problem,
        kit=kit,
        usual=usual,
        version=next((box.side for box in boxes if box.usual and box.side), usual.version),
        colours=(*usual.colours, *others),
        boxes=boxes,
        tracking=_TRACKING,
        names=[here.keys.name(seat) for seat in range(max(kit.players))],
        playing=here.relay.now.play is not None,
        hands=here.house.hands is not None,
        rooms=[room for room in here.rooms if room.title],
    )
