"""Serve the screens: a few threads for pages and taps, and one that feeds all live streams."""

from __future__ import annotations

from cheroot.wsgi import Gateway_10
from cheroot.wsgi import Server as Cheroot
from flask import Flask

from web.postman import Parcel, Postman

#: As many requests are dealt with at a time; a stream is none of them.
_THREADS = 12


class _Gateway(Gateway_10):
    """Answer a request; a live stream is left to the postman, with its connection."""

    def respond(self) -> None:
        parcels: list[Parcel] = []
        self.env["companion.parcel"] = parcels
        response = self.req.server.wsgi_app(self.env, self.start_response)
        try:
            if parcels:
                self._hand_over(parcels[0])
                return
            for chunk in filter(None, response):
                self.write(chunk)
            self.req.ensure_headers_sent()
        finally:
            response.close()

    def _hand_over(self, parcel: Parcel) -> None:
        request, connection = self.req, self.req.conn
        request.sent_headers = request.close_connection = True
        connection.linger = True  # the server forgets the connection without hanging up
        self.req.server.postman.take(connection.socket, parcel)


class _Cheroot(Cheroot):
    postman: Postman


class Server:
    """Serve an app until it is stopped."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:
        """Listen; port 0 takes any that is free."""
        self._relay = app.extensions["companion"].relay
        self._server = _Cheroot((host, port), app, numthreads=_THREADS, server_name="table")
        self._server.gateway = _Gateway
        self._server.postman = Postman(self._relay)
        self._server.prepare()

    @property
    def port(self) -> int:
        """Return the port that phones connect to."""
        address = self._server.bind_addr
        assert isinstance(address, tuple)
        return int(address[1])

    def run(self) -> None:
        """Serve until somebody calls ``stop``."""
        self._server.serve()

    def stop(self) -> None:
        """Stop serving, and tell nobody anything any more; calling it again does no harm."""
        self._relay.stop()
        self._server.postman.stop()
        self._server.stop()
