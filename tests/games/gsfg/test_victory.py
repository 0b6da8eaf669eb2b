"""Chapter 4: victory."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.gsfg.positions import TITLE, content, quiet
from sandtable.games.gsfg.events.reinforcements import Judged
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.games.gsfg.victory import judge, largest_group, progress

BRIDGEHEAD = ("1109", "1210", "1211")
ARNHEM = "1309"
"""A city east of the Rhine, within reach of the bridgehead of the rules' example."""


def judged(held: Iterable[str], lost: Iterable[str] = (), scenario: str = "campaign") -> tuple[str | None, str, str]:
    """Winner, level and rule of a game that ends with the Soviets holding hexes, and NATO others of theirs."""
    game = quiet({}, turn=15, captured=dict.fromkeys(held, SOVIET) | dict.fromkeys(lost, NATO), scenario=scenario)
    judge(game)
    assert game.state.result is not None
    return game.state.result.winner, game.state.result.level, game.state.result.rule


def count(game: Game, level: str) -> tuple[int, int]:
    return next((held, needed) for condition, held, needed in progress(game) if condition.level == level)


def cities() -> list[str]:
    """West German cities outside the Ruhr."""
    return sorted(content().region("frg-cities") - content().region("ruhr"))


def ruhr() -> list[str]:
    return sorted(content().region("ruhr"))


@pytest.mark.rule("gsfg:4.1")
@pytest.mark.rule("gsfg:5.9")
def test_nato_wins_by_preventing_every_condition() -> None:
    assert judged(()) == (NATO, "held", "4.1")


@pytest.mark.rule("gsfg:4.1")
def test_falling_short_of_all_three_is_not_enough() -> None:
    assert judged([*ruhr()[:4], *cities()[-27:], *BRIDGEHEAD[:2], ARNHEM])[0] == NATO


@pytest.mark.rule("gsfg:4.3")
@pytest.mark.rule("gsfg:5.9")
def test_one_condition_is_enough() -> None:
    assert judged(ruhr()[:5])[0] == SOVIET


@pytest.mark.rule("gsfg:4.3")
def test_two_conditions_are_as_good_as_one() -> None:
    assert judged([*ruhr(), *cities()])[0] == SOVIET


@pytest.mark.rule("gsfg:5.9")
def test_there_are_no_draws() -> None:
    assert {judged(())[0], judged(ruhr())[0]} == {NATO, SOVIET}


@pytest.mark.rule("gsfg:4.4")
@pytest.mark.parametrize(("hexes", "winner"), [(4, NATO), (5, SOVIET)])
def test_five_hexes_of_the_ruhr_are_its_loss(hexes: int, winner: str) -> None:
    assert judged(ruhr()[:hexes])[0] == winner


@pytest.mark.rule("gsfg:4.4")
def test_the_ruhr_is_the_reason() -> None:
    assert judged(ruhr()) == (SOVIET, "ruhr", "4.4")


@pytest.mark.rule("gsfg:4.4")
def test_supply_does_not_matter_in_the_ruhr() -> None:
    """With every Soviet source in NATO hands."""
    assert judged(ruhr(), content().region("soviet-sources"))[0] == SOVIET


@pytest.mark.rule("gsfg:4.5")
@pytest.mark.parametrize(("hexes", "winner"), [(31, NATO), (32, SOVIET)])
def test_32_city_hexes_neutralize_west_germany(hexes: int, winner: str) -> None:
    assert judged(cities()[-hexes:])[0] == winner


@pytest.mark.rule("gsfg:4.5")
def test_ruhr_hexes_count_as_city_hexes_too() -> None:
    assert judged([*ruhr()[:4], *cities()[-28:]]) == (SOVIET, "neutralized", "4.5")


@pytest.mark.rule("gsfg:4.5")
def test_every_hex_of_a_city_counts() -> None:
    game = quiet({}, captured=dict.fromkeys(("3302", "3303", "3402"), SOVIET))
    assert count(game, "neutralized") == (3, 32)


@pytest.mark.rule("gsfg:4.5")
def test_cities_elsewhere_never_count() -> None:
    abroad = [label for label in content().city_labels if content().country[label] in ("nl", "fr", "gdr", "cssr")]
    game = quiet({}, captured=dict.fromkeys(abroad, SOVIET))
    assert count(game, "neutralized")[0] == 0


@pytest.mark.rule("gsfg:4.5")
def test_cities_that_nato_takes_are_not_subtracted() -> None:
    lost = [label for label in content().city_labels if content().country[label] == "gdr"]
    assert judged(cities()[-32:], lost)[0] == SOVIET


@pytest.mark.rule("gsfg:4.6")
def test_the_bridgehead_of_the_example() -> None:
    assert judged([*BRIDGEHEAD, ARNHEM]) == (SOVIET, "bridgehead", "4.6")


@pytest.mark.rule("gsfg:4.6")
def test_a_bridgehead_needs_overland_supply() -> None:
    assert judged(BRIDGEHEAD)[0] == NATO


@pytest.mark.rule("gsfg:4.6")
def test_two_hexes_are_no_bridgehead() -> None:
    assert judged([*BRIDGEHEAD[:2], ARNHEM])[0] == NATO


@pytest.mark.rule("gsfg:4.6")
def test_the_hexes_must_be_connected() -> None:
    assert judged(["1109", "1211", "1313", ARNHEM])[0] == NATO


@pytest.mark.rule("gsfg:4.6")
def test_they_need_not_all_touch_one_another() -> None:
    assert ("1211" in content().adjacent["1109"], largest_group(quiet({}), set(BRIDGEHEAD))) == (False, 3)


@pytest.mark.rule("gsfg:4.6")
def test_the_largest_group_counts() -> None:
    assert largest_group(quiet({}), {"1109", "1210", "1420", "1421", "1521", "1624"}) == 3


@pytest.mark.rule("gsfg:4.6")
def test_the_west_bank_lies_between_1009_and_1035() -> None:
    bank = content().region("rhine-west-bank")
    assert ({"1009", "1035"} <= bank, all(content().board.named(label).data["west"] for label in bank)) == (True, True)


@pytest.mark.rule("gsfg:4.3")
def test_the_verdict_shows_every_condition() -> None:
    game = quiet({}, captured=dict.fromkeys(ruhr()[:5], SOVIET))
    judge(game)
    shown = [
        (event.condition, event.count, event.needed, event.met) for event in game.events if isinstance(event, Judged)
    ]
    assert shown == [("ruhr", 5, 5, True), ("neutralized", 5, 32, False), ("bridgehead", 0, 3, False)]


@pytest.mark.rule("gsfg:4.3")
@pytest.mark.parametrize("scenario", ["fulda-gap", "hamburg"])
def test_shorter_scenarios_are_won_by_their_own_objectives(scenario: str) -> None:
    first = content(scenario).scenario.victory[0]
    held = sorted(content(scenario).region(first.region))[: first.count]
    assert judged(held, scenario=scenario) == (SOVIET, first.level, first.rule)


@pytest.mark.parametrize("scenario", ["campaign", "fulda-gap", "hamburg"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_victory_has_a_name(scenario: str, lang: str) -> None:
    texts = TITLE.texts(lang)
    levels = [condition.level for condition in content(scenario).scenario.victory]
    assert [level for level in (*levels, "held") if texts.name("level", level) == level] == []
