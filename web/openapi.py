"""The JSON interface, described for programs (OpenAPI 3.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from companion import __version__
from web import letters, shown
from web.board_shown import BoardPage
from web.openapi_call import NOES, Call, Link, Nothing, Refused, Version

_JSON, _FILE = "application/json", "application/octet-stream"
_BLANK = re.compile(r"\{(\w+)\}")
_SEAT = {"type": "integer", "minimum": 0, "maximum": 20}
_NAME = {"type": "string", "minLength": 1}

#: What the house itself answers; rooms describe their own calls.
OWN: Mapping[str, Call] = {
    "/api/table": Call("what everybody may see", shown.Screen),
    "/api/seats/{seat}": Call("what one seat may see", shown.SeatScreen),
    "/api/seats/{seat}/answer": Call("answer a question", Version, letters.Given),
    "/api/seats/{seat}/done": Call("end a turn", Version, letters.Seen),
    "/api/seats/{seat}/hands": Call("have a turn played, where hands can", Version, letters.Seen),
    "/api/seats/{seat}/undo": Call("take the last turn back", Version, letters.Seen),
    "/api/seats/{seat}/choose": Call("say what was played", Version, letters.Chosen),
    "/api/seats/{seat}/confirm": Call(
        "insist on a turn, or play on as the table lies", Version, letters.Seen
    ),
    "/api/seats/{seat}/tracking": Call("tell more, or less", Version, letters.Told),
    "/api/host/answer": Call("answer for the table", Version, letters.Given),
    "/api/host/confirm": Call("agree to the table as it lies", Version, letters.Seen),
    "/api/host/choose": Call("say what was played", Version, letters.Chosen),
    "/api/host/undo": Call("go back", Version, letters.Back),
    "/api/host/override": Call("let a move stand", Version, letters.Seen),
    "/api/host/pause": Call("pause, or go on", Version, letters.Rest),
    "/api/host/tracking": Call("track a seat otherwise", Version, letters.Level),
    "/api/host/link": Call("give a seat a new link", Link, letters.Place),
    "/api/host/free": Call("take a seat away", Nothing, letters.Place),
    "/api/host/new-join-link": Call("make a new link for joining", Nothing, letters.Letter),
    "/api/host/sign-out": Call("sign every host out", Nothing, letters.Letter),
    "/api/host/end": Call("put the game away", Nothing, letters.Ending),
    "/api/host/shut-down": Call("switch the table off", Nothing, letters.Letter),
    "/host/board.json": Call("where every place is in the picture of the board", BoardPage),
}


def path_of(rule: str) -> str:
    """Write the rule of a route as descriptions do.

    >>> path_of("/api/seats/<int:seat>/done")
    '/api/seats/{seat}/done'
    """
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def describe(*more: Mapping[str, Call]) -> dict[str, Any]:
    """Describe what the house answers, and what its rooms do."""
    calls = {path: call for one in (OWN, *more) for path, call in one.items()}
    kinds: dict[Any, None] = {Refused: None}
    for call in calls.values():
        kinds |= {kind: None for kind in (call.gives, call.takes) if kind not in (None, bytes)}
    named, schemas = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    known = dict(zip(kinds, named, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {"title": "table-companion", "version": __version__},
        "paths": {path: _operation(path, call, known) for path, call in calls.items()},
        "components": {"schemas": schemas, "securitySchemes": _security()},
        "security": [{"cookie": [], "token": []}],
    }


def _security() -> dict[str, Any]:
    """Describe what a page sends along: its cookie, and the token that it was made with."""
    return {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "companion"},
        "token": {"type": "apiKey", "in": "header", "name": "X-Token"},
    }


def _operation(path: str, call: Call, known: Mapping[Any, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"summary": call.summary}
    if blanks := _BLANK.findall(path):
        told["parameters"] = [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": _SEAT if name == "seat" else _NAME,
            }
            for name in blanks
        ]
    if call.takes is bytes:
        told["requestBody"] = {"required": True, "content": {_FILE: {"schema": {}}}}
    elif call.takes is not None:
        content = {_JSON: {"schema": known[call.takes]}}
        # Where nothing is told, it is enough to call.
        told["requestBody"] = {"required": call.takes is not letters.Letter, "content": content}
    told["responses"] = {"200": _response("done", known[call.gives])} | {
        status: _response(why, known[Refused]) for status, why in NOES.items()
    }
    return {"get" if call.takes is None else "post": told}


def _response(why: str, schema: Any) -> dict[str, Any]:
    return {"description": why, "content": {_JSON: {"schema": schema}}}
