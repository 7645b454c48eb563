"""A program to be killed: it writes one profile after the other and says when each was done.

Usage: profile_victim.py SOURCE TARGET: reads the profile SOURCE and writes it to TARGET again and
again, each time with another date.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from companion.app.see import plan_of
from companion.games.vienna.box import DATA
from vision.profile import load_profile, save_profile
from vision.profile_table import Story


def main(source: str, target: str) -> None:
    table, knowledge = load_profile(Path(source), plan_of)
    for number in count():
        story = Story(made=f"{number}")
        pack = DATA / "reference" / "full"
        save_profile(Path(target), knowledge, pack, table.game, table.edition, story)
        os.write(sys.stdout.fileno(), f"{number}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
