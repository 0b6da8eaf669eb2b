"""Kill -9 during a stream of choices, many times, on both databases: is any accepted choice lost or doubled?

On PostgreSQL once more with three servers, of which one is killed or stopped for a while each time.

python benchmarks/faults.py [--kills 50] [--tables 3]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.faults import kill_repeatedly, strike_repeatedly
from server.postgres import postgres


def _run(name: str, killing: Iterator[int], kills: int) -> None:
    confirmed = 0
    for count, confirmed in enumerate(killing, 1):
        print(f"\r{name}: killed {count} of {kills} times, {confirmed} choices confirmed", end="", flush=True)
    print(f"\r{name}: killed {kills} times, {confirmed} choices confirmed, none lost, none doubled")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.sqlite3"
        _run("SQLite", kill_repeatedly(database, given.kills, given.tables), given.kills)
    with postgres() as database:
        _run("PostgreSQL", kill_repeatedly(database, given.kills, given.tables), given.kills)
    with postgres() as database:
        _run("three servers on PostgreSQL", strike_repeatedly(database, given.kills), given.kills)


if __name__ == "__main__":
    main()
