"""Read our own source: which texts it names, and which sentences it says without the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
ROOMS = ("companion", "vision", "hardware", "web", "calibration")

#: Rooms of the catalogue, the first part of every id.
NAMESPACES = (
    "advice",
    "bench",
    "cards",
    "check",
    "cli",
    "core",
    "deck",
    "demo",
    "device",
    "doctor",
    "games",
    "maker",
    "orders",
    "overlay",
    "pack",
    "see",
    "serve",
    "settings",
    "simulate",
    "teach",
    "trial",
    "vienna",
    "wiring",
    "web",
)
_ID = re.compile(rf"(?:{'|'.join(NAMESPACES)})(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")
_PREFIX = re.compile(rf"(?:{'|'.join(NAMESPACES)})\.(?:[a-z0-9.-]*\.)?")
_FILE = re.compile(r"\w+\.(?:json|csv|html|jpg|png|po|py|sqlite|svg|toml)")

#: Functions that fill in more than they are told.
FILLED_IN = {"_refusal": {"path"}, "_refuse_players": {"option", "value"}}
_REFUSING = ("invalid", "illegal", "ambiguous")

_WORDS = re.compile(r"[^\W\d_]{2,}[^\w]* [^\w]*[^\W\d_]{2,}")
_DEVELOPERS = {"TypeError", "ValueError", "AssertionError", "NotImplementedError", "RuntimeError"}
_LOGS = {"debug", "info", "warning", "error", "exception", "critical"}


class Naming(NamedTuple):
    """A text that is named somewhere, and the parameters given with it (None: cannot tell)."""

    id: str
    params: frozenset[str] | None
    where: str


class Sentence(NamedTuple):
    """A sentence in the middle of the code."""

    text: str
    where: str


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    """Parse every module that people run."""
    files = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return tuple((file, ast.parse(file.read_text(encoding="utf-8"))) for file in files)


def _where(file: Path, node: ast.AST) -> str:
    return f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def _said(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk through a module without its docstrings."""
    skipped = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return (node for node in ast.walk(tree) if id(node) not in skipped)


def _ids(node: ast.AST | None) -> list[str]:
    """Return the ids that an expression may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return _ids(node.body) + _ids(node.orelse)
    word = node.value if isinstance(node, ast.Constant) else None
    if isinstance(word, str) and _ID.fullmatch(word) and not _FILE.fullmatch(word):
        return [word]
    return []


def named_ids() -> set[str]:
    """Return every id written out in the code, and in the pages."""
    in_code = {text_id for _, tree in trees() for node in _said(tree) for text_id in _ids(node)}
    return in_code | {quoted[1] for quoted in _quoted(_ID)}


def _quoted(pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Return what pages say between quotation marks."""
    between = re.compile(rf'"({pattern.pattern})"')
    for file in sorted((ROOT / "web" / "templates").glob("*.html")):
        yield from between.finditer(file.read_text(encoding="utf-8"))


def id_prefixes() -> set[str]:
    """Return the beginnings of ids that the code puts together: ``f"vienna.move.{kind}"``."""
    strings = (node for _, tree in trees() for node in _said(tree))
    starts = (node.values[0] for node in strings if isinstance(node, ast.JoinedStr))
    words = (start.value for start in starts if isinstance(start, ast.Constant))
    in_code = {word for word in words if isinstance(word, str) and _PREFIX.fullmatch(word)}
    return in_code | {quoted[1] for quoted in _quoted(_PREFIX)}


def keyword_values(name: str) -> set[str]:
    """Return the words given as a keyword argument of that name."""
    keywords = (n for _, tree in trees() for n in ast.walk(tree) if isinstance(n, ast.keyword))
    values = (k.value for k in keywords if k.arg == name and isinstance(k.value, ast.Constant))
    return {value.value for value in values if isinstance(value.value, str) and value.value}


def ask_kinds(folder: str) -> set[str]:
    """Return the kinds of questions that a game asks."""
    calls = (n for f, tree in trees() if folder in f.parts for n in ast.walk(tree))
    kinds = (c.args[1] for c in calls if isinstance(c, ast.Call) and _name(c) == "Ask")
    return {kind.value for kind in kinds if isinstance(kind, ast.Constant)}


def _name(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def namings() -> Iterator[Naming]:
    """Return every call that names a text together with what is to be filled in."""
    for file, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                ids = [text_id for argument in node.args for text_id in _ids(argument)]
                yield from (Naming(i, _given(node), _where(file, node)) for i in ids)


def refusals() -> Iterator[Naming]:
    """Return every refusal by a rule, called by the rule's name."""
    for file, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _name(node) in _REFUSING and node.args:
                rule = node.args[0]
                if isinstance(rule, ast.Attribute):
                    yield Naming(rule.attr, _given(node), _where(file, node))


def _given(call: ast.Call) -> frozenset[str] | None:
    """Return the names of the parameters given in a call, where the source shows them."""
    names = set(FILLED_IN.get(_name(call), ()))
    for argument in call.args:
        if isinstance(argument, ast.Dict):
            keys = [k.value if isinstance(k, ast.Constant) else None for k in argument.keys]
            if None in keys:
                return None
            names.update(map(str, keys))
        elif isinstance(argument, ast.Name) and argument.id == "params":
            return None
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        names.add(keyword.arg)
    return frozenset(names)


def sentences() -> Iterator[Sentence]:
    """Return every string that reads like a sentence and is meant for people."""
    for file, tree in trees():
        hidden = {id(part) for node in ast.walk(tree) for part in _for_developers(node)}
        for node in ast.walk(tree):
            text = _text(node)
            if text and id(node) not in hidden and _reads_like_a_sentence(text):
                yield Sentence(text, _where(file, node))


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
        return "".join(map(str, parts))
    return ""


def _reads_like_a_sentence(text: str) -> bool:
    """Look for two words, and for a capital in front or a full stop behind."""
    text = text.strip()
    if not _WORDS.search(text):
        return False
    return text[0].isupper() or text[-1] in ".!?:…"


def _for_developers(node: ast.AST) -> Iterator[ast.AST]:
    """Return all parts of docstrings, annotations, log lines, patterns and errors of our own."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Raise | ast.Assert):
        if isinstance(node, ast.Assert) or _raised(node) in _DEVELOPERS:
            yield from ast.walk(node)
    elif isinstance(node, ast.Call):
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        module = owner.id if isinstance(owner, ast.Name) else ""
        if (_name(node) in _LOGS and "log" in module.lower()) or module == "re":
            yield from ast.walk(node)
    elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    elif isinstance(node, ast.JoinedStr):
        yield from node.values  # seen as a whole


def _raised(node: ast.Raise) -> str:
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return error.id if isinstance(error, ast.Name) else ""
