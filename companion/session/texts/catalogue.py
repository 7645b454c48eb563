"""The text catalogue: ids in, sentences out."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.engine.text import Text

#: The companion's own sentences.
CORE = Path(__file__).parent

_log = logging.getLogger(__name__)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Texts:
    """Say texts in one language.

    >>> texts = Texts.load("en")
    >>> texts(Text("pack.key-missing", {"key": "edition"}))
    '“edition” is missing. Add it.'

    What is missing from a catalogue is shown by its name: a table must not stop for a word.
    """

    def __init__(self, language: str, messages: NullTranslations) -> None:
        """Take the sentences of a language."""
        self.language = language
        self._messages = messages
        self._reported: set[str] = set()

    @classmethod
    def load(cls, language: str, *folders: Path) -> Texts:
        """Return the companion's sentences and those of the given folders, read only once."""
        return _load(language, folders)

    def __call__(self, text: Text) -> str:
        """Put a text into words."""
        sentence = self._find(text)
        return _PLACEHOLDER.sub(lambda match: self._fill(text, match[1]), sentence)

    def _find(self, text: Text) -> str:
        """Look a sentence up; ``count``, where there is one, picks the plural form."""
        count = text.params.get("count")
        sentence = text.id
        if isinstance(count, int):
            sentence = self._messages.ngettext(text.id, text.id, count)
        if sentence == text.id:  # not there, or the same for one and for many
            sentence = self._messages.gettext(text.id)
        return self._missing(text.id) if sentence == text.id else sentence

    def _fill(self, text: Text, name: str) -> str:
        """Return what belongs in a gap."""
        value = text.params.get(name)
        if value is None:
            return self._missing(f"{text.id}:{name}")
        return self(value) if isinstance(value, Text) else str(value)

    def _missing(self, what: str) -> str:
        """Show what is missing by its name, and report it once."""
        if what not in self._reported:
            self._reported.add(what)
            _log.warning("no text for %s in %s", what, self.language)
        return f"«{what}»"


@cache
def _load(language: str, folders: tuple[Path, ...]) -> Texts:
    return Texts(language, _read_all(language, (CORE, *folders)))


def _read_all(language: str, folders: Iterable[Path]) -> NullTranslations:
    """Read every folder's file; what one does not say, the next may."""
    messages = NullTranslations()
    for folder in folders:
        messages.add_fallback(_read(folder / f"{language}.po", language))
    return messages


def _read(path: Path, language: str) -> GNUTranslations:
    """Read a gettext source file; nobody has to compile anything."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
