"""A server that is killed again and again while clients stream choices at it, and the proof that nothing was lost."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from sandtable.kernel import replay
from server.following import offered
from server.harness import PATIENCE, Server, free_port, new_key

_MAIN = "from sandtable.cli.main import main; main()"
_STARTING = 120.0
_ERRORS = (OSError, WebSocketException, EOFError, TimeoutError, httpx.HTTPError)


class Restarted:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, database: str, *options: str) -> None:
        self.port = free_port()
        self._command = [
            sys.executable, "-c", _MAIN, "serve", "--port", str(self.port), "--database", database, *options,
        ]  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.begin()
        self.wait()

    def begin(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def wait(self) -> None:
        """Return when it can be reached."""
        deadline = time.monotonic() + _STARTING
        while True:
            with contextlib.suppress(OSError), create_connection(("127.0.0.1", self.port)):
                return
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()


class Stream(threading.Thread):
    """A client that plays a whole table as fast as it can and comes back whenever the server has gone.

    It repeats a request that was not answered, with the same key, and notes every choice that was confirmed. Of several
    servers it comes to any, as a proxy would have it.
    """

    def __init__(self, ports: Sequence[int], keys: dict[str, Any], seed: int, patience: float = 10.0) -> None:
        super().__init__(daemon=True)
        self.table = keys["table"]
        self.confirmed: list[str] = []
        self.failure = ""
        self._tokens = tuple(keys["tokens"].values())
        self._sides = tuple(keys["tokens"])
        self._ports = ports
        self._patience = patience
        self._rng = random.Random(seed)
        self._requests = itertools.count(1)
        self._unanswered: dict[str, Any] | None = None
        self.stopping = threading.Event()
        self.over = False

    def run(self) -> None:
        while not self.stopping.is_set() and not self.over and not self.failure:
            with contextlib.suppress(*_ERRORS):
                self._visit()
            time.sleep(0.05)

    def _visit(self) -> None:
        port = random.choice(self._ports)
        with connect(
            f"ws://127.0.0.1:{port}/ws/tables/{self.table}", open_timeout=2, close_timeout=0.2, max_size=None
        ) as socket:
            socket.send(json.dumps({"type": "hello", "tokens": self._tokens}))
            position = self._hear(socket, "position")
            if self._unanswered is not None:
                self._send(socket, self._unanswered)
                position = self._look(socket, position["side"])
            while not self.stopping.is_set():
                if position["result"]:
                    self.over = True
                    return
                if position["question"] is None:
                    other = next(side for side in self._sides if side != position["side"])
                    position = self._look(socket, other)
                    continue
                self._choose(socket, position)
                position = self._look(socket, position["side"])

    def _choose(self, socket: ClientConnection, position: dict[str, Any]) -> None:
        option = self._rng.choice(offered(position))
        request = {
            "type": "choose", "request": next(self._requests), "option": option, "revision": position["revision"],
            "key": new_key(), "side": position["side"],
        }  # fmt: skip
        self._unanswered = request
        self._send(socket, request)

    def _send(self, socket: ClientConnection, request: dict[str, Any]) -> None:
        socket.send(json.dumps(request))
        answer = self._answer(socket, request["request"])
        if answer["ok"]:
            self.confirmed.append(request["option"])
        elif answer["problem"]["code"] == "slow-down":
            time.sleep(0.1)
        else:
            self.failure = str(answer["problem"])
        self._unanswered = None

    def _look(self, socket: ClientConnection, side: str) -> dict[str, Any]:
        number = next(self._requests)
        socket.send(json.dumps({"type": "look-as", "request": number, "side": side}))
        if not self._answer(socket, number)["ok"]:
            time.sleep(0.1)
            return self._look(socket, side)
        return self._hear(socket, "position")

    def _answer(self, socket: ClientConnection, number: int) -> dict[str, Any]:
        while True:
            answer = self._hear(socket, "answer")
            if answer["request"] == number:
                return answer

    def _hear(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(socket.recv(timeout=self._patience))
            if message["type"] == kind:
                return message


def kill_repeatedly(database: str, kills: int, tables: int = 3, seed: int = 1) -> Iterator[int]:
    """Kill a server so often, yielding the count of confirmed choices after each; then compare with what it kept.

    Where a game comes to its end, another is begun. Raises AssertionError where a confirmed choice is missing, or one
    is there twice or unasked.
    """
    rng = random.Random(seed)
    server = Restarted(database)
    server.start()
    try:
        streams: list[Stream] = []
        for _ in range(kills):
            caller = Server(server.port)
            for _ in range(tables - sum(stream.is_alive() for stream in streams)):
                streams.append(Stream((server.port,), caller.new_table(), len(streams)))
                streams[-1].start()
            wait_for(streams, rng.randint(2, 40))
            time.sleep(rng.uniform(0, 0.03))
            server.kill()
            server.start()
            yield _confirmed(streams)
        for stream in streams:
            stream.stopping.set()
        for stream in streams:
            stream.join(PATIENCE)
            assert not stream.failure, stream.failure
            compare(Server(server.port), stream)
    finally:
        server.kill()


def strike_repeatedly(database: str, blows: int, lease: int = 1, seed: int = 1) -> Iterator[int]:
    """Kill one of three servers on a database, or stop it until the others have taken over, so often.

    Yields the count of confirmed choices after each blow; then compares with what was kept, as above.
    """
    rng = random.Random(seed)
    servers = [Restarted(database, "--lease", str(lease)) for _ in range(3)]
    ports, streams = [server.port for server in servers], list[Stream]()
    for server in servers:
        server.begin()
    try:
        for server in servers:
            server.wait()
        for blow in range(blows):
            for _ in range(len(servers) - sum(stream.is_alive() for stream in streams)):
                servers[(blow + 1) % 3].wait()
                keys = Server(servers[(blow + 1) % 3].port).new_table()
                streams.append(Stream(ports, keys, len(streams), patience=3.0 * lease))
                streams[-1].start()
            wait_for(streams, rng.randint(2, 30))
            victim = servers[blow % 3]
            victim.wait()
            if blow % 2:
                victim.signal(signal.SIGSTOP)
                time.sleep(2.5 * lease)
                victim.signal(signal.SIGCONT)
            else:
                victim.kill()
                victim.begin()
            yield _confirmed(streams)
        wait_for(streams, 20)
        for stream in streams:
            stream.stopping.set()
        servers[blows % 3].wait()
        for stream in streams:
            stream.join(PATIENCE)
            assert not stream.failure, stream.failure
            compare(Server(servers[blows % 3].port), stream)
    finally:
        for server in servers:
            server.signal(signal.SIGCONT)
            server.kill()


def _confirmed(streams: list[Stream]) -> int:
    return sum(len(stream.confirmed) for stream in streams)


def wait_for(streams: list[Stream], more: int) -> None:
    """Wait until so many more choices are confirmed, or nobody is left to make any."""
    enough, deadline = _confirmed(streams) + more, time.monotonic() + _STARTING
    while _confirmed(streams) < enough and any(stream.is_alive() for stream in streams):
        assert time.monotonic() < deadline, "no choices are confirmed"
        time.sleep(0.002)


def compare(server: Server, stream: Stream) -> None:
    """What the server kept is what was confirmed, but for one choice at most that was still on its way."""
    saved = server.http.get(f"/api/tables/{stream.table}/save").content
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "save"
        path.write_bytes(saved)
        *_, table = replay(path)
    kept = table.choices
    assert kept[: len(stream.confirmed)] == stream.confirmed, "a confirmed choice was lost or doubled"
    assert len(kept) <= len(stream.confirmed) + 1, "more was kept than was asked for"
