"""The address that phones are told: on the way out, or in a network that leads nowhere."""

from __future__ import annotations

import re
import socket

import pytest

from companion.app.address import Interface, choose, interfaces, own_address

UP, DOWN, LOOPBACK = 0x1043, 0x1002, 0x49
LO = Interface("lo", LOOPBACK, "127.0.0.1")
CABLE = Interface("eth0", UP, "192.168.178.42")
OWN_NETWORK = Interface("wlan0", UP, "10.42.0.1")
MADE_UP = Interface("eth0", UP, "169.254.17.3")
OFF = Interface("eth1", DOWN, "192.168.1.9")


@pytest.mark.parametrize(
    ("found", "address"),
    [
        ((), None),
        ((LO,), None),
        ((LO, OWN_NETWORK), "10.42.0.1"),
        ((LO, CABLE, OWN_NETWORK), "192.168.178.42"),
        ((LO, OFF, OWN_NETWORK), "10.42.0.1"),
        ((LO, MADE_UP, OWN_NETWORK), "10.42.0.1"),
        ((LO, MADE_UP), "169.254.17.3"),
    ],
)
def test_the_first_address_that_others_can_reach(found, address):
    assert choose(found) == address


def test_the_interfaces_of_this_machine_are_asked():
    if "lo" not in {name for _, name in socket.if_nameindex()}:
        pytest.skip("NO LOOPBACK: this machine has no interface that is known beforehand")
    (loopback,) = (one for one in interfaces() if one.name == "lo")
    assert loopback.address == "127.0.0.1"
    assert choose([loopback]) is None


def test_an_address_is_one_that_people_can_type():
    found = own_address()
    assert found is None or re.fullmatch(r"(\d+\.){3}\d+", found)
