"""Start the installed table as its service does, and see it say that it is up and answer a phone.

prove_serve.py COMPANION      the installed command
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

_PATIENCE_S = 120


def await_word(manager: socket.socket, table: "subprocess.Popen[str]", word: bytes) -> None:
    """Wait until the table says something to whoever started it; one that has ended says no more."""
    end_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end_s:
        ended = table.poll() is not None
        try:
            if word in manager.recv(4096):
                return
        except TimeoutError:
            if ended:
                break
    table.kill()
    sys.exit(f"it never said {word.decode()}\n{table.communicate()[1]}")


def main() -> None:
    """Start it, knock, and let it go."""
    address = f"\0prove-serve-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(1.0)
        told = {**os.environ, "NOTIFY_SOCKET": f"@{address[1:]}", "COMPANION_LANGUAGE": "en"}
        words = [sys.argv[1], "serve", "--camera", "none", "--port", "0"]
        table = subprocess.Popen(words, env=told, stderr=subprocess.PIPE, text=True)
        try:
            await_word(manager, table, b"READY=1")
            assert table.stderr is not None
            found = None
            while found is None:
                found = re.search(r"http://localhost:\d+", table.stderr.readline())
            with urllib.request.urlopen(f"{found[0]}/", timeout=_PATIENCE_S) as answer:
                sys.stdout.write(f"{found[0]} answers with {answer.status}\n")
            table.send_signal(signal.SIGTERM)
            await_word(manager, table, b"STOPPING=1")
            sys.stdout.write(f"it ends with {table.wait(_PATIENCE_S)}\n")
        finally:
            table.kill()
    sys.exit(table.wait())


main()
