"""Games that earlier versions have stored: they open, are carried over, or can at least be read."""

from __future__ import annotations

import lzma
import zlib
from pathlib import Path

import httpx
import msgspec
import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.engine import Connection

from sandtable.kernel import title
from sandtable.kernel.journal import Entry
from sandtable.kernel.renaming import Renamed
from sandtable.server import upgrading
from sandtable.server.settings import Settings
from sandtable.server.storage import StorageError, schema, verdicts
from sandtable.server.storage.verdicts import Verdict
from sandtable.server.upgrading import migrate
from server.harness import NO_LIMITS, Server, serving

KEPT = Path(__file__).parent / "kept"
VERSIONS = sorted(path.name.removesuffix(".sqlite3.xz") for path in KEPT.glob("*.xz"))


def unpacked(version: str, folder: Path) -> str:
    """The database of a version, to be altered at will."""
    path = folder / f"{version}.sqlite3"
    path.write_bytes(lzma.decompress((KEPT / f"{version}.sqlite3.xz").read_bytes()))
    return f"sqlite:///{path}"


def games(database: str) -> dict[str, str]:
    """The games of a database by their titles and scenarios."""
    chosen = select(schema.games.c.id, schema.games.c.name)
    with create_engine(database).connect() as connection:
        return {row.name: row.id for row in connection.execute(chosen)}


def outcomes(found: list[Verdict]) -> dict[str, str]:
    return {verdict.game: verdict.outcome for verdict in found}


@pytest.mark.parametrize("version", VERSIONS)
def test_what_a_version_has_stored_opens_or_says_why_not(version: str, tmp_path: Path) -> None:
    database = unpacked(version, tmp_path)
    stored = games(database)
    found = {verdict.game: verdict for verdict in migrate(database, workers=1, carry=True)}
    assert set(found) == set(stored.values())
    assert found[stored["primer meeting"]].outcome == "opens"
    assert found[stored["primer bridge"]].outcome == "opens"
    assert all(verdict.why for verdict in found.values() if verdict.outcome == "closed")


@pytest.mark.parametrize("version", ["34ec80e", "261a573"])
def test_every_game_of_a_version_can_be_read(version: str, tmp_path: Path) -> None:
    database = unpacked(version, tmp_path)
    with serving(Settings(database=database, limits=NO_LIMITS)) as server:
        for name, game in games(database).items():
            page = server.http.get(f"/api/tables/{game}/report.html")
            assert page.status_code == 200, name
            assert "<li>" in page.text


def test_a_game_that_cannot_be_opened_tells_its_choices_and_sends_clients_to_read_it(tmp_path: Path) -> None:
    database = unpacked("cdee089", tmp_path)
    game = games(database)["gsfg hamburg"]
    with serving(Settings(database=database, limits=NO_LIMITS)) as server:
        page = server.http.get(f"/api/tables/{game}/report.html?lang=ja")
        assert "再現はできない" in page.text
        guest = server.sit(game)
        told, code = guest.refused()
        assert (told["code"], code) == ("broken-game", 4409)
        assert "its report tells what happened" in told["message"]


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = unpacked("261a573", tmp_path)
    looked_at: list[str] = []
    real = upgrading.examined

    def until_the_third(storage: upgrading.Storage, game_id: str, *, carry: bool) -> Verdict:
        if len(looked_at) == 2:
            raise KeyboardInterrupt
        looked_at.append(game_id)
        return real(storage, game_id, carry=carry)

    with monkeypatch.context() as patched:
        patched.setattr(upgrading, "examined", until_the_third)
        with pytest.raises(KeyboardInterrupt):
            migrate(database, workers=1, carry=True)
    steps: list[tuple[int, int]] = []
    found = migrate(database, workers=1, carry=True, progress=lambda done, total: steps.append((done, total)))
    assert steps == [(2, 5), (3, 5), (4, 5), (5, 5)]
    assert len(found) == 5
    monkeypatch.setattr(upgrading, "version", lambda: "another")
    migrate(database, workers=1, carry=True, progress=lambda done, total: steps.append((done, total)))
    assert steps[4] == (0, 5)


