"""What the pages where packs are made send and get, described for programs as well."""

from __future__ import annotations

from typing import Annotated

import msgspec

from companion.packs.draft_actions import Action
from web.letters import Letter
from web.openapi_call import Call, Go


class Done(Letter, frozen=True):
    """Something that was done to a draft, with the tool that did it and the taps it took."""

    version: int
    tool: str
    action: Action
    taps: Annotated[int, msgspec.Meta(ge=1, le=999)] = 1


class Seen(Letter, frozen=True):
    """The version that somebody saw, and the tool in hand."""

    version: int
    tool: str = ""


class Shown(msgspec.Struct, frozen=True):
    """The parts of the page that change with every tap."""

    version: int
    overlay: str
    rail: str
    panel: str
    picture: str
    ring: tuple[float, float, bool]


CALLS = {
    "/api/maker/begin/{side}": Call("begin a pack from a photo", Go, bytes),
    "/api/maker/begin-with-camera/{side}": Call("begin with the table's camera", Go, Letter),
    "/api/maker/bring": Call("take in a pack", Go, bytes),
    "/api/maker/{name}/photo/{surface}": Call("take another photo", Go, bytes),
    "/api/maker/{name}/camera/{surface}": Call("the same with the table's camera", Go, Letter),
    "/api/maker/{name}/do": Call("do one thing", Shown, Done),
    "/api/maker/{name}/undo": Call("take the last thing back", Shown, Seen),
    "/api/maker/{name}/look": Call("look for what is obvious", Shown, Seen),
    "/api/maker/{name}/save": Call("keep a finished pack", Go, Letter),
    "/api/maker/pack/{name}/remove": Call("take a finished pack away", Go, Letter),
    "/api/maker/{name}/forget": Call("throw a draft away", Go, Letter),
}
