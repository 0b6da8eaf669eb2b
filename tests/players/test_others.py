"""Players of other people: by the place of their class, and brought along by packages."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cli.conftest import Run, run  # noqa: F401
from sandtable import players
from sandtable.players import UnknownPlayer, others, player, player_names

TEXT = """
class Napoleon:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, view, decision):
        return decision.ids[self.seed % len(decision.ids)]

class Mute:
    def __init__(self, seed):
        pass

NUMBER = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which somebody works who has written a player, and has not made a package of it."""
    (tmp_path / "emperors.py").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "emperors", raising=False)
    return tmp_path


def test_a_class_is_found_by_its_place(folder: Path) -> None:
    found = player("emperors:Napoleon", 5)
    assert (type(found).__name__, found.seed) == ("Napoleon", 5)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("nowhere.at.all:Player", "No module named 'nowhere'"),
        ("emperors:Caesar", "emperors has no Caesar"),
        ("emperors:NUMBER", "no class whose players are made from a seed"),
        ("emperors:Mute", "needs a method choose"),
        (":Napoleon", "write package.module:Class"),
        ("emperors:", "write package.module:Class"),
    ],
)
def test_what_is_no_player_is_refused_with_the_cure(folder: Path, place: str, told: str) -> None:
    with pytest.raises(UnknownPlayer, match=told):
        player(place, 0)


def test_a_package_brings_players_under_their_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sys.path.append(str(folder))
    entries = [
        EntryPoint(name, f"emperors:{made}", others.GROUP) for name, made in (("boney", "Napoleon"), ("greedy", "Mute"))
    ]
    monkeypatch.setattr(others, "entry_points", lambda group: entries if group == others.GROUP else [])
    others._declared.cache_clear()
    try:
        assert player_names()[-1] == "boney"
        assert type(player("boney", 1)).__name__ == "Napoleon"
        assert isinstance(player("greedy", 1), players.GreedyPlayer)
    finally:
        others._declared.cache_clear()


def test_a_server_offers_what_it_is_told_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_offered", [])
    players.offer("emperors:Napoleon")
    players.offer("emperors:Napoleon")
    assert player_names().count("emperors:Napoleon") == 1
    with pytest.raises(UnknownPlayer):
        players.offer("emperors:Caesar")


def test_games_are_simulated_with_them(folder: Path, run: Run) -> None:  # noqa: F811
    told = run("simulate", "primer", "--games", 2, "--workers", 1, "--bots", "emperors:Napoleon,random", "--json").data
    assert told["finished"] == 2
    assert run("simulate", "primer", "--games", 1, "--bots", "emperors:Caesar").code == 2
