"""The three kinds of screens: for everybody, for a seat, and for the host."""

from __future__ import annotations

from itertools import islice
from typing import Any

from companion.session.snapshot import Mode
from web import shown
from web.keys import Keys
from web.relay import Now
from web.scene import TOLD, Scene
from web.wording import Words


def table_screen(now: Now, words: Words, keys: Keys) -> shown.Screen:
    """Show what everybody may see."""
    return shown.Screen(**Scene(now, None, words, keys).everything())


def seat_screen(now: Now, seat: int, words: Words, public: shown.Screen) -> shown.SeatScreen:
    """Show a seat what it may know; what everybody may see is put together only once."""
    scene = Scene(now, seat, words, public.people)
    snapshot = scene.snapshot
    mine = any(p.ask.seat == seat and p.ask.blocks for p in scene.view.prompts)
    return shown.SeatScreen(
        **scene.own(public),
        me=next(person for person in scene.people if person.seat == seat),
        gains=tuple(islice(scene.gains(), TOLD)),
        my_turn=scene.turn == seat,
        asked=mine,
        can_end=scene.can_end and not snapshot.looking,
        can_insist=snapshot.looking and bool(snapshot.unseen or snapshot.overdue),
    )


def host_screen(now: Now, words: Words, keys: Keys) -> shown.HostScreen:
    """Show a host how the table does."""
    scene = Scene(now, None, words, keys)
    snapshot, layout = scene.snapshot, scene.snapshot.layout
    sets_up = snapshot.mode is Mode.SET_UP and layout is not None and bool(layout.moves)
    found: dict[str, Any] = {}
    if layout is not None:
        found = {
            "read": len(layout.moves),
            "missing": words.places(scene.play, layout.missing),
            "bare": words.places(scene.play, layout.bare),
            "odd": words.places(scene.play, layout.odd),
        }
    everything = scene.everything(len(now.chapters))
    if layout is not None and snapshot.mode is Mode.SET_UP:
        everything["todo"] = words.todo(scene.play, layout.todo)
    return shown.HostScreen(
        **everything,
        paused=snapshot.mode is Mode.PAUSED,
        can_confirm=sets_up or snapshot.mode is Mode.COMPARE,
        **found,
    )
