"""The JSON interface, described for programs (OpenAPI 3.1)."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from companion import __version__
from web import shown

_JSON = "application/json"
#: What a command may be answered with, besides that it was done.
_NOES = {
    "400": "unreadable",
    "403": "not allowed",
    "404": "not there",
    "409": "refused, with the reason in words",
    "413": "too much",
    "415": "unreadable",
    "429": "too fast",
}


class Refused(msgspec.Struct):
    """Say no, in the words of the phone's language."""

    refused: str


class Version(msgspec.Struct):
    """Say yes; what came of it is in the screens of this version."""

    version: int


class Link(msgspec.Struct):
    """The new link of a seat, also as a picture (SVG)."""

    link: str
    code: str


class Nothing(msgspec.Struct):
    """Say yes."""


_SEEN = {"version": {"type": "integer"}}
_ANSWER = {
    "ask": {"type": "string"},
    "version": {"type": "integer"},
    "number": {"type": ["integer", "null"]},
    "move": {},
}
_CHOICE = {**_SEEN, "choice": {"type": "integer"}}
_BACK = {**_SEEN, "number": {"type": ["integer", "null"]}}
_TOLD = {"level": {"type": "string"}}
_SEAT = {"seat": {"type": "integer"}}

#: Commands: what they are for, what must be sent, what else may be, and what comes back.
_Command = tuple[str, dict[str, Any], tuple[str, ...], type]
_COMMANDS: dict[str, _Command] = {
    "/api/seats/{seat}/answer": ("answer a question", _ANSWER, ("ask",), Version),
    "/api/seats/{seat}/done": ("end a turn", _SEEN, ("version",), Version),
    "/api/seats/{seat}/undo": ("take the last turn back", _SEEN, ("version",), Version),
    "/api/seats/{seat}/choose": ("say what was played", _CHOICE, ("version", "choice"), Version),
    "/api/seats/{seat}/confirm": ("insist on a turn", _SEEN, ("version",), Version),
    "/api/seats/{seat}/tracking": ("tell more, or less", _TOLD, ("level",), Version),
    "/api/host/answer": ("answer for the table", _ANSWER, ("ask",), Version),
    "/api/host/confirm": ("agree to the table as it lies", _SEEN, ("version",), Version),
    "/api/host/choose": ("say what was played", _CHOICE, ("version", "choice"), Version),
    "/api/host/undo": ("go back", _BACK, ("version",), Version),
    "/api/host/override": ("let a move stand", _SEEN, ("version",), Version),
    "/api/host/pause": ("pause, or go on", {"on": {"type": "boolean"}}, ("on",), Version),
    "/api/host/tracking": ("track a seat otherwise", _SEAT | _TOLD, ("seat", "level"), Version),
    "/api/host/link": ("give a seat a new link", _SEAT, ("seat",), Link),
    "/api/host/free": ("take a seat away", _SEAT, ("seat",), Nothing),
    "/api/host/new-join-link": ("make a new link for joining", {}, (), Nothing),
    "/api/host/sign-out": ("sign every host out", {}, (), Nothing),
    "/api/host/end": ("put the game away", {}, (), Nothing),
    "/api/host/shut-down": ("switch the table off", {}, (), Nothing),
}
_SCREENS: dict[str, tuple[str, type]] = {
    "/api/table": ("what everybody may see", shown.Screen),
    "/api/seats/{seat}": ("what one seat may see", shown.SeatScreen),
}


@cache
def describe() -> dict[str, Any]:
    """Return the description."""
    kinds = (Refused, Version, Link, Nothing, shown.Screen, shown.SeatScreen)
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    paths = {path: {"get": _screen(path, *what)} for path, what in _SCREENS.items()}
    paths |= {path: {"post": _command(path, *what)} for path, what in _COMMANDS.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "table-companion", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": _security()},
        "security": [{"cookie": [], "token": []}],
    }


def _security() -> dict[str, Any]:
    """Describe what a page sends along: its cookie, and the token that it was made with."""
    return {
        "cookie": {"type": "apiKey", "in": "cookie", "name": "companion"},
        "token": {"type": "apiKey", "in": "header", "name": "X-Token"},
    }


def _screen(path: str, summary: str, kind: type) -> dict[str, Any]:
    return {"summary": summary, "responses": _responses(kind)} | _parameters(path)


def _command(
    path: str, summary: str, fields: dict[str, Any], needed: tuple[str, ...], kind: type
) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields, "additionalProperties": False}
    if needed:
        schema["required"] = list(needed)
    return {
        "summary": summary,
        "requestBody": {"required": bool(needed), "content": {_JSON: {"schema": schema}}},
        "responses": _responses(kind),
    } | _parameters(path)


def _parameters(path: str) -> dict[str, Any]:
    if "{seat}" not in path:
        return {}
    schema = {"type": "integer", "minimum": 0, "maximum": 20}
    return {"parameters": [{"name": "seat", "in": "path", "required": True, "schema": schema}]}


def _responses(kind: type) -> dict[str, Any]:
    yes = {"200": {"description": "done", "content": _content(kind)}}
    return yes | {
        status: {"description": why, "content": _content(Refused)} for status, why in _NOES.items()
    }


def _content(kind: type) -> dict[str, Any]:
    return {_JSON: {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}
