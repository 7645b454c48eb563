"""Words in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TypeAlias

from companion.engine import Text, Unknown
from companion.session.texts import LANGUAGES, Texts
from companion.session.todo import Todo
from web.history import Chapter, Gain
from web.house import Play

#: A turn is told in full; whoever lays out a whole table does not want to read of every tile.
_MOST_ALIKE, _FIRST = 8, 2
#: How people are called whom a game knows by a title: the id of the title, and the name.
Names: TypeAlias = tuple[tuple[str, str], ...]
#: What stands where nobody knows.
_UNKNOWN = "–"


class Words:
    """Say things to one reader."""

    def __init__(self, language: str, *folders: Path) -> None:
        """Take a language and the folders of the games' own sentences."""
        self.language = language
        self._texts = Texts.load(language, *folders)
        self._plain: dict[str, str] = {}

    def __call__(self, text_id: str, **params: str | int | Text) -> str:
        """Say a text by its id, as templates do."""
        return self.say(Text(text_id, params))

    def say(self, thing: Text | str | int | Unknown | None) -> str:
        """Put into words whatever a game shows."""
        if thing is None or isinstance(thing, Unknown):
            return _UNKNOWN
        if not isinstance(thing, Text):
            return str(thing)
        if thing.params:
            return self._texts(thing)
        if thing.id not in self._plain:
            self._plain[thing.id] = self._texts(thing)
        return self._plain[thing.id]

    def all(self, things: Iterable[Text]) -> tuple[str, ...]:
        """Put several things into words."""
        return tuple(map(self.say, things))

    def todo(self, play: Play, items: Iterable[Todo]) -> tuple[str, ...]:
        """Say what is to be done, with the game's own names of things."""
        return self.all(item.text(play.game.name) for item in items)

    def places(self, play: Play, places: Iterable[str]) -> str:
        """List places by their names."""
        return ", ".join(self.say(play.game.name(place)) for place in sorted(places))


def name_people(text: Text, names: Names) -> Text:
    """Call people in a sentence by their names, as far as we know them."""
    known = dict(names)
    called = {
        key: known.get(value.id, value) if isinstance(value, Text) else value
        for key, value in text.params.items()
    }
    return Text(text.id, called)


@lru_cache(maxsize=2000)
def tell(words: Words, chapter: Chapter, names: Names = ()) -> str:
    """Tell a chapter of the log, which nobody has to put into words twice.

    Many sentences of the same kind are cut, unless they brought points.
    """
    told: list[str] = []
    for _, run in groupby(chapter.sentences, lambda sentence: sentence.id):
        alike = words.all(name_people(sentence, names) for sentence in run)
        if len(alike) > _MOST_ALIKE and not chapter.gains:
            first = " ".join(alike[:_FIRST])
            alike = (words("web.log.and-more", text=first, count=len(alike) - _FIRST),)
        told += alike
    return " ".join(told)


@lru_cache(maxsize=500)
def excuse(words: Words, chapter: Chapter) -> str:
    """Say what the host let stand in a chapter, if anything."""
    return " ".join(words("core.sheet.let-stand", rule=rule) for rule in chapter.broken)


@lru_cache(maxsize=2000)
def say_once(words: Words, gain: Gain, names: Names = ()) -> str:
    """Tell of points, which nobody has to put into words twice either."""
    return words.say(name_people(gain.sentence, names))


@cache
def words_of(language: str, *folders: Path) -> Words:
    """Return the words of a language, read only once."""
    return Words(language, *folders)


def best_language(accepted: Iterable[str], default: str) -> str:
    """Return the first of the accepted languages that we speak.

    >>> best_language(["pt-BR", "de-AT"], "en")
    'de'
    """
    short = (tag.lower().partition("-")[0] for tag in accepted)
    return next((language for language in short if language in LANGUAGES), default)
