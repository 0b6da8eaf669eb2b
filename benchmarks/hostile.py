"""A tenth of the clients are hostile: how long do the others wait for their choices and odds?

    python benchmarks/hostile.py [--people 40] [--seconds 40] [--wait 600]

Every person plays a greedy bot at a table of its own, thinks for one to three seconds, and asks for odds before each
choice; the server has worked for a while before they come. Of ten clients one does what hurts: asks the same odds from
many sockets, asks for positions far back, uploads saves, has games of hard bots watched, chooses at many tables without
thinking, begins requests and does not end them.

Beside the figures stands what the machine did: who had the processors, how long the server's event loop waited for
one, and each figure once more without the time in which it or this program waited: so much it is at the least. With
`--wait` it begins when nobody else works on the machine, after so many seconds at the latest.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
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
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from machine import Machine, wait_for_quiet

from sandtable.kernel import Table
from server.faults import Restarted
from server.following import followed, offered

THINKING = (1.0, 3.0)
SOCKETS = 50
RACERS = 12
WARMING = 15.0
Here = tuple[str, int]
"""From where somebody comes: everybody from a network of their own, the hostile tenth from four."""
Took = tuple[float, float]
"""How long something took, in seconds: in all, and without waiting for a processor."""


class Person:
    """Asks for odds, then chooses, and notes how long each took."""

    thinking = THINKING

    def __init__(self, rng: random.Random, machine: Machine) -> None:
        self.choices: list[Took] = []
        self.odds: list[Took] = []
        self._machine = machine
        self.refused: list[str] = []
        self._rng = rng
        self._numbers = itertools.count(1)
        self._position: dict[str, Any] = {}

    async def play(self, port: int, keys: dict[str, Any], until: float, here: Here) -> None:
        async with connect(_address(port, keys), max_size=None, local_addr=here) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": [keys["tokens"]["blue"]]}))
            while time.perf_counter() < until and not self._position.get("result"):
                if not self._position.get("question"):
                    await self._hear(socket, until)
                    continue
                await self._wait(socket, time.perf_counter() + self._rng.uniform(*self.thinking))
                if self._position.get("question"):
                    option = self._rng.choice(offered(self._position))
                    await self._consider(socket, option)
                    choice = {
                        "type": "choose",
                        "option": option,
                        "revision": self._position["revision"],
                        "side": "blue",
                    }
                    self.choices.append(await self._ask(socket, choice | {"key": f"hostile-{next(self._numbers):08d}"}))

    async def _consider(self, socket: Any, option: str) -> None:
        self.odds.append(await self._ask(socket, {"type": "odds", "option": option, "side": "blue"}))

    async def _ask(self, socket: Any, request: dict[str, Any]) -> Took:
        number, begun, waited = next(self._numbers), time.perf_counter(), self._machine.waited()
        await socket.send(json.dumps(request | {"request": number}))
        while True:
            message = json.loads(await socket.recv())
            self._heed(message)
            if message["type"] == "answer" and message["request"] == number:
                if not message["ok"]:
                    self.refused.append(message["problem"]["code"])
                took = time.perf_counter() - begun
                return took, max(0.0, took - (self._machine.waited() - waited))

    async def _wait(self, socket: Any, until: float) -> None:
        while time.perf_counter() < until:
            await self._hear(socket, until)

    async def _hear(self, socket: Any, until: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.001, until - time.perf_counter())):
                self._heed(json.loads(await socket.recv()))

    def _heed(self, message: dict[str, Any]) -> None:
        if message["type"] == "update":
            self._position = followed(self._position, message)
        elif message["type"] == "position":
            self._position = message


class Racer(Person):
    """Chooses as fast as it is answered."""

    thinking = (0.0, 0.0)

    async def _consider(self, socket: Any, option: str) -> None:
        return


def _address(port: int, keys: dict[str, Any]) -> str:
    return f"ws://127.0.0.1:{port}/ws/tables/{keys['table']}"


def _long_save(folder: Path) -> bytes:
    """A game of the tutorial that goes on as long as chance lets it."""
    table, rng = Table.new("primer", "bridge", seed=3), random.Random(3)
    while table.decisions:
        decision = rng.choice(table.decisions)
        table.choose(rng.choice(decision.ids), decision.side)
    table.save(folder / "save")
    return (folder / "save").read_bytes()


async def _pester(port: int, keys: dict[str, Any], until: float, here: Here) -> None:
    """Ask for odds and for the beginning of the game, over and over, as fast as answers come."""
    with contextlib.suppress(WebSocketException, OSError):
        async with connect(_address(port, keys), max_size=None, local_addr=here) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": list(keys["tokens"].values())}))
            for number in itertools.count(1):
                if time.perf_counter() > until:
                    return
                side = "blue"
                await socket.send(
                    json.dumps({"type": "odds", "request": number, "option": "order:march", "side": side})
                )
                await socket.send(
                    json.dumps({"type": "replay", "request": number, "number": number % 40, "side": side})
                )
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.05):
                        while True:
                            await socket.recv()


async def _upload(client: httpx.AsyncClient, save: bytes, until: float) -> None:
    while time.perf_counter() < until:
        with contextlib.suppress(httpx.HTTPError):
            kind = {"Content-Type": "application/octet-stream"}
            await client.post("/api/tables/upload", content=save, headers=kind)


async def _watch(port: int, keys: dict[str, Any], until: float, here: Here) -> None:
    with contextlib.suppress(WebSocketException, OSError):
        async with connect(_address(port, keys), max_size=None, local_addr=here) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": [keys["spectator"]]}))
            while time.perf_counter() < until:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await socket.recv()


async def _dawdle(port: int, until: float) -> None:
    while time.perf_counter() < until:
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /api/tables HTTP/1.1\r\nHost: loc")
            await asyncio.sleep(1)
            writer.close()


async def _measure(port: int, people: int, seconds: float, folder: Path, machine: Machine) -> list[Person]:
    rng = random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:

        async def table(blue: str, red: str, bot: str) -> dict[str, Any]:
            seats = {"blue": {"mode": blue, "bot": bot}, "red": {"mode": red, "bot": bot}}
            body = {"title": "primer", "scenario": "bridge", "seats": seats}
            keys: dict[str, Any] = (await client.post("/api/tables", json=body)).json()
            return keys

        crowd = [Person(random.Random(rng.random()), machine) for _ in range(people)]
        tables = [await table("human", "bot", "greedy") for _ in crowd]
        victim = await table("human", "human", "greedy")
        tracks = [await table("human", "bot", "greedy") for _ in range(RACERS)]
        shows = [await table("bot", "bot", "hard") for _ in range(12)]
        save = _long_save(folder)
        await Person(rng, machine).play(
            port, await table("human", "bot", "greedy"), time.perf_counter() + 20, ("127.250.0.1", 0)
        )
        until = time.perf_counter() + seconds
        machine.start()
        beating = asyncio.create_task(machine.beat())
        hostile = [
            *(_pester(port, victim, until, (f"127.{200 + n % 4}.0.1", 0)) for n in range(SOCKETS)),
            *(_watch(port, keys, until, ("127.200.0.1", 0)) for keys in shows),
            *(_upload(client, save, until) for _ in range(4)),
            *(_dawdle(port, until) for _ in range(20)),
            *(
                Racer(rng, machine).play(port, keys, until, (f"127.{200 + number % 4}.0.1", 0))
                for number, keys in enumerate(tracks)
            ),
        ]
        places = [(f"127.{number % 200}.1.1", 0) for number in range(1, people + 1)]
        playing = [
            person.play(port, keys, until, here) for person, keys, here in zip(crowd, tables, places, strict=True)
        ]
        crowded = asyncio.gather(*hostile, return_exceptions=True)
        ends = await asyncio.gather(*playing, return_exceptions=True)
        await crowded
        beating.cancel()
        print(machine.told(), end="")
        print("people who were cut off:", sum(isinstance(end, Exception) for end in ends))
    return crowd


def _told(name: str, took: list[Took]) -> str:
    told = [f"{name}: {len(took)}"]
    for which, seconds in zip(
        ("in all", "at the least, without waiting for a processor"), zip(*took, strict=True), strict=True
    ):
        found = sorted(seconds)
        middle, high = statistics.median(found), found[int(len(found) * 0.99)]
        told.append(
            f"  {which}: p50 {middle * 1000:.0f} ms, p99 {high * 1000:.0f} ms, at most {found[-1] * 1000:.0f} ms"
        )
    return "\n".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--wait", type=float, default=0.0)
    given = parser.parse_args()
    if not wait_for_quiet(given.wait):
        print("others are still at work on this machine")
    with tempfile.TemporaryDirectory() as folder:
        server = Restarted(f"sqlite:///{folder}/games.sqlite3")
        server.start()
        try:
            crowd = asyncio.run(_measure(server.port, given.people, given.seconds, Path(folder), Machine(server.pid)))
        finally:
            server.kill()
    print(_told("choices", [each for person in crowd for each in person.choices]))
    print(_told("odds", [each for person in crowd for each in person.odds]))
    print("refused:", sorted({code for person in crowd for code in person.refused}) or "nothing")


if __name__ == "__main__":
    main()
