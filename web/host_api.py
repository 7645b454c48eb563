"""What a host may do beyond a seat."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.session.commands import Choose, Confirm, Override, Pause, Switch, Undo
from companion.session.store_entry import HOST, By, How
from web import desk as at
from web.api import answer_of, as_json, body, limit, need_game, tell
from web.letters import Back, Chosen, Ending, Given, Level, Place, Rest, Seen
from web.render import qr

blueprint = Blueprint("host_api", __name__, url_prefix="/api/host")
_BY = By(HOST, How.HOST)


@blueprint.before_request
def check() -> None:
    """Let the host in, and nobody else."""
    at.check_token()
    at.need_host()
    limit("host")


@blueprint.post("/answer")
def answer() -> Response:
    """Answer what the table was asked."""
    return tell(answer_of(need_game(), None, _BY, body(Given)))


@blueprint.post("/confirm")
def confirm() -> Response:
    """Agree to the set-up, or play on with the table as it lies."""
    return tell(Confirm(_BY, body(Seen).version))


@blueprint.post("/choose")
def choose() -> Response:
    """Say which turn was played."""
    chosen = body(Chosen)
    return tell(Choose(_BY, chosen.version, chosen.choice))


@blueprint.post("/undo")
def undo() -> Response:
    """Go back as far as wanted."""
    back = body(Back)
    return tell(Undo(_BY, back.version, back.number))


@blueprint.post("/override")
def override() -> Response:
    """Let stand what a rule refuses."""
    return tell(Override(_BY, body(Seen).version))


@blueprint.post("/pause")
def pause() -> Response:
    """Rest, or go on."""
    return tell(Pause(_BY, body(Rest).on))


@blueprint.post("/tracking")
def tracking() -> Response:
    """Change how much is told of a seat."""
    need_game()
    level = body(Level)
    return tell(Switch(_BY, level.version, level.seat, level.level))


@blueprint.post("/link")
def link() -> Response:
    """Give a seat a new link; the phone that had it loses it."""
    here, seat = at.desk(), _seat()
    secret = here.keys.sit(seat, "", anew=True)
    here.relay.ring()
    address = f"{here.house.address}/seat/link/{secret}"
    return as_json({"link": address, "code": qr(address)})


@blueprint.post("/free")
def free() -> Response:
    """Take a seat away from whoever has it."""
    at.desk().keys.free(_seat())
    return _changed()


@blueprint.post("/new-join-link")
def new_join_link() -> Response:
    """Make the old link for joining worthless."""
    at.desk().keys.revoke_join()
    return _changed()


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Sign every host out, on all devices, and draw a new number for whoever is host next."""
    at.desk().keys.revoke_host()
    at.desk().house.new_pin()
    return _changed()


@blueprint.post("/end")
def end() -> Response:
    """Put the running game away."""
    snapshot = need_game().snapshot
    if snapshot is None or body(Ending).game != snapshot.game:
        raise at.Denied(409, "core.table.stale")
    at.desk().house.end_game()
    at.desk().relay.meet()
    return _changed()


@blueprint.post("/shut-down")
def shut_down() -> Response:
    """Switch the table off."""
    at.desk().house.shut_down()
    return as_json({})


def _seat() -> int:
    """Return the seat that is meant, unless somebody else has it by now."""
    need_game()
    place, here = body(Place), at.desk()
    if place.seat not in here.relay.now.seats:
        raise at.Denied(404, "web.denied.no-such-seat")
    if place.sitter != here.keys.sitter(place.seat):
        raise at.Denied(409, "core.table.stale")
    return place.seat


def _changed() -> Response:
    at.desk().relay.ring()
    return as_json({})
