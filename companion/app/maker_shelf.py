"""The shelf of finished packs, each a folder as ``companion pack check`` wants it."""

from __future__ import annotations

import json
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.games import Kit
from companion.packs.draft_act import LONGEST_NAME, NotDone
from companion.packs.fault import PackError, errors_of
from companion.packs.header import FILE, board_file, read_header
from companion.packs.save import save_text
from companion.session.store_entry import digest
from web.maker_port import Kept, Unfit

#: Which draft or file a pack was made from; no other may write over it.
_MADE_FROM = ".made-from"


class PackShelf:
    """Keep packs of one game in a folder."""

    def __init__(self, kit: Kit, folder: Path) -> None:
        """Take the game, and the folder."""
        self._kit, self._folder = kit, folder

    def all(self) -> tuple[Kept, ...]:
        """List the packs by name."""
        found = []
        for file in sorted(self._folder.glob(f"*/{FILE}")):
            try:
                header = read_header(file.parent)
            except PackError:
                continue
            when = when_written(file)
            found.append(Kept(file.parent.name, header.edition, side=header.side, when=when))
        return tuple(found)

    def file(self, name: str) -> Path:
        """Return the file of a pack."""
        file = board_file(self._folder / name)
        if file.parent.parent != self._folder or not lies_there(file):
            raise NotDone("maker.no.pack")
        return file

    def remove(self, name: str) -> None:
        """Take a pack away, with the folder it lies in."""
        shutil.rmtree(self.file(name).parent, ignore_errors=True)

    def put(self, pack: dict[str, Any], made_from: str) -> Kept:
        """Keep a pack, in place of an older one from the same draft."""
        name = _folder_name(pack["edition"])
        folder = self._folder / name
        mark = folder / _MADE_FROM
        if folder.exists() and not (mark.is_file() and mark.read_text("utf-8") == made_from):
            raise NotDone("maker.no.name-taken", name=pack["edition"])
        folder.mkdir(parents=True, exist_ok=True)
        save_text(mark, made_from)
        save_text(board_file(folder), pack_text(pack))
        return Kept(name, pack["edition"])

    def bring(self, content: bytes) -> Kept:
        """Take in a pack that came as one file."""
        try:
            pack = json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise NotDone("maker.no.file") from None
        if not isinstance(pack, dict) or pack.get("format") != 1:
            raise NotDone("maker.no.file")
        wrong = errors_of(self._kit.pack_faults(pack))
        if wrong:
            raise Unfit(wrong)
        edition = str(pack["edition"])
        if len(edition) > LONGEST_NAME:
            raise NotDone("maker.no.name", count=LONGEST_NAME)
        return self.put(pack, made_from=f"file-{digest(content)}")


def lies_there(file: Path) -> bool:
    """Tell whether a file is there; none has a name that is too long for one."""
    try:
        return file.is_file()
    except OSError:
        return False


def when_written(file: Path) -> str:
    """Say when a file was last written, as people note a day and an hour."""
    return f"{datetime.fromtimestamp(file.stat().st_mtime).astimezone():%Y-%m-%d %H:%M}"


def pack_text(pack: dict[str, Any]) -> str:
    """Write a pack so that people can read it: every place on a line of its own."""
    parts = []
    for key, value in pack.items():
        if isinstance(value, list):
            rows = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value)
            parts.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _folder_name(edition: str) -> str:
    """Make a name that any file system takes.

    >>> _folder_name("My copy, 2nd")
    'my-copy-2nd'
    """
    plain = re.sub(r"[^a-z0-9]+", "-", edition.lower()).strip("-")
    return plain or f"pack-{edition.encode().hex()[:16]}"