def test_several_workers_find_what_one_finds(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one = migrate(unpacked("261a573", tmp_path), workers=1, carry=False)
    assert migrate(unpacked("261a573", tmp_path / "other"), workers=2, carry=False) == one


# Carrying over

NOW = Renamed(
    scenarios={"holm": "bridge"},
    options={"order:stroll": "order:march", "man:": "unit:"},
    fields={"state.units.*.battled": "fought", "state.superfluous": ""},
    events={"Went": "Moved"},
)
BEFORE = Renamed(
    scenarios={"bridge": "holm"},
    options={"order:march": "order:stroll", "unit:": "man:"},
    fields={"state.units.*.fought": "battled"},
    events={"Moved": "Went"},
)


def as_it_was_called_before(database: str, game: str) -> None:
    """Make the game of an earlier version, in which some things had other names, of a present one."""
    with create_engine(database).begin() as connection:
        found = verdicts.whole(connection, game)
        verdicts.rewrite(connection, game, found, upgrading._renamed(found, BEFORE))


def told(connection: Connection, game: str) -> tuple[object, ...]:
    """All that a game consists of."""
    whole = verdicts.whole(connection, game)
    parts = [
        (part.number, opened(part.state), msgspec.convert(opened(part.entries), list[Entry]), opened(part.events))
        for part in whole.parts
    ]
    return whole.header, parts, whole.options


def opened(data: bytes) -> object:
    return msgspec.json.decode(zlib.decompress(data))


@pytest.fixture
def renamed_game(tmp_path: Path) -> tuple[str, str]:
    database = unpacked("34ec80e", tmp_path)
    game = games(database)["primer bridge"]
    as_it_was_called_before(database, game)
    return database, game


def test_what_has_another_name_now_is_carried_over(
    renamed_game: tuple[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database, game = renamed_game
    assert outcomes(migrate(database, workers=1, carry=True))[game] == "closed"
    monkeypatch.setattr(type(title("primer")), "renamed", NOW)
    monkeypatch.setattr(upgrading, "version", lambda: "the next")
    assert outcomes(migrate(database, workers=1, carry=True))[game] == "carried"
    untouched = tmp_path / "untouched"
    untouched.mkdir()
    with (
        create_engine(database).connect() as carried,
        create_engine(unpacked("34ec80e", untouched)).connect() as original,
    ):
        assert told(carried, game) == told(original, game)


def test_looking_alone_carries_nothing_over(renamed_game: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    database, game = renamed_game
    monkeypatch.setattr(type(title("primer")), "renamed", NOW)
    with create_engine(database).connect() as connection:
        before = told(connection, game)
    assert outcomes(migrate(database, workers=1, carry=False))[game] == "carries"
    with create_engine(database).connect() as connection:
        assert told(connection, game) == before
    assert outcomes(migrate(database, workers=1, carry=True))[game] == "carried"


def test_names_that_do_not_help_leave_the_game_as_it_was(
    renamed_game: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    database, game = renamed_game
    monkeypatch.setattr(type(title("primer")), "renamed", Renamed(scenarios={"holm": "nowhere"}))
    with create_engine(database).connect() as connection:
        before = told(connection, game)
    assert outcomes(migrate(database, workers=1, carry=True))[game] == "closed"
    with create_engine(database).connect() as connection:
        assert told(connection, game) == before


# What is kept of a game that goes on


def reading(server: Server, table: str, token: str) -> httpx.Response:
    return server.http.get(f"/api/tables/{table}/report.html", headers={"Authorization": f"Bearer {token}"})


def test_what_happened_last_is_kept_as_well_and_secrets_stay_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, shared=True, pause=0)) as server:
        keys = server.new_table()
        table, tokens = keys["table"], keys["tokens"]
        with server.sit(table, tokens["blue"]) as blue, server.sit(table, tokens["red"]) as red:
            assert blue.choose("order:march")["ok"]
            assert red.choose("order:hold")["ok"]
            blue.hear_all()
            unit = next(option for option in blue.options if option.startswith("unit:"))
            assert blue.choose(unit)["ok"]
            assert blue.act("undo")["ok"]
            blue.hear_all()
            lines = [line["text"] for line in blue.log]
    monkeypatch.setattr(type(title("primer")), "resume", _changed)
    monkeypatch.setattr(type(title("primer")), "start", _changed)
    with serving(Settings(database=database, limits=NO_LIMITS, shared=True, pause=0)) as server:
        page = reading(server, table, tokens["blue"])
        assert "this game can be read, but not played again" in page.text
        assert all(line in page.text for line in lines)
        assert reading(server, table, "nonsense").json()["code"] == "no-such-table"


def _changed(*_: object) -> None:
    raise TypeError("the title has changed")


def test_games_are_not_carried_over_while_a_server_has_them_open(tmp_path: Path) -> None:
    database = unpacked("261a573", tmp_path)
    with serving(Settings(database=database, limits=NO_LIMITS)):
        with pytest.raises(StorageError, match="served by another process"):
            migrate(database, workers=1, carry=True)
        assert migrate(database, workers=1, carry=False)
