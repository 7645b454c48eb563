"""Compare parsed JSON with a typed structure and name every place where it does not fit.

``msgspec`` itself stops at the first misfit; someone who measured a board with a ruler wants all
of them at once.  The structures stay the only description of a file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from msgspec import inspect
from msgspec.structs import replace

from companion.packs.fault import Fault, error
from companion.packs.json_file import DoubledObject


def misfits(raw: object, wanted: object, file: str) -> tuple[Fault, ...]:
    """List every place where parsed JSON does not fit a type.

    >>> wanted = dict[str, tuple[int, ...]]
    >>> [fault.where for fault in misfits({"x": 1, "y": [2, "3"]}, wanted, "some.json")]
    ['x', 'y[1]']

    What concerns the file as a whole is said to be at ``file``.
    """
    found = _walk(raw, inspect.type_info(wanted), "")
    return tuple(fault if fault.where else replace(fault, where=file) for fault in found)


def fits(raw: object, wanted: inspect.Type) -> bool:
    """Tell whether parsed JSON fits a type."""
    return not any(_walk(raw, wanted, ""))


def _walk(raw: object, wanted: inspect.Type, where: str) -> Iterator[Fault]:
    match wanted:
        case inspect.StructType():
            yield from _struct(raw, wanted, where)
        case inspect.DictType():
            yield from _mapping(raw, wanted, where)
        case inspect.VarTupleType() | inspect.TupleType():
            yield from _sequence(raw, wanted, where)
        case inspect.UnionType():
            yield from _union(raw, wanted, where)
        case inspect.EnumType():
            yield from _word(raw, (str(member.value) for member in wanted.cls), where)
        case inspect.LiteralType():
            yield from _word(raw, map(str, wanted.values), where)
        case inspect.IntType() | inspect.FloatType():
            yield from _number(raw, wanted, where)
        case inspect.StrType():
            yield from _text(raw, wanted, where)
        case _:  # a structure of ours that this walk has not learned yet
            raise NotImplementedError(wanted)


def _struct(raw: object, wanted: inspect.StructType, where: str) -> Iterator[Fault]:
    if not isinstance(raw, dict):
        yield _not(where, "pack.not-an-object")
        return
    yield from _doubled(raw, where)
    known = {field.encode_name: field for field in wanted.fields}
    for key, field in known.items():
        if key in raw:
            yield from _walk(raw[key], field.type, _inside(where, key))
        elif field.required:
            yield _not(where, "pack.key-missing", key=key)
    if wanted.forbid_unknown_fields:
        for key in raw.keys() - known.keys():
            yield _not(where, "pack.key-unknown", key=key, known=", ".join(known))


def _mapping(raw: object, wanted: inspect.DictType, where: str) -> Iterator[Fault]:
    if not isinstance(raw, dict):
        yield _not(where, "pack.not-an-object")
        return
    yield from _doubled(raw, where)
    for key, value in raw.items():
        yield from _walk(key, wanted.key_type, where)
        yield from _walk(value, wanted.value_type, _inside(where, key))


def _sequence(
    raw: object, wanted: inspect.VarTupleType | inspect.TupleType, where: str
) -> Iterator[Fault]:
    if not isinstance(raw, list):
        yield _not(where, "pack.not-a-list")
        return
    if isinstance(wanted, inspect.VarTupleType):
        types = (wanted.item_type,) * len(raw)
    else:
        types = wanted.item_types
        if len(raw) != len(types):
            yield _not(where, "pack.wrong-length", count=len(types), got=len(raw))
    for index, (item, item_type) in enumerate(zip(raw, types, strict=False)):
        yield from _walk(item, item_type, _item(where, index, item))


def _union(raw: object, wanted: inspect.UnionType, where: str) -> Iterator[Fault]:
    """Accept whatever one of the types accepts; otherwise complain as the first would."""
    if raw is None and wanted.includes_none:
        return
    real = (member for member in wanted.types if not isinstance(member, inspect.NoneType))
    complaints = [list(_walk(raw, member, where)) for member in real]
    if all(complaints):
        yield from complaints[0]


def _word(raw: object, known: Iterable[str], where: str) -> Iterator[Fault]:
    words = tuple(known)
    if raw not in words:
        yield _not(where, "pack.word-unknown", word=_shown(raw), known=", ".join(words))


def _number(
    raw: object, wanted: inspect.IntType | inspect.FloatType, where: str
) -> Iterator[Fault]:
    whole = isinstance(wanted, inspect.IntType)
    if isinstance(raw, bool) or not isinstance(raw, int if whole else int | float):
        yield _not(where, "pack.not-whole" if whole else "pack.not-a-number", got=_shown(raw))
    elif abs(raw) > 1e9 or not math.isfinite(raw):  # nothing on a table is that far away
        yield _not(where, "pack.not-finite")
    elif wanted.gt is not None and raw <= wanted.gt:
        yield _not(where, "pack.not-above", got=f"{raw:g}", bound=f"{wanted.gt:g}")
    elif wanted.ge is not None and raw < wanted.ge:
        yield _not(where, "pack.not-at-least", got=f"{raw:g}", bound=f"{wanted.ge:g}")
    elif wanted.le is not None and raw > wanted.le:
        yield _not(where, "pack.not-at-most", got=f"{raw:g}", bound=f"{wanted.le:g}")


def _text(raw: object, wanted: inspect.StrType, where: str) -> Iterator[Fault]:
    if not isinstance(raw, str) or len(raw) < (wanted.min_length or 0):
        yield _not(where, "pack.not-a-text", got=_shown(raw))


def _doubled(raw: object, where: str) -> Iterator[Fault]:
    if isinstance(raw, DoubledObject):
        for key in raw.doubled:
            yield _not(where, "pack.key-twice", key=key)


def _item(where: str, index: int, item: object) -> str:
    """Call a list item by its own id where it has one: people look for names, not for indices."""
    name = item.get("id", item.get("number")) if isinstance(item, dict) else None
    named = isinstance(name, str | int) and name != ""
    return _inside(where, str(name)) if named else f"{where}[{index}]"


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _not(where: str, text_id: str, **params: str | int) -> Fault:
    return error(where, text_id, **params)


def _shown(raw: object) -> str:
    """Quote what stands there, but not a whole page of it."""
    shown = raw if isinstance(raw, str) else repr(raw)
    return shown if len(shown) <= 40 else shown[:37] + "..."
