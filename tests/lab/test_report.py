"""The report: one page that needs nothing else, in both languages, with figures that agree with the games."""

from __future__ import annotations

import re
import string
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable import datafile
from sandtable.kernel import title as title_of
from sandtable.kernel.title import AnyTitle
from sandtable.lab import GameRecord, PlanFile, Simulation, make_plan, run
from sandtable.lab.digest import digest
from sandtable.lab.plan import Job
from sandtable.lab.report import report
from sandtable.lab.simulation import Played
from sandtable.lab.watching import Account

TEXTS = Path(str(datafile.__file__)).parent / "lab" / "texts"


@pytest.fixture(scope="module")
def simulation(tmp_path_factory: pytest.TempPathFactory) -> Simulation:
    file = PlanFile("primer", ("meeting", "bridge"), options=((), ("10.1",)), games=25)
    return run(title_of("primer"), make_plan(title_of("primer"), file), folder=tmp_path_factory.mktemp("games"))


def of_games(*records: GameRecord) -> Simulation:
    """A simulation of one cell with these games."""
    plan = make_plan(title_of("primer"), PlanFile("primer", ("meeting",), games=len(records)))
    return Simulation(plan, tuple(Played(Job(0, 0, n), game) for n, game in enumerate(records)), 1.0)


def test_a_report_needs_nothing_but_itself(simulation: Simulation) -> None:
    page = report(title_of("primer"), simulation)
    assert not re.search(r"(src|href)=", page)
    assert set(re.findall(r"url\(([a-z]+):", page)) == {"data"}
    assert "<script" not in page


def test_every_cell_has_its_section_with_charts_and_maps(simulation: Simulation) -> None:
    page = report(title_of("primer"), simulation)
    assert page.count("<section>") == 4
    assert page.count("Meeting Engagement [10.1]: Blue is random, Red is random") == 2
    assert page.count("Where the fighting was") == 4
    assert page.count('class="map map-0"') == page.count('class="map map-1"') == 4
    assert page.count("background-image") == 2


def test_drawings_are_well_formed(simulation: Simulation) -> None:
    drawings = re.findall(r"<svg.*?</svg>", report(title_of("primer"), simulation), re.DOTALL)
    assert len(drawings) > 20
    for drawing in drawings:
        ElementTree.fromstring(drawing)


def test_a_report_speaks_japanese(simulation: Simulation) -> None:
    page = report(title_of("primer"), simulation, "ja")
    assert 'lang="ja"' in page
    assert "遭遇戦 [10.1]：青軍は random、赤軍は random" in page
    assert "Losses" not in page


def test_both_languages_say_the_same() -> None:
    catalogs = {lang: datafile.read(TEXTS / f"{lang}.yaml", dict[str, str]) for lang in ("en", "ja")}
    assert catalogs["en"].keys() == catalogs["ja"].keys()
    for key, text in catalogs["en"].items():
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(each) if name} for each in (text, catalogs["ja"][key])
        ]
        assert fields[0] == fields[1], key


def test_figures_are_of_the_finished_games() -> None:
    won = GameRecord(1, "blue", "marginal", 10, 6, account=Account({"blue": {2: 1}, "red": {2: 1, 4: 2}}))
    drawn = GameRecord(2, None, "draw", 20, 5, account=Account({"red": {5: 1}}, {"0805": 3}, {"0805": 1}))
    found = digest(of_games(won, drawn, GameRecord(3, decisions=99), GameRecord(4, problem="broken")))[0]
    assert (found.games, found.finished, found.problems, found.draws) == (4, 2, 1, 1)
    assert [(side.side, side.wins, side.share.value) for side in found.sides] == [("blue", 1, 0.5), ("red", 0, 0.0)]
    assert found.turns == {5: 1, 6: 1}
    assert found.sides[1].losses == ((0, 0), (1, 0), (2, 0.5), (3, 0.5), (4, 1.5), (5, 2), (6, 2))
    assert (found.fights, found.lost) == ({"0805": 1.5}, {"0805": 0.5})


def test_luck_shows_in_who_wins_and_is_taken_out() -> None:
    games = [
        GameRecord(n, "blue" if n % 10 < 7 else "red", "marginal", 10, 6, account=Account(luck=7.0 - n % 10, rolls=1))
        for n in range(100)
    ]
    simulation = of_games(*games)
    found = digest(simulation)[0]
    shares = [share.value for share in found.by_luck]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    fair = found.sides[0].fair
    assert fair is not None
    assert fair.saved > 0.4
    assert f"It explains {fair.saved:.0%} of who won" in report(title_of("primer"), simulation)


def test_what_cannot_be_said_is_not_said() -> None:
    quiet = report(title_of("primer"), of_games(*[GameRecord(n, "blue", "marginal", 9, 6) for n in range(3)]))
    for sentence in ("No dice were rolled.", "Nobody lost anything.", "Nothing happened on the map."):
        assert sentence in quiet
    few = [GameRecord(n, "blue", "marginal", 9, 6, account=Account(luck=n, rolls=2)) for n in range(3)]
    assert "There are too few games to take it out." in report(title_of("primer"), of_games(*few))
    assert "1 games failed" in report(title_of("primer"), of_games(GameRecord(1, problem="broken")))


def test_a_game_without_a_map_is_reported_on_too(toy: AnyTitle, tmp_path: Path) -> None:
    page = report(toy, run(toy, make_plan(toy, PlanFile("toy", ("long",), games=30)), folder=tmp_path))
    assert "Who wins" in page
    assert "Where the fighting was" not in page
