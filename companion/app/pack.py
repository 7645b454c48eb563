"""``companion pack``: look after board packs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.faults import show_faults
from companion.app.page import Page, Shelf, option
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit, kits
from companion.packs.fault import Fault, Severity, errors_of
from companion.packs.header import FILE, Header, read_header
from companion.session.texts import Texts

EXAMPLES = ("companion pack check my-board", "companion pack check my-board --json")
#: The answer is no: the pack cannot be played with.
FAULTY = 1


class FaultLine(msgspec.Struct, frozen=True):
    """One fault, as ``--json`` writes it."""

    severity: Severity
    where: str
    id: str
    sentence: str


class Report(msgspec.Struct, frozen=True):
    """The JSON object of ``companion pack check --json``."""

    pack: str
    game: str
    edition: str
    side: str
    ok: bool
    errors: int
    warnings: int
    faults: tuple[FaultLine, ...]


def command(texts: Texts) -> click.Command:
    """Make the group and its one command."""
    shelf = Shelf("pack", texts, examples=EXAMPLES)
    shelf.add_command(_check_command(texts))
    return shelf


def _check_command(texts: Texts) -> click.Command:
    def run(**given: Any) -> None:
        check(texts, given["folder"], as_json=given["as_json"])

    sign = texts(Text("cli.metavar.folder"))
    folder = click.Argument(["folder"], metavar=sign, type=click.Path(path_type=Path))
    json = option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)
    return Page(
        "check",
        texts,
        text_id="cli.pack.check",
        params=[folder, json],
        examples=EXAMPLES,
        callback=run,
    )


def check(texts: Texts, folder: Path, *, as_json: bool) -> None:
    """Check a pack with the rules of its game, and say what was found."""
    header = read_header(folder)
    kit = game_of(folder, header)
    texts = Texts.load(texts.language, kit.texts)
    faults = kit.check_pack(folder)
    if as_json:
        report = _report(texts, folder, header, faults)
        click.echo(msgspec.json.encode(report).decode())
    else:
        _show(texts, folder, header, faults)
    click.get_current_context().exit(FAULTY if errors_of(faults) else 0)


def game_of(folder: Path, header: Header) -> Kit:
    """Return the game a pack says it belongs to."""
    kit = kits().get(header.game)
    if kit is None:
        raise Wrong(
            "cli.error.unknown-game",
            path=str(folder / FILE),
            name=header.game[:40],
            words=", ".join(kits()),
        )
    return kit


def _report(texts: Texts, folder: Path, header: Header, faults: Sequence[Fault]) -> Report:
    errors = len(errors_of(faults))
    return Report(
        pack=str(folder),
        game=header.game,
        edition=header.edition,
        side=header.side,
        ok=not errors,
        errors=errors,
        warnings=len(faults) - errors,
        faults=tuple(FaultLine(f.severity, f.where, f.text.id, texts(f.text)) for f in faults),
    )


def _show(texts: Texts, folder: Path, header: Header, faults: Sequence[Fault]) -> None:
    show_faults(texts, faults)
    errors = len(errors_of(faults))
    params: dict[str, str | int | Text] = {"path": str(folder)}
    if faults:
        params["errors"] = Text("pack.check.errors", {"count": errors})
        params["warnings"] = Text("pack.check.warnings", {"count": len(faults) - errors})
        click.echo(texts(Text("pack.check.summary", params)))
    else:
        params["game"] = Text(f"{header.game}.name")
        params |= {"edition": header.edition, "side": header.side}
        click.echo(texts(Text("pack.check.fine", params)))
