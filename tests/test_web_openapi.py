"""The JSON interface against its own description: whatever is sent, the table never stumbles."""

from __future__ import annotations

from typing import Any

import pytest
from whole_house import WholeHouse

from web.games import CALLS as GAMES
from web.maker_calls import CALLS as MAKER
from web.openapi import describe, path_of
from web.teach import CALLS as TEACH

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
hypothesis = pytest.importorskip("hypothesis")
#: What is asked of every reply, whatever was sent.
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
#: After these somebody has to sit down, log in, or begin again.
UPSETTING = ("/end", "/sign-out", "/forget", "/free", "/link", "/new-join-link")
DESCRIBED = describe(GAMES, MAKER, TEACH)


class Door:
    """Lead to the app once there is one."""

    app: Any = None

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.app(environ, start_response)


DOOR = Door()
SCHEMA = schemathesis.openapi.from_dict(DESCRIBED)
SCHEMA.app = DOOR


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Sit at every seat and lead the table, so that commands get as far as they can."""
    whole = WholeHouse(tmp_path_factory.mktemp("house"))
    DOOR.app = whole.app
    yield whole
    whole.close()


def test_every_route_of_the_interface_is_described(whole):
    rules = {path_of(rule.rule) for rule in whole.app.url_map.iter_rules()}
    programs = {path for path in rules if path.startswith("/api/") or path.endswith(".json")}
    files = {"/api/openapi.json", "/maker/pack/{name}.json"}
    assert programs - files <= DESCRIBED["paths"].keys() <= rules
    told = whole.host.get("/api/openapi.json").json["paths"]
    assert told.keys() == DESCRIBED["paths"].keys()


def test_who_asks_for_json_is_refused_in_json(whole):
    for path in ("/teach/bench", "/host/board.json", "/games/none/steps.json"):
        reply = whole.seat.get(path)
        assert reply.status_code in (403, 404), path
        assert reply.json["refused"], path


@pytest.mark.slow
@SCHEMA.parametrize()
@hypothesis.settings(
    max_examples=25, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
def test_nothing_that_is_sent_makes_the_table_stumble(case, whole):
    for name, value in (case.path_parameters or {}).items():
        if name in whole.known and len(str(value)) % 2:  # some blanks are filled with what is there
            case.path_parameters[name] = whole.known[name]
    case.headers["X-Token"] = whole.token
    cookie = whole.host.http.get_cookie("companion")
    case.call_and_validate(cookies={"companion": cookie.value}, checks=CHECKS)
    if case.path.endswith(UPSETTING):
        whole.tidy()
