"""The pictures of the guides: none is missing, and none lies there for nothing."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+\.(?:png|jpg|svg|gif))\)")


def references() -> set[Path]:
    """Return every picture that a guide shows; all of them say what is to be seen."""
    found = set()
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for alt, target in PICTURE.findall(page.read_text(encoding="utf-8")):
            assert alt.strip(), f"{page.name}: {target} has no words for those who cannot see it"
            if "://" not in target:
                found.add((page.parent / target).resolve())
    return found


def test_every_picture_that_a_guide_shows_is_there():
    assert [str(path.relative_to(ROOT)) for path in references() if not path.is_file()] == []


def test_every_screenshot_is_shown_in_a_guide():
    taken = set((ROOT / "docs" / "screenshots").iterdir())
    assert sorted(path.name for path in taken - references()) == []
