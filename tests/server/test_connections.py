"""Connections are bounded in number and time, so that slow or many senders keep nobody else out."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
import uvicorn

from sandtable.server import connections
from sandtable.server.app import create_app
from sandtable.server.connections import Bounds, bounded
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, PATIENCE, Server, free_port

MOST = 12
JSON = b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that takes a dozen connections and waits a moment for requests."""
    database = f"sqlite:///{tmp_path_factory.mktemp('bounded')}/games.sqlite3"
    app = create_app(Settings(database=database, limits=NO_LIMITS, pause=0))
    port = free_port()
    bounds = Bounds(most=MOST, head=0.4, body=0.4, read=0.4, look=0.1)
    config = uvicorn.Config(
        app, host="127.0.0.1", port=port, log_level="warning", http=bounded(bounds), ws="websockets-sansio",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield Server(port)
    running.should_exit = True
    thread.join(PATIENCE)


def is_closed(stranger: socket.socket) -> bool:
    """Whether the server hangs up in time."""
    stranger.settimeout(5)
    with contextlib.suppress(ConnectionResetError):
        while (data := stranger.recv(1000)) != b"":
            assert b"200 OK" not in data
    return True


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/titles HTTP/1.1\r\nHost: local",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n" + JSON + b"Content-Length: 99\r\n\r\n{",
    ],
)
def test_a_request_that_is_not_sent_to_its_end_loses_its_place(server: Server, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as stranger:
        stranger.sendall(begun)
        assert is_closed(stranger)


def test_who_does_not_read_an_answer_loses_the_place(server: Server) -> None:
    with socket.socket() as stranger:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.connect(("127.0.0.1", server.port))
        stranger.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        time.sleep(2)
        got = 0
        with contextlib.suppress(ConnectionResetError):
            while data := stranger.recv(65536):
                got += len(data)
        assert got < 200 * len(server.http.get("/api/openapi.json").content)


def test_drops_of_a_request_gain_no_time(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as stranger:
        sent = 0
        with contextlib.suppress(ConnectionError):
            for letter in b"GET /api/titles HTTP/1.1\r\n" + b"X: y\r\n" * 100:
                stranger.sendall(bytes([letter]))
                sent += 1
                time.sleep(0.03)
        assert sent < 100


def test_one_too_many_is_turned_away_with_one_line_in_the_log(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    server.http.close()
    with contextlib.ExitStack() as crowd:
        for _ in range(3 * MOST):
            crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        time.sleep(0.2)
        lines = [each.getMessage() for each in caplog.records if each.name == connections.__name__]
        assert len(lines) == 1
        assert "turned away" in lines[0]
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=10) as later:
        time.sleep(0.7)
        assert later.get("/api/session").status_code == 200, "those who come when there is room are served"


def test_a_socket_at_a_table_is_left_alone(server: Server) -> None:
    fresh = Server(server.port)
    keys = fresh.new_table()
    with fresh.sit(keys["table"], keys["tokens"]["blue"]) as client:
        time.sleep(1.2)
        assert client.choose("order:march")["ok"]


def test_there_are_always_descriptors_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.resource, "getrlimit", lambda _: (1024, 4096))
    assert connections.most_connections() == 1024 - 128
    assert connections.sockets_of_one(connections.most_connections(), 1000) == 224
