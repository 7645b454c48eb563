"""``companion doctor``: examine every part of the table in turn."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.address import own_address
from companion.app.doctor_camera import examine_camera
from companion.app.doctor_devices import examine_display, examine_pins
from companion.app.doctor_finding import Finding, Helper, Outcome, report
from companion.app.doctor_machine import (
    Machine,
    examine_clock,
    examine_disk,
    examine_network,
    examine_power,
    examine_temperature,
)
from companion.app.doctor_page import doctor_page
from companion.app.keep import database
from companion.app.kinds import Seconds
from companion.app.page import Page, option
from companion.app.settings import Settings
from companion.app.settings_read import settings_or_stop
from companion.engine import Text
from companion.packs.save import save_text
from companion.session.texts import Texts

EXAMPLES = ("companion doctor", "companion doctor --json", "companion doctor --page doctor.html")
#: The answer is no: something needs attention.
ILL = 1
_WAIT_S = 10
_COLOURS = {Outcome.PASSED: "green", Outcome.FAILED: "red", Outcome.SKIPPED: None}


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return doctor(texts, given)

    file = click.Path(path_type=Path)
    json, settings = "cli.option.json", "cli.option.settings"
    params: list[click.Parameter] = [
        option(texts, "--settings", "settings", help_id=settings, metavar="file", type=file),
        option(
            texts,
            "--wait",
            "wait_s",
            help_id="cli.doctor.wait",
            metavar="seconds",
            type=Seconds(),
            default=_WAIT_S,
        ),
        option(texts, "--page", "page", help_id="cli.doctor.page", metavar="file", type=file),
        option(texts, "--json", "as_json", help_id=json, is_flag=True),
    ]
    return Page("doctor", texts, params=params, examples=EXAMPLES, callback=run)


def doctor(texts: Texts, given: dict[str, Any]) -> int:
    """Examine everything, tell what was found, and say in the end whether all is well."""
    settings = settings_or_stop(texts, given["settings"])
    helper = _helper(texts, there=sys.stdin.isatty() and not given["as_json"])
    findings = []
    for finding in examine(settings, helper, texts, given["wait_s"]):
        findings.append(finding)
        if not given["as_json"]:
            _show(texts, finding)
    if given["page"] is not None:
        save_text(given["page"], doctor_page(texts, findings))
    told = report(texts, findings)
    if given["as_json"]:
        click.echo(msgspec.json.encode(told).decode())
    else:
        verdict = Text("doctor.well") if told.ok else Text("doctor.ill", {"count": told.failed})
        click.echo(texts(verdict))
    return 0 if told.ok else ILL


def examine(settings: Settings, helper: Helper, texts: Texts, wait_s: float) -> Iterator[Finding]:
    """Examine one part after the other: first what is connected, then the machine."""
    yield from examine_pins(settings, helper, wait_s)
    yield examine_display(settings, helper, texts)
    yield examine_camera(settings)
    machine = Machine()
    yield examine_clock(machine)
    yield examine_disk(database().parent)
    yield examine_temperature(machine)
    yield examine_power(machine)
    yield examine_network(settings.network, own_address())


def _helper(texts: Texts, *, there: bool) -> Helper:
    """Talk to the person at the terminal; without one nothing is asked."""

    def tell(text: Text) -> None:
        if there:
            click.echo(texts(text), err=True)

    def ask(text: Text) -> bool | None:
        if not there:
            return None
        answer = click.prompt(
            texts(text), default="", show_default=False, prompt_suffix=" ", err=True
        )
        return not answer.strip().lower().startswith("n")

    return Helper(tell, ask, time.sleep, there)


def _show(texts: Texts, finding: Finding) -> None:
    word = texts(Text(f"doctor.outcome.{finding.outcome}"))
    mark = click.style(word, fg=_COLOURS[finding.outcome], bold=True)
    params = {"name": finding.name, "said": finding.said}
    click.echo(f"{mark} {texts(Text('doctor.finding', params))}")
    if finding.advice is not None:
        click.echo(f"  {texts(finding.advice)}")
