"""What the doctor finds: a part, how it is, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from companion.engine import Text
from companion.session.texts import Texts


class Outcome(StrEnum):
    """How an examination ended; what is not there is skipped, not failed."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Finding(msgspec.Struct, frozen=True):
    """One part: its name for programs, its name for people, what was found, and advice."""

    part: str
    name: Text
    outcome: Outcome
    said: Text
    advice: Text | None = None


class FindingLine(msgspec.Struct, frozen=True):
    """A finding, as ``--json`` writes it."""

    part: str
    outcome: Outcome
    id: str
    sentence: str
    advice: str | None


class Report(msgspec.Struct, frozen=True):
    """The JSON object of ``companion doctor --json``."""

    ok: bool
    passed: int
    failed: int
    skipped: int
    findings: tuple[FindingLine, ...]


class Patient:
    """A part under examination: says how it is in one of three ways."""

    def __init__(self, part: str, name: Text) -> None:
        """Take the part's name for programs and for people."""
        self._part, self._name = part, name

    def passed(self, said: Text) -> Finding:
        """Say that all is well."""
        return Finding(self._part, self._name, Outcome.PASSED, said)

    def failed(self, said: Text, advice: Text | None = None) -> Finding:
        """Say what is wrong, and what helps, unless that has been said."""
        return Finding(self._part, self._name, Outcome.FAILED, said, advice)

    def skipped(self, said: Text, advice: Text | None = None) -> Finding:
        """Say why nothing could be examined."""
        return Finding(self._part, self._name, Outcome.SKIPPED, said, advice)


class Helper(msgspec.Struct, frozen=True):
    """The person beside the table, if there is one."""

    tell: Callable[[Text], None]
    #: Yes or no; without anybody to ask, nothing.
    ask: Callable[[Text], bool | None]
    wait: Callable[[float], None]
    there: bool


def report(texts: Texts, findings: Sequence[Finding]) -> Report:
    """Count the findings and put them into words."""
    count = {outcome: sum(f.outcome is outcome for f in findings) for outcome in Outcome}
    return Report(
        ok=not count[Outcome.FAILED],
        passed=count[Outcome.PASSED],
        failed=count[Outcome.FAILED],
        skipped=count[Outcome.SKIPPED],
        findings=tuple(
            FindingLine(
                finding.part,
                finding.outcome,
                finding.said.id,
                texts(finding.said),
                None if finding.advice is None else texts(finding.advice),
            )
            for finding in findings
        ),
    )
