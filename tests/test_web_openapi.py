"""The JSON interface against its own description: whatever is sent, the table never stumbles."""

from __future__ import annotations

from typing import Any

import pytest
from web_house import FULL, Browser, House, open_app

from web.limits import Limits
from web.openapi import describe

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
hypothesis = pytest.importorskip("hypothesis")
ROOMY = Limits(commands=(10**9, 1.0), joins=(10**9, 1.0))
#: What is asked of every reply, whatever was sent.
CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]


class Door:
    """Lead to the app once there is one."""

    app: Any = None

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return self.app(environ, start_response)


DOOR = Door()
SCHEMA = schemathesis.openapi.from_dict(describe())
SCHEMA.app = DOOR


@pytest.fixture(scope="module")
def phone(tmp_path_factory):
    """Sit at a seat and lead the table, so that commands get as far as they can."""
    house = House(tmp_path_factory.mktemp("house"))
    house.sit(FULL, 9)
    app = open_app(house, ROOMY)
    phone = Browser(app)
    for seat in range(3):
        phone.join(seat, f"Player {seat}")
    phone.lead()
    DOOR.app = app
    yield phone
    app.extensions["companion"].relay.stop()
    house.close()


def test_every_route_of_the_interface_is_described(phone):
    routes = {
        rule.rule.replace("<int:seat>", "{seat}")
        for rule in phone.app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
    }
    assert routes - {"/api/openapi.json"} == describe()["paths"].keys()
    assert phone.get("/api/openapi.json").json["openapi"] == "3.1.0"


@pytest.mark.slow
@SCHEMA.parametrize()
@hypothesis.settings(
    max_examples=40, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
)
def test_nothing_that_is_sent_makes_the_table_stumble(case, phone):
    if case.path in ("/api/host/sign-out", "/api/host/end"):
        return  # they would end the test, and read nothing of what is sent
    cookie = phone.http.get_cookie("companion")
    case.headers["X-Token"] = phone.token
    case.call_and_validate(cookies={"companion": cookie.value}, checks=CHECKS)
