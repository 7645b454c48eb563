"""Write the default settings down, each with a comment in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from companion.app.settings import Settings
from companion.app.settings_plan import KINDS, TOP
from companion.engine import Text
from companion.session.texts import Texts

_WIDTH = 96


def settings_text(texts: Texts, settings: Settings) -> str:
    """Return a whole settings file."""
    return "\n".join(_lines(texts, settings)) + "\n"


def _lines(texts: Texts, settings: Settings) -> Iterator[str]:
    yield from _comment(texts, "settings.about")
    for section, kinds in KINDS.items():
        inside = getattr(settings, section) if section else settings
        yield ""
        if section != TOP:
            yield from _comment(texts, f"settings.{section}")
            yield f"[{section}]"
        for key, kind in kinds.items():
            yield from _comment(texts, f"settings.{section or 'top'}.{key.replace('_', '-')}")
            yield f"{key} = {kind.write(getattr(inside, key))}"


def _comment(texts: Texts, text_id: str) -> Iterator[str]:
    return (f"# {line}" for line in wrap(texts(Text(text_id)), _WIDTH))
