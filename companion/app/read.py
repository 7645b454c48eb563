"""``companion read``: say what lies on the table in pictures of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import msgspec

from companion.app.page import Page, option
from companion.app.see import open_profile
from companion.app.wrong import Wrong
from companion.engine import Text
from companion.games import Kit, kits
from companion.session.texts import Texts
from vision.blind_spots import names_of_pieces, names_on, untaught
from vision.eye import Eye, Post
from vision.health import Check, Verdict, judge
from vision.photo import BadPhoto, Photo, open_photo
from vision.profile_table import BadProfile
from vision.register import NotFound
from vision.register_evidence import Missing
from vision.wording import Wording

EXAMPLES = ("companion read --profile my-table photo.jpg",)

#: What is this bad leaves nothing to swear to, however clear the answers seem.
BLINDING = ("dark", "blurred", "coloured")

#: How well an image was read: the best of them decides how the command ends.
READ, NO_TABLE, NO_PICTURE = 0, 1, 2


def command(texts: Texts) -> click.Command:
    """Make the command."""

    def run(**given: Any) -> int:
        return read(texts, given["profile"], given["images"])

    path = click.Path(path_type=Path)
    sign = texts(Text("cli.metavar.images"))
    params: list[click.Parameter] = [
        click.Argument(["images"], metavar=sign, type=path, nargs=-1, required=True),
        option(
            texts,
            "--profile",
            "profile",
            help_id="cli.read.profile",
            metavar="folder",
            type=path,
            required=True,
        ),
    ]
    return Page("read", texts, params=params, examples=EXAMPLES, callback=run)


def read(texts: Texts, folder: Path, images: tuple[Path, ...]) -> int:
    """Write one JSON object per image; one that cannot be read says so and the next comes."""
    try:
        table, notebook = open_profile(folder, lambda text: _warn(texts, text))
    except BadProfile as problem:
        raise Wrong(problem.text.id, **problem.text.params) from problem
    reader = Reader(texts, kits()[table.game], Eye(notebook.knowledge))
    best = NO_PICTURE
    for number, path in enumerate(images, 1):
        if len(images) > 1 and sys.stderr.isatty() and not sys.stdout.isatty():
            params: dict[str, str | int | Text] = {
                "number": number,
                "of": len(images),
                "path": str(path),
            }
            click.echo(texts(Text("cli.read.progress", params)), err=True)
        start = perf_counter()
        status, line = reader.read(path)
        spent = {"ms": round(1000 * (perf_counter() - start), 1)}
        click.echo(msgspec.json.encode({"image": str(path), **line, **spent}).decode())
        best = min(best, status)
    return best


def _warn(texts: Texts, text: Text) -> None:
    click.echo(texts(Text("cli.warning", {"sentence": text})), err=True)


class Reader:
    """Reads pictures of one table, each of them on its own."""

    def __init__(self, texts: Texts, kit: Kit, eye: Eye) -> None:
        """Take the eye, and the game that has words for what it sees."""
        self._texts = Texts.load(texts.language, kit.texts)
        self._kit, self._eye = kit, eye
        self._words = Wording(kit.name)
        plan = eye.knowledge.plan
        self._untaught = names_of_pieces(plan, untaught(eye.knowledge))

    def read(self, path: Path) -> tuple[int, Mapping[str, Any]]:
        """Return how well an image could be read, and all that is to be said about it."""
        try:
            photo = open_photo(path)
        except BadPhoto as problem:
            return NO_PICTURE, {"registered": False, "error": self._texts(problem.text)}
        post = self._eye.find(photo.picture)
        if isinstance(post, NotFound):
            return NO_TABLE, {"registered": False, "error": self._why(post.missing)}
        return READ, {"registered": True, **self._seen(post, photo)}

    def _seen(self, post: Post, photo: Photo) -> dict[str, Any]:
        plan = self._eye.knowledge.plan
        away = plan.surfaces.keys() - post.vantage.poses.keys()
        reading, checks = post.read(photo.picture, anew=True), post.check(photo.picture)
        blind = [
            check for check in checks if check.name in BLINDING and check.verdict is Verdict.BAD
        ]
        unsure = reading.unsure | self._untaught
        if blind:
            unsure |= names_on(plan, post.vantage.poses)
        hidden = reading.hidden | names_on(plan, away)
        seen: dict[str, Any] = {
            "corners_px": self._corners(post, photo),
            **self._kit.reading(reading.found),
            "unsure": sorted(unsure - hidden),
            "hidden": sorted(hidden),
        }
        if troubles := [
            self._trouble(check)
            for check in (*checks, judge("hidden", len(hidden)))
            if check.verdict is not Verdict.OK
        ]:
            seen["checks"] = troubles
        if errors := [*self._untrusted(blind), *self._out_of_sight(away)]:
            seen["error"] = " ".join(map(self._texts, errors))
        return seen

    def _untrusted(self, blind: Iterable[Check]) -> Iterator[Text]:
        for check in blind:
            yield Text("see.untrusted", {"what": Text(check.text_id)})

    def _out_of_sight(self, away: Iterable[str]) -> Iterator[Text]:
        for name in sorted(away):
            yield Text("see.out-of-sight", {"surface": self._words.surface(name)})

    def _trouble(self, check: Check) -> dict[str, Any]:
        return {
            "name": check.name,
            "figure": check.figure,
            "limit": check.limit,
            "verdict": check.verdict.value,
            "sentence": self._texts(Text(check.text_id)),
            "advice": self._texts(Text(check.advice_id)),
        }

    def _corners(self, post: Post, photo: Photo) -> dict[str, Any]:
        sizes = self._eye.knowledge.plan.surfaces
        return {
            name: photo.in_file(post.vantage.corners(name, sizes[name])).round(2).tolist()
            for name in post.vantage.poses
        }

    def _why(self, missing: Mapping[str, Missing]) -> str:
        """Say why there is no table to be seen; a reason that all surfaces share is said once."""
        reasons = (self._texts(self._words.missing(*each)) for each in missing.items())
        return " ".join(dict.fromkeys(reasons))
