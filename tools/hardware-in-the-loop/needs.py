"""Print what the guest's Python needs: everything the project needs, and what drives the devices."""

import sys
import tomllib
from pathlib import Path

#: picamera2 comes from apt on a Raspberry Pi; Debian has no such package.
DEVICES = ("gpiozero", "lgpio", "picamera2")

project = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["project"]
print(*project["dependencies"], *DEVICES, sep="\n")
