"""A real server on a free port, and clients that talk to it as browsers do."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import argon2
import httpx
import msgspec
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sandtable.server.app import create_app
from sandtable.server.settings import Limits, Rate, Settings
from server.following import followed, spelled

TITLE, SCENARIO, SIDES = "primer", "bridge", ("blue", "red")
PATIENCE = 120.0
FREE = Rate(1e6, 1e6)
NO_LIMITS = Limits(
    calls=FREE, set_ups=FREE, sign_ins=FREE, network_sign_ins=FREE, account_sign_ins=FREE, all_sign_ins=FREE,
    account_letters=FREE, questions=FREE, messages=FREE, address_messages=FREE, work=FREE, chats=FREE,
)  # fmt: skip
_QUICK = functools.partial(argon2.PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
"""Passwords as they are kept, but for the work that is meant to keep thieves busy."""
_keys = itertools.count(random.randrange(10**9))

Data = dict[str, Any]


def free_port() -> int:
    """A port that nobody uses, and that no client will be given as its own while a server is down."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _typed(request: httpx.Request) -> None:
    """Say of bytes that they are bytes, as the page does."""
    if request.method == "POST":
        request.headers.setdefault("Content-Type", "application/octet-stream")


class Server:
    """Where a server listens, and calls to it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False,
            event_hooks={"request": [_typed]},
        )  # fmt: skip

    def new_table(self, blue: str = "human", red: str = "human", **more: Any) -> Data:
        """A game of the tutorial: who sits where, and what opens the seats."""
        seats = {side: {"mode": mode, "bot": "random"} for side, mode in zip(SIDES, (blue, red), strict=True)}
        return self.set_up({"title": TITLE, "scenario": SCENARIO, "seats": seats, **more})

    def set_up(self, plan: Data) -> Data:
        """Any game: what opens its seats."""
        answer = self.http.post("/api/tables", json=plan)
        assert answer.status_code == 201, answer.text
        keys: Data = answer.json()
        return keys

    def sit(self, table: str, *tokens: str, **hello: Any) -> Client:
        return Client(self, table, tokens, **hello)


class Client:
    """A client at a table. It keeps every message that it was ever sent."""

    def __init__(self, server: Server, table: str, tokens: tuple[str, ...], **hello: Any) -> None:
        """`log` is what the client has kept from an earlier visit, `source` the address that it comes from."""
        headers = hello.pop("headers", None)
        source = hello.pop("source", "127.0.0.1")
        log: list[Data] = hello.pop("log", [])
        self.socket: ClientConnection = connect(
            f"ws://127.0.0.1:{server.port}/ws/tables/{table}",
            additional_headers=headers,
            max_size=None,
            compression=None,
            source_address=(source, 0),
        )
        self.received: list[str] = []
        self.welcome: Data = {}
        self.position: Data = {}
        """What the client is shown, with its options spelled out."""
        self._shown: Data = {}
        self.log: list[Data] = list(log)
        self.chat: list[Data] = []
        self.presence: Data = {}
        self.clocks: Data = {}
        self.answers: dict[int, Data] = {}
        self._requests = itertools.count(1000)
        self.socket.send(json.dumps({"type": "hello", "tokens": tokens, "seen": len(log), **hello}))
        self.hear_until(lambda: bool(self.position) or 0 in self.answers)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, timeout: float = PATIENCE) -> Data:
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.received.append(text)
        message: Data = json.loads(text)
        kind = message["type"]
        if kind == "welcome":
            self.welcome = message
        elif kind == "position":
            self._show(message)
        elif kind == "update":
            self._show(followed(self._shown, message))
        elif kind == "happened":
            del self.log[message["from_index"] :]
            self.log += message["lines"]
            assert [line["index"] for line in self.log] == list(range(len(self.log)))
        elif kind == "presence":
            self.presence = message
        elif kind == "clocks":
            self.clocks = message
        elif kind == "spoken":
            self.chat.append(message["chat"])
        else:
            if "position" in message:
                self._heed(message)
            self.answers[message["request"]] = message
        return message

    def _heed(self, answer: Data) -> None:
        """Take in the position of an answer; one that the game has run away from goes on from there."""
        if not answer["ok"]:
            self._show(answer["position"])
        answer["position"] = spelled(answer["position"], self.welcome["names"])

    def _show(self, position: Data) -> None:
        self._shown = position
        self.position = spelled(position, self.welcome["names"])

    def hear_until(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            self.hear(max(0.01, end - time.monotonic()))

    def hear_all(self, quiet: float = 0.3) -> None:
        """Hear until nothing more comes."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.hear(quiet)

    def ask(self, kind: str, **fields: Any) -> Data:
        number = next(self._requests)
        self.socket.send(json.dumps({"type": kind, "request": number, **fields}))
        self.hear_until(lambda: number in self.answers)
        return self.answers[number]

    def messages(self, kind: str) -> list[Data]:
        """All messages of a kind that were ever received, in their order."""
        return [message for message in map(json.loads, self.received) if message["type"] == kind]

    @property
    def options(self) -> list[str]:
        return [option["id"] for option in self.position["question"]["options"]]

    def act(self, kind: str, **fields: Any) -> Data:
        """Choose, undo or redo at the position that is shown."""
        defaults = {"revision": self.position["revision"], "key": new_key(), "side": self.position["side"]}
        return self.ask(kind, **(defaults | fields))

    def choose(self, option: str, **fields: Any) -> Data:
        before = self.position["revision"]
        answer = self.act("choose", option=option, **fields)
        if answer["ok"]:
            self.hear_until(lambda: self.position["revision"] != before or bool(self.position["result"]))
        return answer

    def refused(self) -> tuple[Data, int]:
        """Why the server sent this client away, and with which code."""
        problem: Data = self.answers[0]["problem"]
        try:
            self.socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            return problem, closed.rcvd.code if closed.rcvd else 0
        raise AssertionError("the socket is still open")


def new_key() -> str:
    return f"key-{next(_keys):012d}"


def problem(answer: Data) -> str:
    """The code of a refused request."""
    assert not answer["ok"], answer
    code: str = answer["problem"]["code"]
    return code


@contextlib.contextmanager
def serving(settings: Settings) -> Iterator[Server]:
    """A server in a thread of its own."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(argon2, "PasswordHasher", _QUICK)
        app = create_app(msgspec.structs.replace(settings, address=f"http://127.0.0.1:{port}"))
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + PATIENCE
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        yield Server(port)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def play_through(clients: dict[str, Client], rng: random.Random, most: int = 100_000) -> int:
    """Random choices at every side, each by its client, until the end; how many were made."""
    made = 0
    while made < most:
        asked = [client for client in clients.values() if client.position.get("question")]
        if not asked:
            if any(client.position["result"] for client in clients.values()):
                break
            next(iter(clients.values())).hear_all(0.05)
            for client in clients.values():
                client.hear_all(0.02)
            continue
        client = rng.choice(asked)
        answer = client.choose(rng.choice(client.options))
        if not problem_is_stale(answer):
            assert answer["ok"], answer
            made += 1
        for other in clients.values():
            if other is not client:
                other.hear_all(0.004)
    return made


def problem_is_stale(answer: Data) -> bool:
    return not answer["ok"] and answer["problem"]["code"] == "stale"
