"""``companion overlay``: what owners have read on the cards and orders of a bought game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.app.faults import show_faults
from companion.app.page import Page, Shelf, option
from companion.app.seating import DEFAULT_GAME
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit, kits
from companion.packs.fault import PackError
from companion.packs.save import save_text
from companion.session.texts import Texts

EXAMPLES = (
    "companion overlay check mine.json",
    "companion overlay merge mine.json yours.json --out ours.json",
    "companion overlay unknown ours.json",
)
#: The answer is no: a file is wrong, or two files disagree.
NO = 1
#: Complaints about a whole file, which cannot be read at all.
_UNREADABLE = "path"


def command(texts: Texts) -> click.Command:
    """Make the group and its commands."""
    shelf = Shelf("overlay", texts, examples=EXAMPLES)
    out = option(
        texts,
        "--out",
        help_id="cli.overlay.out",
        metavar="file",
        type=click.Path(path_type=Path),
        required=True,
    )
    json = option(texts, "--json", "as_json", help_id="cli.option.json", is_flag=True)
    shelf.add_command(_page(texts, "check", check, []))
    shelf.add_command(_page(texts, "merge", merge, [out]))
    shelf.add_command(_page(texts, "unknown", unknown, [json], least=0))
    return shelf


def _page(
    texts: Texts,
    name: str,
    run: Callable[..., None],
    params: list[click.Parameter],
    least: int = 1,
) -> click.Command:
    kit = kits()[DEFAULT_GAME]
    words = Texts.load(texts.language, kit.texts)
    sign = texts(Text("cli.metavar.files"))
    files = click.Argument(
        ["files"], metavar=sign, nargs=-1, required=least > 0, type=click.Path(path_type=Path)
    )

    def callback(**given: Any) -> None:
        run(words, kit, **given)

    text_id = f"cli.overlay.{name}"
    return Page(
        name, texts, text_id=text_id, params=[files, *params], examples=EXAMPLES, callback=callback
    )


def check(texts: Texts, kit: Kit, files: Sequence[Path]) -> None:
    """Say of every file whether it is right, and where it is wrong."""
    wrong = 0
    for path in files:
        try:
            kit.merge_overlays([path])
        except PackError as problem:
            if any(_UNREADABLE in fault.text.params for fault in problem.faults):
                raise
            wrong += 1
            click.echo(
                texts(Text("overlay.wrong", {"path": str(path), "count": len(problem.faults)}))
            )
            show_faults(texts, problem.faults)
        else:
            click.echo(texts(Text("overlay.fine", {"path": str(path)})))
    click.get_current_context().exit(NO if wrong else 0)


def merge(texts: Texts, kit: Kit, files: Sequence[Path], out: Path) -> None:
    """Join files; where two disagree, say so and write nothing."""
    if out.exists() and out.resolve() not in {path.resolve() for path in files}:
        raise Wrong("cli.error.file-exists", path=str(out))
    merged, disputes = kit.merge_overlays(files)
    if disputes:
        show_faults(texts, disputes)
        click.echo(texts(Text("overlay.disputed", {"count": len(disputes)})), err=True)
        click.get_current_context().exit(NO)
    save_text(out, merged)
    click.echo(texts(Text("overlay.merged", {"path": str(out), "count": len(files)})))


def unknown(texts: Texts, kit: Kit, files: Sequence[Path], *, as_json: bool) -> None:
    """List what nobody has read to us yet."""
    left = kit.unread(files)
    if as_json:
        click.echo(msgspec.json.encode(left).decode())
        return
    if not any(left.values()):
        click.echo(texts(Text("overlay.complete")))
    for part, numbers in left.items():
        if numbers:
            listed = ", ".join(numbers)
            text = Text(f"overlay.unknown.{part}", {"count": len(numbers), "numbers": listed})
            click.echo(texts(text))
