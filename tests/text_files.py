"""The text catalogue as the tests read it: every sentence of every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from companion.games import kits
from companion.session.texts import CORE, LANGUAGES

#: How a text shows that it, or a word in it, is missing.
MISSING = re.compile(r"«[^\s«»]*»")


def folders() -> tuple[Path, ...]:
    return (CORE, *(kit.texts for kit in kits().values()))


@cache
def catalogues(language: str) -> tuple[Catalog, ...]:
    files = (folder / f"{language}.po" for folder in folders())
    return tuple(read_po(BytesIO(file.read_bytes()), locale=language) for file in files)


@cache
def messages(language: str) -> dict[str, Message]:
    every = chain.from_iterable(catalogues(language))
    return {text_id(message): message for message in every if message.id}


def text_id(message: Message) -> str:
    return message.id[0] if message.pluralizable else message.id


def forms(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if message.pluralizable else (message.string,)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def all_forms() -> Iterator[tuple[str, str, str]]:
    for language in LANGUAGES:
        for name, message in messages(language).items():
            yield from ((language, name, form) for form in forms(message))
