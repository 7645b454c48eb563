"""Rubbish in every field of every route, from strangers, players and hosts: no page stumbles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from test_web_openapi import UPSETTING
from web_house import Browser
from whole_house import WholeHouse

WEB = Path(__file__).parents[1] / "web"
METHODS = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"}
#: What no form of ours ever sends.
RUBBISH = (
    "",
    "\0",
    "-1",
    "9" * 30,
    "1e400",
    "NaN",
    "٣",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} %s %(x)d {0}",
    "🕵" * 400,
    "a" * 9000,
    "agent:nobody tile: :",
    '{"a":' * 300,
)
BODIES = (b"", b"\xff\xfe\x00", b"null", b"[]", b'{"version": 1e400}', b"[" * 3000)
_BLANK = re.compile(r"<(?:(\w+):)?(\w+)>")


def fields() -> list[str]:
    """Return the name of every field that a form of ours has, or that any page reads."""
    templates = "".join(p.read_text("utf-8") for p in WEB.glob("templates/*.html"))
    code = "".join(p.read_text("utf-8") for p in WEB.glob("*.py"))
    named = re.findall(r'<(?:input|select|button)[^>]* name="([\w-]+)"', templates)
    read = re.findall(r'request\.(?:form|args|values)\.get(?:list)?\(f?["\']([\w-]+)', code)
    return sorted({*named, *read, "name-0", "tracking-0", "expansion", "flag", "works"} - {"token"})


FIELDS = fields()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    whole = WholeHouse(tmp_path_factory.mktemp("house"))
    yield whole
    whole.close()


def routes(whole: WholeHouse, words: Iterator[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the address of every route twice: with rubbish in its blanks, and with what is there."""
    known = {**whole.known, "number": "1", "word": "key", "code": whole.host.keys.join}

    def fill(found: re.Match[str], *, real: bool) -> str:
        kind, name = found.groups()
        if kind == "int":
            return str(known.get(name, 0)) if real else "9" * 30
        word = str(known.get(name, "b01")) if real else next(words)[:200] or "x"
        return quote(word, safe="")

    for rule in whole.app.url_map.iter_rules():
        methods = frozenset(rule.methods or ())
        yield _BLANK.sub(lambda found: fill(found, real=False), rule.rule), methods
        yield _BLANK.sub(lambda found: fill(found, real=True), rule.rule), methods


def letters(method: str, token: str, word: str, body: bytes) -> Iterator[dict[str, Any]]:
    """Yield what is sent: an address full of rubbish, or a form, a letter and a file of it."""
    if method in ("GET", "HEAD", "OPTIONS"):
        yield {"query_string": dict.fromkeys(FIELDS, word[:300])}
        return
    told = dict.fromkeys(FIELDS, word) | {"token": token}
    yield {"data": told}
    yield {"data": body, "content_type": "application/json", "headers": {"X-Token": token}}
    yield {"data": {"token": token, "file": (BytesIO(body), word[:40])}}


@pytest.mark.parametrize("who", ["stranger", "guest", "seat", "host", "liar"])
def test_no_route_stumbles_over_rubbish(whole, who):
    whole.tidy()
    known = {"seat": whole.seat, "host": whole.host}
    browser = known.get(who) or Browser(whole.app)
    token = "" if who == "stranger" else browser.token
    words, bodies = cycle(RUBBISH), cycle(BODIES)
    for address, methods in routes(whole, words):
        declared = methods - {"HEAD", "OPTIONS"}
        for method in sorted(declared if who != "liar" else METHODS - declared):
            for sent in letters(method, token, next(words), next(bodies)):
                reply = browser.http.open(address, method=method, **sent)
                assert reply.status_code < 500 or reply.status_code == 507, (method, address)
                reply.close()  # streams have no end
        if who == "host" and address.endswith((*UPSETTING, "/leave")):
            whole.tidy()
            token = browser.token
