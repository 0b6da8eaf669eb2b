"""What a shot of the Advanced Game may do, as it is shown before it is fired."""

from __future__ import annotations

import pytest

from games.panzer.country import column
from games.panzer.firing import TITLE, Placed, aim, placed, position
from sandtable.games.panzer.combat.advanced_ap_fire import ApFire, blow_of, preview_of, worked_out
from sandtable.games.panzer.combat.armour import harmless_hits
from sandtable.games.panzer.units import Game
from sandtable.kernel import Line

PZ_IV, T_34 = "pz-iv-h", "t-34-76-m43"
SHOT = aim("s1", "g1", "f34-76", "AP")


def share(text: str) -> int:
    return int(text.removesuffix("%"))


def shown(game: Game) -> list[Line]:
    return [line for line in preview_of(game, SHOT).lines if line.label.startswith("strike-")]


def harmless(line: Line) -> int:
    """How many of ten thousand hits strike a place and do nothing there."""
    if line.label == "strike-track-hit":
        return 0
    harm = sum(share(str(line.args[name])) for name in ("damaged", "out", "burns") if name in line.args)
    return share(line.value) * (100 - harm)


DUELS: dict[str, dict[str, Placed]] = {
    "through the woods": {"s1": placed(T_34, "A4"), "g1": placed(PZ_IV, "A1", 2)},
    "damaged already": {"s1": placed(T_34, "A4"), "g1": placed(PZ_IV, "A1", 3, damaged=True, tracks=True)},
    "hull down": {"s1": placed(T_34, "A4"), "g1": placed(PZ_IV, "A1", 3, hull_down="full")},
    "at a truck": {"s1": placed(T_34, "A4"), "g1": placed("opel-blitz", "A1", 3)},
}


@pytest.mark.rule("panzer:6.5.2.2/hit-locations")
@pytest.mark.rule("panzer:6.5.2.5")
@pytest.mark.parametrize("duel", DUELS)
def test_the_places_that_a_hit_may_strike_and_their_damage_are_those_of_the_dice(duel: str) -> None:
    game = position(DUELS[duel], board=column("w...").board)
    lines = shown(game)
    assert sum(share(line.value) for line in lines) == 100
    assert len({(line.label, line.args["location"]) for line in lines}) == len(lines)
    fire = ApFire(aim=SHOT)
    angle = next(line.label for line in preview_of(game, SHOT).lines if line.label.startswith("hit-angle-"))
    blow = blow_of(game, fire, "g1", angle.removeprefix("hit-angle-"))  # type: ignore[arg-type]
    assert sum(harmless(line) for line in lines) == 100 * harmless_hits(game.content, blow)


@pytest.mark.rule("panzer:6.5.2.3")
def test_each_place_sets_the_penetration_against_its_own_armor() -> None:
    game = position(DUELS["through the woods"], board=column("w...").board)
    against = {str(line.args["location"]): line for line in shown(game) if "armor" in line.args}
    assert (against["HF"].args["penetration"], against["HF"].args["armor"]) == (19, 19)
    assert against["HF"].label == "strike-penetrates"
    assert all(line.rule.startswith("6.5.2") for line in against.values())
    assert TITLE.texts("en").line(against["HF"]).startswith("Hull Front, 19 against 19: damaged ")
    assert "19対19" in TITLE.texts("ja").line(against["HF"])


@pytest.mark.rule("panzer:6.5.2.1")
def test_the_chance_to_hit_is_the_hit_number_and_quick_guns_may_hit_twice() -> None:
    game = position(DUELS["through the woods"], board=column("w...").board)
    lines = {line.label: line.value for line in preview_of(game, SHOT).lines}
    assert lines["hit-chance"] == f"{worked_out(game, SHOT).number}%"
    assert ("chance-of-2" in lines) == (worked_out(game, SHOT).rate != "N")
