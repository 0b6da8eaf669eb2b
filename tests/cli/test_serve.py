"""`sandtable serve`."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from cli.conftest import Run
from sandtable.server import running
from sandtable.server.settings import Settings
from server.harness import serving


def test_a_port_in_use_is_named_with_the_cure(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        outcome = run("serve", "--port", taken.getsockname()[1])
    assert outcome.code == 2
    assert "choose another --host or --port" in outcome.err


def test_a_bad_database_is_named_with_the_cure(run: Run) -> None:
    outcome = run("serve", "--port", 18473, "--database", "mysql://somewhere/games")
    assert outcome.code == 2
    assert "postgresql://" in outcome.err


def test_the_page_is_named_and_settings_are_passed_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[Settings] = []

    def serve(settings: Settings, host: str, port: int, ready: object) -> None:
        seen.append(settings)
        assert callable(ready)
        ready()

    opened: list[str] = []
    monkeypatch.setattr(running, "serve", serve)
    monkeypatch.setattr("webbrowser.open", opened.append)
    outcome = run("serve", "--port", 18474, "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--open")
    assert "http://127.0.0.1:18474/" in outcome.out
    assert opened == ["http://127.0.0.1:18474/"]
    assert "127.0.0.1" in seen[0].hosts
    run("serve", "--port", 18474, "--database", f"sqlite:///{tmp_path}/x.sqlite3", "--shared")
    assert (seen[1].shared, seen[1].hosts) == (True, ())


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_local_server_does_not_listen_to_everybody(run: Run, host: str) -> None:
    outcome = run("serve", "--port", 18475, "--host", host)
    assert outcome.code == 2
    assert "add --shared" in " ".join(outcome.err.split())


@pytest.mark.parametrize(
    ("host", "given", "address"),
    [
        ("192.0.2.7", "", "http://192.0.2.7:8081"),
        ("::1", "", "http://[::1]:8081"),
        ("0.0.0.0", "http://10.0.0.5:8080", "http://10.0.0.5:8080"),
    ],
)
def test_other_servers_are_told_where_this_one_is(host: str, given: str, address: str) -> None:
    assert running.advertised(given, host, 8081) == address


@pytest.mark.parametrize(
    "given", ["10.0.0.5:8080", "https://a:1", "http://a", "http://a:b", "http://a:1/x", "http://:8"]
)
def test_an_address_for_others_that_makes_no_sense_is_refused(run: Run, given: str) -> None:
    outcome = run("serve", "--port", 18476, "--advertise", given)
    assert outcome.code == 2
    assert "write http://host:port" in " ".join(outcome.err.split())


def test_a_file_that_is_served_already_is_refused_with_the_reason(run: Run, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    with serving(Settings(database=database)):
        outcome = run("serve", "--port", 18477, "--database", database)
    assert outcome.code == 2
    assert "served by another process already" in " ".join(outcome.err.split())
