"""What can be wrong with a pack, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

import msgspec

from companion.engine.text import Text


class Severity(StrEnum):
    """How bad a fault is: an error stops the table, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Fault(msgspec.Struct, frozen=True):
    """Name one thing that is wrong and the place where it is wrong."""

    severity: Severity
    where: str
    text: Text

    def __str__(self) -> str:
        """Describe the fault for a developer; people get the text in their language."""
        params = ", ".join(f"{key}={value}" for key, value in self.text.params.items())
        return f"{self.severity} at {self.where}: {self.text.id}({params})"


class PackError(Exception):
    """Refuse a data file, with everything that is wrong with it."""

    def __init__(self, path: Path, faults: Iterable[Fault]) -> None:
        """Keep the file and its faults."""
        self.path = path
        self.faults = tuple(faults)
        super().__init__(path, self.faults)

    def __str__(self) -> str:
        """List the faults for a developer."""
        return "\n  ".join([str(self.path), *map(str, self.faults)])


def error(where: str, text_id: str, **params: str | int | Text) -> Fault:
    """Make a fault that stops the table."""
    return Fault(Severity.ERROR, where, Text(text_id, params))


def warning(where: str, text_id: str, **params: str | int | Text) -> Fault:
    """Make a fault that people should know about."""
    return Fault(Severity.WARNING, where, Text(text_id, params))


def errors_of(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Pick the faults that stop the table."""
    return tuple(fault for fault in faults if fault.severity is Severity.ERROR)
