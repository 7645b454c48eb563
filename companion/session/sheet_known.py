"""How an entry of the log became known, in words: whose doing it is, by which way, and how surely."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Text
from companion.session.store_entry import AGREED, CHOSEN, CONFIRMED, By, How, Role

_HOW = {
    How.CAMERA: "cli.replay.by-camera",
    How.PHONE: "cli.replay.by-phone",
    How.BUTTON: "cli.replay.by-button",
    How.HOST: "cli.replay.by-host",
}
_WHO = {
    Role.HOST: "cli.replay.by-host",
    Role.SEAT: "cli.replay.by-phone",
    Role.BUTTON: "cli.replay.by-button",
    Role.CAMERA: "cli.replay.by-camera",
}
#: What a person stands for, though a camera watched.
VOUCHED = {CHOSEN: "cli.replay.chosen", CONFIRMED: "cli.replay.confirmed"}


def how_known(by: By, ask: str = "") -> Text:
    """Say how an entry became known: "camera, 97 %", or "phone, chosen from several"."""
    how = Text(_HOW[by.how])
    if ask in VOUCHED:
        return Text(VOUCHED[ask], {"how": how})
    if by.confidence is not None:
        how = Text("cli.replay.sure", {"how": how, "percent": int(100 * by.confidence)})
    if ask == AGREED:
        return Text("cli.replay.agreed", {"how": how, "who": Text(_WHO[by.who.role])})
    return how


def who_and_how(
    by: By, ask: str, names: Mapping[int, Text] | Mapping[int, str], but: int | None = None
) -> Text:
    """Say whose doing an entry is as well: "Red (camera, 97 %)"; ``but`` one seat needs no name."""
    if by.who.role is not Role.SEAT or by.who.seat == but:
        return how_known(by, ask)
    name = names.get(by.who.seat or 0, Text("cli.replay.somebody"))
    return Text("cli.replay.who", {"name": name, "how": how_known(by, ask)})
