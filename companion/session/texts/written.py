"""Days, moments and numbers as a language writes them."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal

#: Where a language is written in several ways, the one of its neighbours at a European table.
_LOCALES = {"en": "en_GB"}


def write_day(at: datetime, language: str) -> str:
    """Write the day of a moment, at this place of the world.

    >>> moment = datetime.fromisoformat("2026-09-01T17:30").astimezone()
    >>> [write_day(moment, language) for language in ("de", "en", "fr", "nl")]
    ['01.09.2026', '1 Sept 2026', '1 sept. 2026', '1 sep 2026']
    """
    return format_date(_here(at), "medium", _LOCALES.get(language, language))


def write_moment(at: datetime, language: str) -> str:
    """Write a day and its time.

    >>> moment = datetime.fromisoformat("2026-09-01T17:30").astimezone()
    >>> write_moment(moment, "de"), write_moment(moment, "en")
    ('01.09.2026, 17:30', '1 Sept 2026, 17:30')
    """
    time = format_datetime(_here(at), "HH:mm", locale=_LOCALES.get(language, language))
    return f"{write_day(at, language)}, {time}"


def write_number(value: float, language: str, form: str = "0.#") -> str:
    """Write a number with one decimal, unless that is nought.

    >>> write_number(37.5, "de"), write_number(37.5, "en"), write_number(36.96, "de")
    ('37,5', '37.5', '37')
    """
    return format_decimal(value, form, _LOCALES.get(language, language))


def _here(at: datetime) -> datetime:
    """Return the moment by the clock on the wall."""
    return at.astimezone().replace(tzinfo=None)
