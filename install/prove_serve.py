"""Start the installed table as its service does, and see it say that it is up and answer a phone.

prove_serve.py COMPANION      the installed command
"""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

_PATIENCE_S = 120


def main() -> None:
    """Start it, knock, and let it go."""
    address = f"\0prove-serve-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(_PATIENCE_S)
        told = {**os.environ, "NOTIFY_SOCKET": f"@{address[1:]}", "COMPANION_LANGUAGE": "en"}
        words = [sys.argv[1], "serve", "--camera", "none", "--port", "0"]
        table = subprocess.Popen(words, env=told, stderr=subprocess.PIPE, text=True)
        try:
            while b"READY=1" not in manager.recv(4096):
                pass
            assert table.stderr is not None
            found = None
            while found is None:
                found = re.search(r"http://localhost:\d+", table.stderr.readline())
            with urllib.request.urlopen(f"{found[0]}/", timeout=_PATIENCE_S) as answer:
                sys.stdout.write(f"{found[0]} answers with {answer.status}\n")
            table.send_signal(signal.SIGTERM)
            while b"STOPPING=1" not in manager.recv(4096):
                pass
            sys.stdout.write(f"it ends with {table.wait(_PATIENCE_S)}\n")
        finally:
            table.kill()
    sys.exit(table.wait())


main()
