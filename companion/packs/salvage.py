"""Keep the sound parts of a file that has faults elsewhere.

One misspelt colour must not hide a doubled letter.  A *rough* structure says with ``| None`` what
may be lost alone: a part that does not fit becomes None there, so that lists keep their length
and mappings their keys, and the checks can go on with the rest.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import inspect

from companion.packs.shape import fits

T = TypeVar("T")


class _LostError(Exception):
    """Say that a part cannot be kept; the nearest part that may be lost takes the blow."""


def salvage(raw: object, wanted: type[T]) -> T:
    """Convert parsed JSON to a rough structure.

    >>> class Rough(msgspec.Struct):
    ...     values: tuple[int | None, ...] | None = None
    ...     name: str | None = None
    >>> salvage({"values": [1, "two", 3], "name": 4}, Rough)
    Rough(values=(1, None, 3), name=None)
    """
    return msgspec.convert(_keep(raw, inspect.type_info(wanted)), wanted)


def _keep(raw: object, wanted: inspect.Type) -> object:
    match wanted:
        case inspect.UnionType() if wanted.includes_none:
            return _keep_or_none(raw, wanted)
        case inspect.StructType():
            return _keep_struct(raw, wanted)
        case inspect.DictType():
            return _keep_mapping(raw, wanted)
        case inspect.VarTupleType():
            if not isinstance(raw, list):
                raise _LostError
            return [_keep(item, wanted.item_type) for item in raw]
    if not fits(raw, wanted):
        raise _LostError
    return raw


def _keep_or_none(raw: object, wanted: inspect.UnionType) -> object:
    for member in wanted.types:
        if not isinstance(member, inspect.NoneType):
            try:
                return _keep(raw, member)
            except _LostError:
                continue
    return None


def _keep_struct(raw: object, wanted: inspect.StructType) -> dict[str, object]:
    if not isinstance(raw, dict):
        raise _LostError
    kept: dict[str, object] = {}
    for field in wanted.fields:
        if field.encode_name in raw:
            kept[field.encode_name] = _keep(raw[field.encode_name], field.type)
        elif field.required:
            raise _LostError
    return kept


def _keep_mapping(raw: object, wanted: inspect.DictType) -> dict[object, object]:
    if not isinstance(raw, dict):
        raise _LostError
    known = (key for key in raw if fits(key, wanted.key_type))
    return {key: _keep(raw[key], wanted.value_type) for key in known}
