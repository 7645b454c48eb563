"""Which language to speak."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("de", "en", "fr", "nl")
DEFAULT = "en"

#: Where people say which language they read: our own setting first, then those of their system.
_SETTINGS = ("COMPANION_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def pick_language(wanted: str | None, environ: Mapping[str, str]) -> str:
    """Return the first language of ours that somebody has asked for.

    >>> pick_language(None, {"LANG": "fr_CH.UTF-8"})
    'fr'
    >>> pick_language("nl", {"LANG": "fr_CH.UTF-8"})
    'nl'
    >>> pick_language(None, {"LANG": "C"})
    'en'
    """
    asked = (wanted or "", *(environ.get(setting, "") for setting in _SETTINGS))
    return next(filter(LANGUAGES.__contains__, map(_short, asked)), DEFAULT)


def _short(locale: str) -> str:
    """Reduce a locale such as ``de_AT.UTF-8`` or ``de-AT`` to its language."""
    for mark in ("_", "-", ".", "@"):
        locale = locale.partition(mark)[0]
    return locale.strip().lower()
