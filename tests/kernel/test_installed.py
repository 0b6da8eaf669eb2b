"""Titles of other packages: found by their entry points, and no harm to anybody where they are broken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kernel.toybox import toy_module
from sandtable import games
from sandtable.kernel import UnknownTitle, title, titles, unusable_titles
from sandtable.kernel.rules import citations, rules_under_test
from sandtable.kernel.title import _title

Install = Callable[..., Path]

WORKING = f"""
from sandtable.kernel import rule
from {toy_module.__name__} import TITLE as Toy


class Checkers(Toy):
    id = "checkers"
    name = {{"en": "Checkers"}}

    @classmethod
    def folder(cls):
        return Toy.folder()

    @rule("2.1")
    def turn(self, state):
        return super().turn(state)
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with one module, `checkers.title`, that brings a title; returns the folder of its source."""
    before = set(sys.modules)

    def installed(code: str, entry: str = "checkers = checkers.title:Checkers", name: str = "my-games") -> Path:
        root = tmp_path / name
        package, metadata = root / "src" / "checkers", root / "src" / f"{name.replace('-', '_')}-1.5.dist-info"
        package.mkdir(parents=True)
        metadata.mkdir()
        (root / "pyproject.toml").write_text("")
        (package / "__init__.py").write_text("")
        (package / "title.py").write_text(code)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
        (metadata / "entry_points.txt").write_text(f"[sandtable.titles]\n{entry}\n")
        monkeypatch.syspath_prepend(root / "src")
        return root

    yield installed
    _title.cache_clear()
    for module in [module for module in sys.modules if module not in before and module.startswith("checkers")]:
        del sys.modules[module]


def problem() -> str:
    """Why the one title of another package cannot be used."""
    (told,) = [told for claim, told in unusable_titles().items() if claim.distribution]
    return told


def test_every_title_that_is_installed_here_can_be_used() -> None:
    assert unusable_titles() == {}


def test_a_title_of_another_package_is_found_by_its_entry_point(install: Install) -> None:
    install(WORKING)
    assert "checkers" in titles()
    assert type(title("checkers")).__module__ == "checkers.title"
    assert title("checkers").new_game("short").decisions


def test_citations_are_those_of_the_package_in_which_the_title_stands(install: Install) -> None:
    install(WORKING)
    title("checkers")
    assert citations("checkers") == {"2.1": ["checkers.title.Checkers.turn"]}


def test_the_tests_of_a_title_stand_beside_its_source(install: Install) -> None:
    tests = install(WORKING) / "tests"
    tests.mkdir()
    (tests / "test_turns.py").write_text('@pytest.mark.rule("checkers:2.1")\ndef test_turns(): ...\n')
    assert rules_under_test("checkers") == {"2.1": ["tests/test_turns.py::test_turns"]}


def test_a_title_without_source_has_no_tests(install: Install) -> None:
    (install(WORKING) / "pyproject.toml").unlink()
    assert rules_under_test("checkers") == {}


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module' (checkers/title.py, line 1)"),
        ("Checkers = 'a text'", "checkers.title:Checkers is no subclass of sandtable.kernel.Title"),
        ("", "AttributeError: module 'checkers.title' has no attribute 'Checkers'"),
        (WORKING.replace('"checkers"', '"draughts"'), "its own id is 'draughts'; name the entry point after it"),
        (WORKING.replace('{"en": "Checkers"}', "{}"), "KeyError: 'en'"),
        (WORKING.replace("def turn", "def scenarios(self):\n        return {}\n\n    def turn"), "StopIteration"),
    ],
)
def test_a_broken_title_is_named_with_its_package_and_the_others_work(
    install: Install, code: str, complaint: str
) -> None:
    healthy = titles()
    install(code)
    assert titles() == healthy
    assert problem().startswith("the title 'checkers' of the package my-games 1.5 cannot be used: ")
    assert complaint in problem()


def test_a_broken_title_cannot_be_played(install: Install) -> None:
    install("import no_such_module")
    with pytest.raises(UnknownTitle, match=r"my-games 1.5 cannot be used: .*; mend it, or uninstall its package"):
        title("checkers")


def test_a_title_of_sandtable_stays_where_another_package_claims_its_id(install: Install) -> None:
    own = titles()
    install(WORKING, entry=f"{own[0]} = checkers.title:Checkers")
    assert titles() == own
    assert "Sandtable has a title of that id itself" in problem()
    assert type(title(own[0])).__module__ != "checkers.title"


def test_of_two_packages_that_claim_an_id_neither_is_believed(install: Install) -> None:
    install(WORKING)
    install(WORKING, name="other-games")
    assert "checkers" not in titles()
    assert {claim.distribution for claim in unusable_titles()} >= {"my-games 1.5", "other-games 1.5"}
    with pytest.raises(UnknownTitle, match=r"other-games 1.5 brings a title of the same id; uninstall one of the two"):
        title("checkers")


def test_a_package_of_ours_without_a_title_is_a_system_of_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "squads").mkdir()
    (tmp_path / "squads" / "__init__.py").write_text("")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert "squads" not in titles()
    assert "squads" not in unusable_titles()


def test_a_title_has_the_rules_the_data_and_the_words_of_the_systems_on_which_it_is_built(install: Install) -> None:
    root = install(
        WORKING.replace('    id = "checkers"\n', '    id = "checkers"\n    systems = ("checkers.draughts",)\n')
    )
    system = root / "src" / "checkers" / "draughts"
    (system / "data" / "text").mkdir(parents=True)
    (system / "data" / "tables").mkdir()
    (system / "__init__.py").write_text("")
    (system / "jumps.py").write_text(
        "from sandtable.kernel import rule\n\n@rule('D1')\ndef may_jump(): return True\n", "utf8"
    )
    (system / "data" / "rules.yaml").write_text(
        "- {id: D1, title: {en: Jumps}, summary: {en: Men jump.}, status: enforced}\n", "utf8"
    )
    (system / "data" / "text" / "draughts-en.yaml").write_text("king: King\n", "utf8")
    (system / "data" / "tables" / "jumps.yaml").write_text("{}\n", "utf8")
    found = title("checkers")
    assert citations("checkers")["D1"] == ["checkers.draughts.jumps.may_jump"]
    assert [rule.id for rule in found.rules()][:1] == ["D1"]
    assert found.texts("en").phrase("king") == "King"
    assert found.data_file("tables/jumps.yaml") == system / "data" / "tables" / "jumps.yaml"
