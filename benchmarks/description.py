"""Schemathesis against the OpenAPI description of a shared server, at length: no call may end in a 5xx.

python benchmarks/description.py [--examples 200]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sandtable.server.settings import Settings
from server.description import send_anything
from server.harness import NO_LIMITS, serving


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=200)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/games.sqlite3", shared=True, limits=NO_LIMITS, pause=0)
        with serving(settings) as server:
            calls = send_anything(server, given.examples)
    print(f"{calls} calls with up to {given.examples} bodies and addresses each: no failure")


if __name__ == "__main__":
    main()
