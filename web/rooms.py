"""Further pages that hang in the same house, such as the workshop where a table is taught."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from flask import Blueprint

from web.openapi_call import Call


class Room(msgspec.Struct, frozen=True, eq=False):
    """A set of pages; the host's page shows the way in unless it has no title.

    ``title`` is the id of a text, ``path`` where the first page is found. Every room
    keeps strangers out itself, with ``web.desk.need_guest`` or ``need_host``. ``first`` returns the
    id of a text that says why to go there before anything else, if that is so.
    """

    blueprint: Blueprint
    path: str
    title: str = ""
    first: Callable[[], str] = str
    #: Returns a part of the host's page: what is wanted from this room in the middle of a game.
    tools: Callable[[], str] = str
    #: Every guest finds it in the menu.
    public: bool = False
    #: What it answers in JSON, by path.
    calls: Mapping[str, Call] = {}
