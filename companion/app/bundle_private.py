"""What is nobody's business: taken out of everything that goes into a bundle."""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: What stands where something was taken out.
GONE = "(left out)"
_HOME = re.compile(
    r"(?:/(?:home|Users)/[^/\s\"'\\]+|/root(?![\w-])|[A-Za-z]:\\+Users\\+[^\\\s\"']+)"
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESSES = (
    re.compile(r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"),
    re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"),
    re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{1,4}:){4,7}[0-9A-Fa-f]{1,4}(?![\w:])"),
    re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{1,4}:){0,6}[0-9A-Fa-f]{0,4}::[0-9A-Fa-f:]*(?![\w:])"),
)
#: Names of users and machines that say nothing about anybody.
_NOBODY = {
    "admin",
    "companion",
    "debian",
    "localhost",
    "pi",
    "raspberrypi",
    "root",
    "ubuntu",
    "user",
}
#: Parts of the settings that are about devices: a pin there is a pin of the computer.
_DEVICES = {"lamps", "buttons", "display", "sounds", "camera", "pictures"}
_PLAIN = re.compile(r"[a-z][a-z0-9_-]{0,19}")
_NAMING = re.compile(r"name|player|people|seat")
#: Never told, wherever it stands and whatever was asked for.
_SECRET = re.compile(r"pin|pass|secret|token|key|host|address|mail", re.I)
_HARMLESS = {"language", "port"}


class Curtain:
    """Hide what is private in texts."""

    def __init__(self, home: Path | None = None, names: Sequence[str] | None = None) -> None:
        """Learn what this machine and its user are called, unless that is given."""
        self._home = str(home or Path.home())
        words = _own_names() if names is None else names
        told = [word for word in words if len(word) > 2 and word.lower() not in _NOBODY]
        self._names = re.compile(
            "|".join(rf"\b{re.escape(word)}\b" for word in told) or r"(?!)", re.I
        )

    def hide(self, text: str) -> str:
        """Take home folders and addresses of every kind out of a text."""
        if len(self._home) > 1:
            text = text.replace(self._home, "~")
        text = _MAIL.sub(GONE, _HOME.sub("~", text))
        for address in _ADDRESSES:
            text = address.sub(GONE, text)
        return text

    def hide_all(self, text: str) -> str:
        """Take out the names of the user and the machine as well, where no game is told."""
        return self._names.sub(GONE, self.hide(text))


def _own_names() -> list[str]:
    node = platform.node()
    try:
        return [getpass.getuser(), node, node.partition(".")[0]]
    except (OSError, KeyError):  # a user without a name
        return [node, node.partition(".")[0]]


def bare_settings(given: Mapping[str, Any], *, with_names: bool) -> dict[str, Any]:
    """Keep of the settings what devices are like; of all else only that it is there.

    >>> bare_settings({"lamps": {"status": 16}, "host": {"pin": 1234}}, with_names=False)
    {'lamps': {'status': 16}, 'host': {'pin': '(left out)'}}
    """
    return {
        key: _section(key, value, with_names=with_names)
        if isinstance(value, Mapping)
        else _value(key, value, device=False, with_names=with_names)
        for key, value in given.items()
    }


def _section(name: str, given: Mapping[str, Any], *, with_names: bool) -> dict[str, Any]:
    named = with_names and bool(_NAMING.search(name))
    return {
        key: value
        if named and not isinstance(value, Mapping) and not _SECRET.search(key)
        else _value(key, value, device=name in _DEVICES, with_names=with_names)
        for key, value in given.items()
    }


def _value(key: str, value: Any, *, device: bool, with_names: bool) -> Any:
    named = with_names and _NAMING.search(key) and not _SECRET.search(key)
    if isinstance(value, bool) or named:
        return value
    if isinstance(value, list):
        return [_value(key, one, device=device, with_names=with_names) for one in value]
    if device and isinstance(value, int | float):
        return value
    open_word = isinstance(value, str) and _PLAIN.fullmatch(value)
    if (device and open_word) or (key in _HARMLESS and (open_word or isinstance(value, int))):
        return value
    return GONE


def bare_profile(given: Any, *, with_names: bool) -> Any:
    """Keep the numbers of a profile; photos are only counted, and no folder is named."""
    if isinstance(given, dict):
        return {
            key: len(value)
            if key == "photos" and isinstance(value, list) and not with_names
            else bare_profile(value, with_names=with_names)
            for key, value in given.items()
        }
    if isinstance(given, list):
        return [bare_profile(value, with_names=with_names) for value in given]
    if isinstance(given, str) and re.search(r"[/\\]", given):
        return re.split(r"[/\\]", given)[-1] if with_names else GONE
    return given
