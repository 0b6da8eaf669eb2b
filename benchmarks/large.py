"""The largest title that anybody may play, made up: 2,000 counters on 5,040 hexes.

    python benchmarks/large.py [--choices 400] [--title efs --scenario perekop-long]

Or a scenario of a published title in its place. Two people and a spectator sit at a table; how long a choice takes to
be answered, measured at the socket, and how many bytes it takes. Then the map is pulled about in a headless Chromium:
the time from frame to frame, and what each frame takes of the main thread's own time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.frames import drag, frame_times, frame_work, keep_drawing, turn_the_wheel
from sandtable.kernel.title import title as titled
from sandtable.server.app import create_app
from sandtable.server.settings import Settings
from server import multitude
from server.following import followed, offered
from server.harness import NO_LIMITS, free_port

MADE_UP, ALL = "multitude", "all"


def serve(port: int, database: str) -> None:
    """A server in a process of its own, in which the title is installed; it does not hold back answers that a standing
    order could have given, since people think for longer than it would."""
    with multitude.installed():
        app = create_app(Settings(database=database, limits=NO_LIMITS, pause=0))
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio")


class Seat:
    """A client that reads the clock before it reads what it was sent."""

    def __init__(self, port: int, keys: dict[str, Any], token: str) -> None:
        self._socket = connect(f"ws://127.0.0.1:{port}/ws/tables/{keys['table']}", max_size=None)
        self._socket.send(json.dumps({"type": "hello", "tokens": [token]}))
        self._requests = itertools.count(1)
        self.position: dict[str, Any] = {}
        while not self.position:
            self._follow(str(self._socket.recv()))

    def _follow(self, text: str) -> str:
        message = json.loads(text)
        if message["type"] == "position":
            self.position = message
        if message["type"] == "update":
            self.position = followed(self.position, message)
        return str(message["type"])

    def choose(self, rng: random.Random) -> tuple[float, int]:
        """How many milliseconds a choice took, and how many bytes."""
        number = next(self._requests)
        side, revision = self.position["side"], self.position["revision"]
        request = {"type": "choose", "request": number, "option": rng.choice(offered(self.position))}
        text = json.dumps(request | {"revision": revision, "key": f"large-{side}-{number:06d}", "side": side})
        begun, told = time.perf_counter(), []
        self._socket.send(text)
        while not told or not told[-1].startswith('{"type":"answer"'):
            told.append(str(self._socket.recv()))
        taken = time.perf_counter() - begun
        for each in told:
            self._follow(each)
        return 1000 * taken, sum(map(len, told))

    def hear(self) -> None:
        """Hear what another has done."""
        while self._follow(str(self._socket.recv())) != "update":
            pass


def answers(port: int, plan: dict[str, Any], choices: int) -> None:
    rng = random.Random(1)
    seats = _seats(port, plan)
    times: list[float] = []
    sizes: list[int] = []
    while len(times) < choices:
        asked = next((seat for seat in seats if seat.position["question"]), None)
        if asked is None:
            seats = _seats(port, plan)
            continue
        taken, size = asked.choose(rng)
        times.append(taken)
        sizes.append(size)
        for seat in seats:
            if seat is not asked:
                seat.hear()
    print(f"{choices} choices answered within: {_spread(times)} ms")
    print(f"bytes of a choice: median {statistics.median(sizes):.0f}, at most {max(sizes)}")


def frames(port: int, keys: dict[str, Any]) -> None:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "there is no Chromium; run make test"
    flags = ["--disable-gpu", "--no-first-run", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{port}/#/table/{keys['table']}")
        page.wait_for_selector(".counter", state="attached")
        page.wait_for_selector(".sheet:not(.moving)")
        page.wait_for_timeout(3000)
        for name, act in (("panning", drag), ("zooming", turn_the_wheel)):
            print(f"{name}, from frame to frame: {_spread(frame_times(page, act))} ms")
            keep_drawing(page)
            print(f"{name}, work of a frame: {_spread(frame_work(page, act))} ms")
        browser.close()


def _spread(figures: Sequence[float]) -> str:
    cuts = statistics.quantiles(figures, n=100)
    return f"p50 {cuts[49]:.1f}, p90 {cuts[89]:.1f}, p99 {cuts[98]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--choices", type=int, default=400)
    parser.add_argument("--title", default=MADE_UP)
    parser.add_argument("--scenario", default=ALL)
    given = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.sqlite3"
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(port, database))
        server.start()
        try:
            plan = _plan(given.title, given.scenario)
            answers(port, plan, given.choices)
            frames(port, _table(port, plan))
        finally:
            server.terminate()
            server.join()


def _plan(title: str, scenario: str) -> dict[str, Any]:
    with multitude.installed():
        sides = titled(title).scenario(scenario).sides
    return {"title": title, "scenario": scenario, "seats": {side: {"mode": "human"} for side in sides}}


def _seats(port: int, plan: dict[str, Any]) -> list[Seat]:
    """Everybody at a new table."""
    keys = _table(port, plan)
    return [Seat(port, keys, token) for token in (*keys["tokens"].values(), keys["spectator"])]


def _table(port: int, plan: dict[str, Any]) -> dict[str, Any]:
    """A new table, once the server is up."""
    transport = httpx.HTTPTransport(retries=8)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, transport=transport) as http:
        keys: dict[str, Any] = http.post("/api/tables", json=plan).raise_for_status().json()
        return keys


if __name__ == "__main__":
    main()
