"""A sentence before it has a language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Text(msgspec.Struct, frozen=True):
    """Name a sentence of the text catalogue and what to fill into it.

    >>> Text("vienna.rule.own-agent-there", {"building": "b07"})
    Text(id='vienna.rule.own-agent-there', params={'building': 'b07'})

    A parameter may itself be a ``Text`` (the name of a colour, a tile, a place), so that no word
    of any language is ever written down before a reader's language is known.  ``count`` picks the
    plural form.
    """

    id: str
    params: Mapping[str, str | int | Text] = {}
