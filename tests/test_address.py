"""The address that phones are told: on the way out, or in a network that leads nowhere."""

from __future__ import annotations

import re
import socket

import pytest
from patience import comes_true

from companion.app import whereabouts
from companion.app.address import Interface, choose, interfaces, own_address
from companion.app.settings import NetworkSettings
from companion.app.whereabouts import Whereabouts

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


class Network:
    """A network that gives this machine another address now and then."""

    def __init__(self, *addresses):
        self._addresses, self.told = list(addresses), []

    def look(self):
        return self._addresses.pop(0) if len(self._addresses) > 1 else self._addresses[0]

    def follow(self, settings=NetworkSettings(), looks=0):  # noqa: B008 - it cannot be changed
        where = Whereabouts(settings, 8000, self.told.append, self.look)
        for _ in range(looks):
            where.check()
        return where


def test_a_table_that_is_up_before_its_network_is_found_later():
    network = Network(None, None, "169.254.17.3", "192.168.1.7", "192.168.1.7")
    assert network.follow().address == "http://localhost:8000"
    assert network.follow(looks=9).address == "http://192.168.1.7:8000"
    assert network.told == ["http://169.254.17.3:8000", "http://192.168.1.7:8000"]


def test_a_network_that_is_gone_takes_no_address_away():
    network = Network("192.168.1.7", None, None, "192.168.1.7")
    assert network.follow(looks=4).address == "http://192.168.1.7:8000"
    assert not network.told


def test_an_address_that_the_owner_chose_stays():
    network = Network("192.168.1.7", "192.168.1.8")
    chosen = NetworkSettings(address="table.example")
    assert network.follow(chosen, looks=3).address == "http://table.example:8000"
    assert not network.told


def test_the_network_is_followed_while_the_table_is_open(monkeypatch):
    monkeypatch.setattr(whereabouts, "EVERY_S", 0.01)
    network = Network(None, "192.168.1.7")
    with network.follow() as where:
        assert comes_true(lambda: network.told == ["http://192.168.1.7:8000"])
    assert where.address == network.told[0]
