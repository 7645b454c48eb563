"""Read the settings of a table, and name everything that is wrong with them at once."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from companion.app.settings import OWN, Settings, settings_file
from companion.app.settings_kinds import BadValue
from companion.app.settings_plan import KINDS, SECTIONS, TOP, pins_of
from companion.app.wrong import nearest
from companion.engine import Text
from companion.session.texts import Texts
from hardware.display import Driver

_HEADER = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")
_PLACE = re.compile(r"line (\d+), column (\d+)")
WRONG = 2


class SettingsError(Exception):
    """Settings that cannot be used; ``faults`` say why, each as a sentence with its place."""

    def __init__(self, faults: Sequence[Text]) -> None:
        """Take all faults that were found."""
        super().__init__(", ".join(fault.id for fault in faults))
        self.faults = tuple(faults)


def load_settings(path: Path | None = None) -> Settings:
    """Read a file; without one, that of this machine, or else the defaults."""
    if path is None:
        path = settings_file()
        if not path.exists() and OWN not in os.environ:
            return Settings()
    try:
        text = path.read_bytes().decode()
    except OSError as problem:
        raise SettingsError([Text("settings.unreadable", {"path": str(path)})]) from problem
    except UnicodeDecodeError as problem:
        params: dict[str, str | int] = {"path": str(path), "byte": problem.start}
        raise SettingsError([Text("pack.not-utf8", params)]) from problem
    return read_settings(text, str(path))


def settings_or_stop(texts: Texts, path: Path | None) -> Settings:
    """Return the settings, or end the command with all that is wrong with them."""
    try:
        return load_settings(path)
    except SettingsError as problem:
        for fault in problem.faults:
            click.echo(texts(Text("cli.error", {"sentence": fault})), err=True)
        click.get_current_context().exit(WRONG)


def read_settings(text: str, path: str) -> Settings:
    r"""Read the text of a settings file.

    >>> read_settings("[lamps]\nbrightness = 0.3", "settings.toml").lamps.brightness
    0.3
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError([_syntax(path, problem)]) from problem
    reader = _Reader(text, path)
    settings = reader.read(given)
    reader.check_pins(settings)
    if reader.faults:
        raise SettingsError(sorted(reader.faults, key=_line))
    return settings


class _Reader:
    """Reads section by section and gathers faults on the way."""

    def __init__(self, text: str, path: str) -> None:
        self._lines, self._path = line_numbers(text), path
        self._unread: set[tuple[str, str]] = set()
        self.faults: list[Text] = []

    def read(self, given: Mapping[str, Any]) -> Settings:
        top = {key: value for key, value in given.items() if key not in SECTIONS}
        parts = self._section(TOP, top)
        for name, make in SECTIONS.items():
            inside = given.get(name, {})
            if isinstance(inside, dict):
                parts[name] = make(**self._section(name, inside))
            else:
                self._complain(TOP, name, Text("settings.not-a-section", {"name": name}))
        return Settings(**parts)

    def _section(self, section: str, given: Mapping[str, Any]) -> dict[str, Any]:
        kinds, read = KINDS[section], {}
        for key, value in given.items():
            if key not in kinds:
                self._complain(section, key, _unknown(section, key))
                continue
            try:
                read[key] = kinds[key].read(value)
            except BadValue as problem:
                self._unread.add((section, key))
                self._complain(section, key, problem.text)
        if "driver" in read:
            read["driver"] = Driver(read["driver"])
        return read

    def check_pins(self, settings: Settings) -> None:
        """Complain of every pin that two parts want, where somebody has written it down."""
        first: dict[int, tuple[str, str]] = {}
        for section, key, pin in pins_of(settings):
            if (section, key) in self._unread:
                continue  # nobody knows which pin was meant
            if pin not in first:
                first[pin] = section, key
                continue
            here, other = (section, key), first[pin]
            if here not in self._lines and other in self._lines:
                here, other = other, here
            params: dict[str, str | int] = {"pin": pin, "other": ".".join(other)}
            self._complain(*here, Text("settings.pin-twice", params))

    def _complain(self, section: str, key: str, why: Text) -> None:
        name = f"{section}.{key}" if section else key
        params: dict[str, str | int | Text] = {"path": self._path, "key": name, "why": why}
        line = self._lines.get((section, key)) or self._lines.get((key, TOP))
        if line is None:
            self.faults.append(Text("settings.fault", params))
        else:
            self.faults.append(Text("settings.fault-in-line", {**params, "line": line}))


def line_numbers(text: str) -> dict[tuple[str, str], int]:
    r"""Find the line of every key, by section and name; a section's own line has no key.

    >>> line_numbers('language = "de"\n[lamps]\nquiet = true')
    {('', 'language'): 1, ('lamps', ''): 2, ('lamps', 'quiet'): 3}
    """
    return dict(_numbered(text))


def _numbered(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    section = TOP
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            section = header[1]
            yield (section, TOP), number
        elif key := _KEY.match(line):
            yield (section, key[1]), number


def _line(fault: Text) -> int:
    line = fault.params.get("line")
    return line if isinstance(line, int) else 0


def _unknown(section: str, key: str) -> Text:
    known = [*KINDS[section], *(SECTIONS if section == TOP else ())]
    meant = nearest(key, known)
    if meant is None:
        return Text("settings.unknown-key", {"words": ", ".join(known)})
    return Text("settings.unknown-key-but", {"suggestion": meant})


def _syntax(path: str, problem: tomllib.TOMLDecodeError) -> Text:
    place = _PLACE.search(str(problem))
    if place is None:
        return Text("settings.not-toml", {"path": path})
    line, column = int(place[1]), int(place[2])
    return Text("settings.not-toml-in-line", {"path": path, "line": line, "column": column})
