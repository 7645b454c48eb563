"""``companion calibrate``: learn a table from a few photos."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from calibration.shot import CannotLearn, Refusal
from companion.app.cli import complain
from companion.app.gather import Gathered, gather
from companion.app.page import Page, option
from companion.app.see import kit_of
from companion.app.teach_learn import Board, Taking, learn_and_keep
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit
from companion.session.texts import Texts
from vision.profile import REPORT, check_target
from vision.profile_table import BadProfile
from vision.wording import Wording

EXAMPLES = ("companion calibrate --pack mine --empty a.jpg --teach b.jpg=b.json --out table",)


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return calibrate(texts, given)

    path = click.Path(path_type=Path)

    def setting(name: str, *, metavar: str, **kw: Any) -> click.Option:
        help_id = f"cli.calibrate.{name}"
        return option(texts, f"--{name}", name, help_id=help_id, metavar=metavar, **kw)

    params: list[click.Parameter] = [
        setting("pack", metavar="folder", type=path, required=True),
        setting("empty", metavar="photo", type=path, multiple=True),
        setting("teach", metavar="lesson", multiple=True),
        setting("corners", metavar="file", type=path),
        setting("out", metavar="folder", type=path, required=True),
    ]
    return Page("calibrate", texts, params=params, examples=EXAMPLES, callback=run)


def calibrate(texts: Texts, given: dict[str, Any]) -> int:
    """Learn the table and write its profile and a report, or name all that stands in the way."""
    if not given["empty"]:
        raise Wrong("cli.calibrate.no-empty")
    try:
        check_target(given["out"])
        kit, edition = kit_of(given["pack"])
        texts = Texts.load(texts.language, kit.texts)
        gathered = gather(kit, given)
        problems = gathered.problems or list(_learn(texts, kit, edition, gathered, given["out"]))
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from problem
    return max((complain(texts, problem) for problem in problems), default=0)


def _learn(texts: Texts, kit: Kit, edition: str, gathered: Gathered, out: Path) -> Iterator[Text]:
    """Learn from sound inputs; yield why that is impossible, where it is."""
    words = Wording(kit.name, kit.call)
    board = Board(kit, gathered.pack, edition, gathered.plan)

    def say(step: str, number: int = 1, of: int = 1) -> None:
        params: dict[str, str | int | Text] = {"number": number, "of": of}
        click.echo(texts(Text(f"cli.calibrate.step.{step}", params)), err=True)

    def warn(warning: Text) -> None:
        click.echo(texts(Text("cli.warning", {"sentence": warning})), err=True)

    try:
        taking = Taking(gathered.empty, gathered.taught, gathered.taps)
        outcome = learn_and_keep(board, taking, out, texts, say, warn)
    except CannotLearn as problem:
        for refusal in problem.refusals:
            yield from refused(words, refusal)
        return
    params: dict[str, str | int | Text] = {"path": str(out), "report": str(out / REPORT)}
    click.echo(texts(Text("cli.calibrate.done", {**params, "count": len(outcome.story.taught)})))


def refused(words: Wording, refusal: Refusal) -> Iterator[Text]:
    """Say why a photo cannot be used, surface by surface."""
    if not refusal.missing:
        yield Text(f"see.learn.{refusal.reason}", {"photo": refusal.photo})
    for surface, why in refusal.missing.items():
        why_text = words.missing(surface, why)
        yield Text("see.learn.not-found", {"photo": refusal.photo, "why": why_text})
