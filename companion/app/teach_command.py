"""``companion teach``: teach a table step by step with its own camera, at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from calibration.more_lessons_file import drop_lesson, drop_lessons, load_lessons
from companion.app.eyes import CameraEyes, Learner
from companion.app.kinds import Word, refuse_word
from companion.app.notebook import Notebook, lessons_folder
from companion.app.page import Page, option
from companion.app.see import kit_of, open_profile, pack_in
from companion.app.settings_read import settings_or_stop
from companion.app.simulated_eyes import SimulatedEyes
from companion.app.teach import Teacher
from companion.app.teach_lead import Lead
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit, kits
from companion.session.texts import Texts
from hardware.camera import watch_camera
from hardware.camera_fault import CameraFault
from hardware.camera_watch import CameraNews, Trouble
from hardware.simulated.pack import read_table_pack
from vision.profile import check_target
from vision.profile_table import BadProfile, read_table
from vision.wording import Wording

EXAMPLES = (
    "companion teach --pack my-board --out my-table",
    "companion teach --out my-table --piece agent:red",
    "companion teach --out my-table --find",
    "companion teach --out my-table --forget last",
)
SIMULATED = "simulated"
LAST, ALL = "last", "all"


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return teach(texts, given)

    path = click.Path(path_type=Path)

    def setting(name: str, **kw: Any) -> click.Option:
        return option(texts, f"--{name}", name, help_id=f"cli.teach.{name}", **kw)

    params: list[click.Parameter] = [
        setting("pack", metavar="folder", type=path),
        setting("out", metavar="folder", type=path, required=True),
        setting("camera", metavar="word"),
        setting("guests", is_flag=True),
        setting("piece", metavar="piece"),
        setting("find", is_flag=True),
        setting("forget", type=Word((LAST, ALL))),
        option(texts, "--settings", help_id="cli.option.settings", metavar="file", type=path),
    ]
    return Page("teach", texts, params=params, examples=EXAMPLES, callback=run)


def teach(texts: Texts, given: dict[str, Any]) -> int:
    """Lead somebody through the photos; end with 1 if nothing could be learned."""
    out: Path = given["out"]
    try:
        if given["forget"] is not None:
            forget(texts, out, everything=given["forget"] == ALL)
            return 0
        check_target(out)
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from None
    once_more = given["find"] or given["piece"] is not None
    notebook = _known(texts, out) if once_more else None
    pack = pack_in(out) if once_more else given["pack"]
    if pack is None:
        raise Wrong("cli.error.missing-option", option="--pack")
    kit, _ = kit_of(pack)
    texts = Texts.load(texts.language, kit.texts)
    piece = None if notebook is None else _piece(texts, kit, notebook, given["piece"])
    source = given["camera"] or settings_or_stop(texts, given["settings"]).camera.source
    with _open_eyes(texts, source, pack, notebook) as eyes:
        teacher = Teacher({"": pack}, out, eyes, lambda: None, texts.language)
        lead = Lead(texts, teacher, out)
        if given["find"] and (ended := lead.find()) != 0:
            return ended
        if piece is not None:
            return lead.piece(piece)
        return 0 if once_more else lead.whole(guests=given["guests"])


def _known(texts: Texts, profile: Path) -> Notebook:
    """Return what is known of a table that was taught before."""
    try:
        return open_profile(profile, lambda text: click.echo(texts(text), err=True))[1]
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from None


def _piece(texts: Texts, kit: Kit, notebook: Notebook, said: str | None) -> str | None:
    """Return the piece that somebody means, by its name in files or as people call it."""
    if said is None:
        return None
    plan = notebook.knowledge.plan
    words = Wording(kit.name)
    known = {texts(words.piece(piece)).casefold(): piece for piece in plan.pieces}
    known |= {piece: piece for piece in plan.pieces}
    if said.casefold() not in known:
        refuse_word("--piece", said, tuple(plan.pieces))
    return known[said.casefold()]


def forget(texts: Texts, profile: Path, *, everything: bool) -> None:
    """Take back what play has taught the table: the last lesson, or all of them."""
    folder, game = lessons_folder(profile), read_table(profile).game
    lessons = load_lessons(folder)
    names = list(lessons) if everything else list(lessons)[-1:]
    if everything:
        drop_lessons(folder)  # also what cannot be read
    elif names:
        drop_lesson(folder, names[0])
    if not names:
        click.echo(texts(Text("cli.teach.nothing-learned")))
        return
    pieces = Wording(game).pieces(sorted({p for name in names for p in lessons[name].pieces}))
    texts = Texts.load(texts.language, kits()[game].texts)
    click.echo(texts(Text("cli.teach.forgot", {"count": len(names), "pieces": pieces})))


@contextmanager
def _open_eyes(
    texts: Texts, source: str, pack: Path, notebook: Notebook | None
) -> Iterator[Learner]:
    """Open the camera, or a simulated table if that is asked for, and let go of it again."""
    if source == SIMULATED:
        yield SimulatedEyes(lambda: (), read_table_pack(pack), notebook=notebook, by_heart=False)
        return

    def hear(news: CameraNews) -> None:
        if isinstance(news, Trouble):
            click.echo(texts(news.text), err=True)

    try:
        camera = watch_camera(source, hear)
    except CameraFault as fault:
        raise Wrong(fault.text.id, **fault.text.params) from None
    if camera is None:
        raise Wrong("cli.teach.no-camera")
    try:
        yield CameraEyes(camera, notebook)
    finally:
        camera.close()
