"""Many tables at once: people who play bots, spectators who watch, and how long a choice takes to be answered.

    python benchmarks/load.py [--tables 200] [--seconds 60] [--database URL]

Every table has a person, who thinks for one to three seconds, against a greedy bot, and a spectator: two sockets.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from machine import Machine

from server.faults import Restarted
from server.following import followed, offered

THINKING = (1.0, 3.0)


class Person:
    """Plays one side of a table and notes how long each choice took to be answered."""

    def __init__(self, rng: random.Random) -> None:
        self.latencies: list[float] = []
        self.errors: list[str] = []
        self.games = 0
        self._rng = rng
        self._requests = itertools.count(1)

    async def play(self, port: int, keys: dict[str, Any], until: float) -> None:
        async with connect(_address(port, keys), max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": [keys["tokens"]["blue"]]}))
            position: dict[str, Any] = {}
            due = time.perf_counter() + self._rng.uniform(*THINKING)
            while (now := time.perf_counter()) < until and not position.get("result"):
                if position.get("question") and now >= due:
                    position = await self._choose(socket, position)
                    due = time.perf_counter() + self._rng.uniform(*THINKING)
                    continue
                wait = (due if position.get("question") else until) - now
                try:
                    async with asyncio.timeout(max(0.001, wait)):
                        message = json.loads(await socket.recv())
                except TimeoutError:
                    continue
                position = _followed(position, message)
            self.games += bool(position.get("result"))

    async def _choose(self, socket: ClientConnection, position: dict[str, Any]) -> dict[str, Any]:
        """Choose, wait for the answer, and return the position that came before it."""
        number = next(self._requests)
        option = self._rng.choice(offered(position))
        begun = time.perf_counter()
        request = {"type": "choose", "request": number, "option": option, "revision": position["revision"]}
        await socket.send(json.dumps(request | {"key": f"load-{number:08d}", "side": "blue"}))
        while True:
            message = json.loads(await socket.recv())
            position = _followed(position, message)
            if message["type"] == "answer" and message["request"] == number:
                self.latencies.append(time.perf_counter() - begun)
                if not message["ok"]:
                    self.errors.append(str(message["problem"]))
                return position


def _followed(position: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    if message["type"] == "update":
        return followed(position, message)
    return message if message["type"] == "position" else position


async def watch(port: int, keys: dict[str, Any], until: float) -> int:
    """A spectator: how many messages it was sent."""
    heard = 0
    async with connect(_address(port, keys), max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "tokens": [keys["spectator"]]}))
        while (left := until - time.perf_counter()) > 0:
            try:
                async with asyncio.timeout(left):
                    await socket.recv()
                heard += 1
            except TimeoutError:
                break
    return heard


def _address(port: int, keys: dict[str, Any]) -> str:
    return f"ws://127.0.0.1:{port}/ws/tables/{keys['table']}"


async def _made(http: httpx.AsyncClient) -> int:
    """How many choices were made in all games, of people and bots."""
    page: str | None = "/api/tables"
    made = 0
    while page:
        answer = await http.get(page)
        made += sum(card["choices"] for card in answer.json())
        page = answer.links.get("next", {}).get("url")
    return made


async def _load(port: int, tables: int, seconds: float, machine: Machine) -> None:
    seats = {"blue": {"mode": "human"}, "red": {"mode": "bot", "bot": "greedy"}}
    plan = {"title": "primer", "scenario": "bridge", "seats": seats}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        keys = [(await http.post("/api/tables", json=plan)).raise_for_status().json() for _ in range(tables)]
        until = time.perf_counter() + seconds
        machine.start()
        people = [Person(random.Random(n)) for n in range(tables)]
        playing = [person.play(port, each, until) for person, each in zip(people, keys, strict=True)]
        watching = [watch(port, each, until) for each in keys]
        *_, heard = await asyncio.gather(asyncio.gather(*playing), asyncio.gather(*watching))
        print(machine.told(), end="")
        used, memory = machine.used(), machine.memory()
        made = await _made(http)
    latencies = sorted(latency * 1000 for person in people for latency in person.latencies)
    errors = [error for person in people for error in person.errors]
    print(f"{tables} tables, {2 * tables} sockets, {seconds:g} s: {len(errors)} errors {errors[:3]}")
    rate = len(latencies) / seconds
    print(f"choices answered to people: {len(latencies)} ({rate:.0f}/s); of bots: {made - len(latencies)}")
    print(f"messages to spectators: {sum(heard)}; games finished: {sum(person.games for person in people)}")
    print(f"the server itself worked {used / made * 1000:.2f} ms on a choice, and took {memory:.0f} MB")
    cuts = statistics.quantiles(latencies, n=100)
    shown = {"p50": cuts[49], "p90": cuts[89], "p99": cuts[98], "max": latencies[-1]}
    print("answered within: " + ", ".join(f"{name} {value:.1f} ms" for name, value in shown.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--database", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Restarted(given.database or f"sqlite:///{folder}/games.sqlite3")
        server.start()
        try:
            asyncio.run(_load(server.port, given.tables, given.seconds, Machine(server.pid)))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
