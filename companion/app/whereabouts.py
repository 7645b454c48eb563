"""Where phones find the table, while the network changes: a machine may be up before its Wi-Fi is."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import Self

from companion.app.address import own_address
from companion.app.settings import AUTO, NetworkSettings

#: So soon a phone may join after the network has come up; looking takes no time and sends nothing.
EVERY_S = 5.0
_NOWHERE = "localhost"
#: Finds the address of the machine, if it has any.
Looking = Callable[[], str | None]


class Whereabouts:
    """Follow the address of the machine, and tell somebody when it is another one.

    A network that is gone for a while takes no address away: it mostly comes back with the same.
    """

    def __init__(
        self,
        network: NetworkSettings,
        port: int,
        moved: Callable[[str], None],
        look: Looking = own_address,
    ) -> None:
        """Look once; ``moved`` hears only of what comes later."""
        self._moved, self._port = moved, port
        self._look = look if network.address == AUTO else lambda: network.address
        self._name = self._look() or _NOWHERE
        self._over = Event()
        self._thread = Thread(target=self._follow, name="whereabouts", daemon=True)

    @property
    def address(self) -> str:
        """Return where phones find the table."""
        return f"http://{self._name}:{self._port}"

    def check(self) -> None:
        """Look again."""
        name = self._look()
        if name is not None and name != self._name:
            self._name = name
            self._moved(self.address)

    def _follow(self) -> None:
        while not self._over.wait(EVERY_S):
            self.check()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
