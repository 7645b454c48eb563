"""The three kinds of screens: for everybody, for a seat, and for the host."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from companion.session.snapshot import Mode
from web import shown
from web.asked import can_end, switches
from web.evidence import Photos, disputes
from web.keys import Keys
from web.look import Look
from web.relay import Now
from web.scene import TOLD, everything, gains, own, way_back
from web.wording import Words


def table_screen(now: Now, words: Words, keys: Keys) -> shown.Screen:
    """Show what everybody may see."""
    return shown.Screen(**everything(Look(now, None, words, keys)))


def seat_screen(now: Now, seat: int, words: Words, public: shown.Screen) -> shown.SeatScreen:
    """Show a seat what it may know; what everybody may see is put together only once."""
    look = Look(now, seat, words, public.people)
    snapshot = look.snapshot
    mine = any(p.ask.seat == seat and p.ask.blocks for p in look.view.prompts)
    return shown.SeatScreen(
        **own(look, public),
        me=next(person for person in look.people if person.seat == seat),
        gains=tuple(islice(gains(look), TOLD)),
        my_turn=look.turn == seat,
        asked=mine,
        can_end=can_end(look) and not snapshot.looking,
        can_insist=snapshot.looking and bool(snapshot.unseen or snapshot.overdue),
        hands=_hands(look),
        switches=tuple(switches(look, seat)),
    )


def _hands(look: Look) -> bool:
    """Tell whether hands could play the viewer's turn, of which nothing is seen yet."""
    snapshot = look.snapshot
    there = look.play.hands is not None and not (
        snapshot.blind or snapshot.seen or snapshot.looking
    )
    return there and look.turn == look.viewer and can_end(look)


def host_screen(now: Now, words: Words, keys: Keys) -> shown.HostScreen:
    """Show a host how the table does."""
    look = Look(now, None, words, keys)
    snapshot, layout = look.snapshot, look.snapshot.layout
    sets_up = snapshot.mode is Mode.SET_UP and layout is not None and bool(layout.moves)
    found: dict[str, Any] = {}
    if layout is not None:
        found = {
            "read": len(layout.moves),
            "missing": _spots(look, layout.missing),
            "bare": _spots(look, layout.bare),
            "odd": _spots(look, layout.odd),
            "strange": tuple(words.say(look.play.game.name(piece)) for piece in layout.strange),
        }
    shared = everything(look) | {"log": tuple(way_back(look))}
    if layout is not None and snapshot.mode is Mode.SET_UP:
        shared["todo"] = words.todo(look.play, layout.todo)
    return shown.HostScreen(
        **shared,
        paused=snapshot.mode is Mode.PAUSED,
        can_confirm=sets_up or snapshot.mode is Mode.COMPARE,
        switches=tuple(one for person in look.people for one in switches(look, person.seat)),
        sitters={person.seat: keys.sitter(person.seat) for person in look.people},
        disputes=tuple(disputes(look, Photos(look.play, snapshot.game))),
        in_question=_spots(look, _in_question(look)),
        said=_spots(look, snapshot.said),
        **found,
    )


def _in_question(look: Look) -> set[str]:
    """Return the places about which the table and the record do not agree, or may not."""
    snapshot = look.snapshot
    todos = (*snapshot.overdue, *(snapshot.todo if snapshot.mode is Mode.COMPARE else ()))
    places = {place for todo in todos for place in todo.places}
    for one in (snapshot.wrong, snapshot.doubt):
        places.update(() if one is None else one.places)
    return places.union(snapshot.unseen, snapshot.faded)


def _spots(look: Look, places: Iterable[str]) -> tuple[shown.Spot, ...]:
    name = look.play.game.name
    return tuple(shown.Spot(place, look.words.say(name(place))) for place in sorted(places))
