"""Chapter 15: fire combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.gts.positions import NIGHT, activated, choose, content, ids, position, quiet, unit
from games.gts.test_command import Idle, came_to
from sandtable.games.gts.fire.fire_action import FireAction, direct_targets
from sandtable.games.gts.fire.fire_modifiers import fire_sum
from sandtable.games.gts.fire.fire_procedure import Fire, Shot, ShotResult, armour_of, outcomes, weapon_of
from sandtable.games.gts.screen.charts import fire_modifiers
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.state import ALLIED, GERMAN, Active, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Resolved
from sandtable.kernel.odds import odds
from sandtable.mechanics.sums import Modifier, Sum

HERE, NEAR, TWO, THREE, FOUR = "2026", "2025", "2024", "2023", "2022"
"""A column of hexes: polder, and an orchard at its end, all in sight of the first."""
TANK = "dg47-b"
IDLE, FAR_AWAY = "kra-orpo", "4502"


def firing(
    units: Mapping[str, str | Unit],
    firer: str,
    dice: Sequence[int] = (),
    *,
    active: Active | None = None,
    points: int = 0,
    switches: tuple[str, ...] = (),
) -> Game:
    """A game in which a unit of Krafft's has just been picked to act; another one is still to come."""
    game = position(
        {IDLE: FAR_AWAY, **units},
        Activation(step="pick"),
        dice=dice,
        leaders={"krafft": HERE, "lathbury": TWO},
        active=active or activated("formation", "krafft", GERMAN),
        points={"9ss": Points(points, 0), "1ab": Points(points, 0)},
        switches=switches,
    )
    choose(game, f"unit:{firer}")
    return game


def shot(game: Game, firer: str, target: str, dice: Sequence[int], **how: object) -> Game:
    """A shot run to the next decision."""
    given: dict[str, object] = {"kind": "direct", "bonus": "no"} | how
    return position(
        game.state.units,
        Idle(),
        Shot(firer=firer, target=target, **given),  # type: ignore[arg-type]
        dice=dice,
        active=activated("formation", "krafft", GERMAN),
    )


def parts(game: Game, firer: str, target: str, **how: object) -> dict[str, int]:
    """What the final rating of a shot is made of."""
    given: dict[str, object] = {"kind": "direct"} | how
    aimed = Shot(firer=firer, target=target, **given)  # type: ignore[arg-type]
    return {part.label: part.value for part in fire_sum(game, aimed.aim(game))}


def resolved(game: Game) -> Resolved:
    return [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"][-1]


def reason(game: Game, option: str) -> str:
    refusal = game.explain(option)
    assert refusal is not None
    return refusal.reason


# 15.2, 15.3: who can fire, and at whom


@pytest.mark.rule("gts:15.2")
@pytest.mark.rule("gts:29.25")
def test_a_unit_without_a_fire_rating_cannot_fire() -> None:
    game = firing({"kra-9p": Unit(at=HERE, steps=1, mounted=True), "1pb1-r": NEAR}, "kra-9p")
    assert "unit:1pb1-r" not in ids(game)
    assert reason(game, "unit:1pb1-r") == "refused.no-fire-rating"


@pytest.mark.rule("gts:15.2")
@pytest.mark.rule("gts:15.5/1")
def test_a_rating_of_0_can_fire() -> None:
    game = quiet({"rg-9ss-1": Unit(at=HERE, steps=0, formation="krafft"), "1pb1-r": NEAR})
    assert direct_targets(game, "rg-9ss-1") == ["1pb1-r"]


@pytest.mark.rule("gts:19.2.2/effects")
def test_a_suppressed_unit_cannot_fire() -> None:
    game = firing({"kra-2": Unit(at=HERE, steps=2, suppressed=True), "1pb1-r": NEAR}, "kra-2")
    assert "unit:1pb1-r" not in ids(game)
    assert reason(game, "unit:1pb1-r") == "refused.suppressed"


@pytest.mark.rule("gts:15.3")
@pytest.mark.rule("gts:15.5/2")
@pytest.mark.rule("gts:29.19")
def test_a_target_must_be_in_range() -> None:
    game = firing({"kra-9f": HERE, "1pb1-r": THREE, "1pb1-s": FOUR}, "kra-9f")
    assert "unit:1pb1-r" in ids(game)
    assert "unit:1pb1-s" not in ids(game)
    assert reason(game, "unit:1pb1-s") == "refused.out-of-range"


@pytest.mark.rule("gts:15.3")
@pytest.mark.rule("gts:15.4")
def test_a_target_must_be_in_sight() -> None:
    game = firing({"kra-9p": "2307", "1pb1-r": "2506"}, "kra-9p")
    assert content().terrain["2406"] == "woods"
    assert "unit:1pb1-r" not in ids(game)
    assert reason(game, "unit:1pb1-r") == "refused.no-line-of-sight"


@pytest.mark.rule("gts:15.3/note")
def test_next_to_an_enemy_only_adjacent_enemies_are_targets() -> None:
    game = firing({"kra-9f": HERE, "1pb1-r": NEAR, "1pb1-s": TWO}, "kra-9f")
    assert "unit:1pb1-r" in ids(game)
    assert "unit:1pb1-s" not in ids(game)
    assert reason(game, "unit:1pb1-s") == "refused.range-reduced"


@pytest.mark.rule("gts:15.3")
def test_every_unit_of_a_stack_may_be_picked_as_the_target() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR, "1pb1-s": NEAR}, "kra-2")
    assert {"unit:1pb1-r", "unit:1pb1-s"} <= ids(game)


@pytest.mark.rule("gts:15.3/note")
def test_direct_fire_at_a_stack_hits_only_its_target() -> None:
    fire = Fire(shot=Shot(firer="kra-2", target="1pb1-r", kind="direct", bonus="no"))
    game = position({"kra-2": HERE, "1pb1-r": NEAR, "1pb1-s": NEAR}, Idle(), fire, dice=[4])
    assert unit(game, "1pb1-r").hits == 1
    assert unit(game, "1pb1-s") == Unit(at=NEAR, steps=2)


@pytest.mark.rule("gts:8.0")
def test_units_in_entry_hexes_are_no_targets() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": Unit(at=NEAR, steps=2, entry="s1")}, "kra-2")
    assert "unit:1pb1-r" not in ids(game)
    assert reason(game, "unit:1pb1-r") == "refused.target-in-entry"


@pytest.mark.rule("gts:15.3")
def test_friends_are_no_targets() -> None:
    game = firing({"kra-2": HERE, "kra-4": NEAR, "1pb1-r": TWO}, "kra-2")
    assert "unit:kra-4" not in ids(game)


@pytest.mark.rule("gts:13.2/2")
def test_a_division_chit_does_not_let_units_fire_first() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR}, "kra-2", active=activated("division", "9ss", GERMAN))
    assert "unit:1pb1-r" not in ids(game)
    assert reason(game, "unit:1pb1-r") == "refused.division-chit"


# 15.5: how to fire


@pytest.mark.rule("gts:15.5")
@pytest.mark.rule("gts:15.5/5")
def test_the_fire_action_runs_from_the_target_to_the_result() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR}, "kra-2", [9, 4])
    choose(game, "unit:1pb1-r")
    assert unit(game, "1pb1-r").hits == 1
    assert game.state.acted == {"kra-2": "fire"}


@pytest.mark.rule("gts:15.5/4")
@pytest.mark.parametrize(("roll", "result"), [(4, "C"), (5, "miss")])
def test_a_roll_not_above_the_rating_hits(roll: int, result: str) -> None:
    game = shot(quiet({"kra-2": HERE, "1pb1-r": NEAR}), "kra-2", "1pb1-r", [roll])
    assert resolved(game).result == result


@pytest.mark.rule("gts:15.5/4")
@pytest.mark.rule("gts:1.2/d10")
def test_a_0_hits_even_at_a_negative_rating() -> None:
    game = shot(quiet({"kra-mar": HERE, TANK: NEAR}, turn=NIGHT), "kra-mar", TANK, [0], extra=(MINUS,))
    assert [line.value for line in resolved(game).lines if line.label == "final-rating"] == ["-5"]
    assert resolved(game).result == "C"


MINUS = Modifier("night", -5, "15.6/8")


@pytest.mark.rule("gts:15.5/4")
@pytest.mark.rule("gts:1.2/d10")
def test_a_9_misses_even_at_a_high_rating() -> None:
    plus = Modifier("into-fire-zone", 9, "17.6/1")
    game = shot(quiet({"kra-2": HERE, "1pb1-r": NEAR}), "kra-2", "1pb1-r", [9], extra=(plus,))
    assert resolved(game).result == "miss"
    assert came_to(game) == ShotResult()


@pytest.mark.rule("gts:15.5/3")
def test_the_rating_is_modified_and_the_roll_is_read_as_it_fell() -> None:
    plus = Modifier("into-fire-zone", 3, "17.6/1")
    game = shot(quiet({"kra-2": HERE, "1pb1-r": NEAR}), "kra-2", "1pb1-r", [1, 0], extra=(plus,))
    assert resolved(game).result == "S?"


@pytest.mark.rule("gts:15.5/5")
@pytest.mark.rule("gts:29.52")
@pytest.mark.rule("gts:16.1/artillery")
def test_indirect_artillery_that_fires_directly_uses_the_direct_class() -> None:
    game = quiet({"wer-1": HERE, "1pb1-r": TWO})
    assert weapon_of(game, "wer-1", "direct") == "HE-D"
    assert weapon_of(game, "wer-1", "indirect") == "HE-I"
    assert outcomes(game, "HE-D", "unarmored", 9) != outcomes(game, "HE-I", "unarmored", 9)


@pytest.mark.rule("gts:15.5/5")
@pytest.mark.rule("gts:29.4")
@pytest.mark.rule("gts:29.48")
@pytest.mark.parametrize(("target", "armour"), [("1pb1-r", "unarmored"), (TANK, "armored")])
def test_the_box_of_the_defense_rating_decides_the_column(target: str, armour: str) -> None:
    game = quiet({"kra-2": HERE, target: NEAR})
    assert armour_of(game, Shot(firer="kra-2", target=target, kind="direct").aim(game)) == armour


@pytest.mark.rule("gts:22.3.6")
@pytest.mark.parametrize(
    ("works", "leaving", "armour"),
    [("entrenched", False, "armored"), ("entrenched", True, "unarmored"), ("improved", False, "unarmored")],
)
def test_a_unit_in_an_entrenchment_is_read_as_armored(works: str, leaving: bool, armour: str) -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": Unit(at=NEAR, steps=2, works=works)})
    aim = Shot(firer="kra-2", target="1pb1-r", kind="direct", no_works=leaving).aim(game)
    assert armour_of(game, aim) == armour


@pytest.mark.rule("gts:15.5/5")
@pytest.mark.parametrize(("switches", "result"), [((), "S"), (("15.5/5",), "S?")])
def test_other_printings_of_the_table_can_be_played(switches: tuple[str, ...], result: str) -> None:
    game = quiet({}, switches=switches)
    assert outcomes(game, "AP", "armored", 5)[1] == result


@pytest.mark.rule("gts:15.5/1")
def test_a_shot_at_a_unit_that_is_gone_does_nothing() -> None:
    game = shot(quiet({"kra-2": HERE}), "kra-2", "1pb1-r", [])
    assert came_to(game) == ShotResult()


def test_a_shot_tells_its_result_and_does_nothing_to_the_target() -> None:
    game = shot(quiet({"kra-2": HERE, "1pb1-r": NEAR}), "kra-2", "1pb1-r", [4])
    assert came_to(game) == ShotResult("C")
    assert unit(game, "1pb1-r").hits == 0


# 15.6: the modifiers


@pytest.mark.rule("gts:15.6")
def test_without_circumstances_only_the_rating_counts() -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": NEAR})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4}


@pytest.mark.rule("gts:15.6/1")
@pytest.mark.parametrize(
    ("firer", "added"),
    [
        (Unit(at=HERE, steps=2, hits=1), {"cohesion-1": -1}),
        (Unit(at=HERE, steps=2, hits=2), {"cohesion-2": -2}),
        (Unit(at=HERE, steps=1), {"step-loss": -1}),
        (Unit(at=HERE, steps=1, hits=2), {"cohesion-2": -2, "step-loss": -1}),
    ],
)
def test_hits_and_step_loss_of_the_firer(firer: Unit, added: dict[str, int]) -> None:
    game = quiet({"kra-2": firer, "1pb1-r": NEAR})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4} | added


@pytest.mark.rule("gts:15.6/1")
def test_the_steps_that_a_unit_never_had_are_no_loss() -> None:
    game = quiet({"spi-1": HERE, "1pb1-r": NEAR})
    assert parts(game, "spi-1", "1pb1-r") == {"fire-rating": 4}


@pytest.mark.rule("gts:14.6.1")
def test_column_weakens_the_firer() -> None:
    game = quiet({"kra-2": Unit(at=HERE, steps=2, column=True), "1pb1-r": NEAR})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, "column": -1}


@pytest.mark.rule("gts:15.6/2")
@pytest.mark.rule("gts:29.17")
@pytest.mark.parametrize(("target", "defense"), [("lr-1", 1), (TANK, -2)])
def test_the_defense_rating_is_added(target: str, defense: int) -> None:
    game = quiet({"kra-2": HERE, target: NEAR})
    assert parts(game, "kra-2", target) == {"fire-rating": 4, "defense": defense}


@pytest.mark.rule("gts:15.6/2")
@pytest.mark.rule("gts:14.6.1")
def test_a_target_in_column_is_easier_to_hit() -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": Unit(at=NEAR, steps=2, column=True)})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, "target-column": 2}


@pytest.mark.rule("gts:15.6/2")
def test_in_transport_mode_the_vehicles_are_hit() -> None:
    game = quiet({"kra-2": HERE, "lr-1": Unit(at=NEAR, steps=2, mounted=True)})
    transport = content().counters["lr-1"].transport
    assert transport is not None
    assert parts(game, "kra-2", "lr-1")["defense"] == transport.defense


@pytest.mark.rule("gts:15.6/3")
@pytest.mark.parametrize(("at", "added"), [(NEAR, {}), (TWO, {"range": -1}), (THREE, {"range": -2})])
def test_range_at_an_unarmored_target(at: str, added: dict[str, int]) -> None:
    game = quiet({"kra-9f": HERE, "1pb1-r": at})
    assert parts(game, "kra-9f", "1pb1-r") == {"fire-rating": 3} | added


@pytest.mark.rule("gts:15.6/3")
@pytest.mark.parametrize(("at", "value"), [(NEAR, None), (TWO, -1), (THREE, -2)])
def test_range_at_an_armored_target(at: str, value: int | None) -> None:
    game = quiet({"all-pak": HERE, TANK: at})
    assert content().counters["all-pak"].front.range == 3
    assert parts(game, "all-pak", TANK).get("range") == value


@pytest.mark.rule("gts:15.6/3")
def test_a_unit_in_an_entrenchment_keeps_its_own_line_of_range() -> None:
    game = quiet({"all-pak": HERE, "1pb1-r": Unit(at=THREE, steps=2, works="entrenched")})
    assert parts(game, "all-pak", "1pb1-r")["range"] == -2
    assert parts(game, "all-pak", "1pb1-r")["target-entrenchment"] == -1


@pytest.mark.rule("gts:15.6/3")
@pytest.mark.parametrize("kind", ["assault", "air", "indirect"])
def test_assault_fire_air_attacks_and_indirect_fire_have_no_range(kind: str) -> None:
    firer = "typhoon" if kind == "air" else "wer-1"
    game = quiet({"wer-1": HERE, "1pb1-r": TWO})
    assert "range" not in parts(game, firer, "1pb1-r", kind=kind)


@pytest.mark.rule("gts:15.6/4")
@pytest.mark.parametrize(("companies", "value"), [(1, None), (2, None), (3, 1), (4, 2)])
def test_size_goes_by_the_steps_in_the_hex(companies: int, value: int | None) -> None:
    names = ("1pb1-r", "1pb1-s", "1pb1-t", "1pb2-a")[:companies]
    game = quiet({"kra-2": HERE} | dict.fromkeys(names, NEAR))
    assert parts(game, "kra-2", "1pb1-r").get("size") == value


@pytest.mark.rule("gts:14.7/opfire")
def test_opportunity_fire_counts_every_unit_in_the_hex() -> None:
    game = quiet({"kra-2": HERE} | dict.fromkeys(("1pb1-r", "1pb1-s", "1pb1-t"), NEAR))
    assert parts(game, "kra-2", "1pb1-r", kind="opportunity") == {"fire-rating": 4, "size": 1}


@pytest.mark.rule("gts:29.8")
def test_an_assault_rating_fires_in_its_own_class() -> None:
    game = quiet({"kra-2": HERE, "stu-1": HERE, "1pb1-r": NEAR})
    assert parts(game, "1pb1-r", "kra-2", kind="assault", rating="assault") == {"assault-rating": 5}
    assert parts(game, "1pb1-r", "kra-2", kind="assault") == {"fire-rating": 4}
    assert weapon_of(game, "stu-1", "assault", "assault") == content().counters["stu-1"].front.assault_weapon


@pytest.mark.rule("gts:15.6/4")
def test_size_can_count_others_or_nothing() -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": NEAR})
    assert parts(game, "kra-2", "1pb1-r", size=9)["size"] == 3
    crowd = quiet({"kra-2": HERE} | dict.fromkeys(("1pb1-r", "1pb1-s", "1pb1-t"), NEAR))
    assert "size" not in parts(crowd, "kra-2", "1pb1-r", size=-1)


@pytest.mark.rule("gts:15.6/5")
@pytest.mark.parametrize(
    ("terrain", "at", "from_", "value"),
    [
        ("polder", NEAR, HERE, None),
        ("orchard", "0225", "0326", -1),
        ("woods", "0119", "0120", -2),
        ("village", "0224", "0324", -1),
        ("town", "2117", "2118", -2),
        ("city", "3419", "3520", -3),
    ],
)
def test_the_terrain_of_the_target_protects_it(terrain: str, at: str, from_: str, value: int | None) -> None:
    game = quiet({"kra-2": from_, "1pb1-r": at})
    assert content().terrain[at] == terrain
    assert parts(game, "kra-2", "1pb1-r").get("terrain") == value


@pytest.mark.rule("gts:15.6/5")
@pytest.mark.parametrize("firer", ["kra-9f", "wer-1", "kra-9m"])
def test_woods_do_not_protect_against_artillery(firer: str) -> None:
    game = quiet({firer: "0120", "1pb1-r": "0119"})
    kind = "indirect" if firer == "kra-9m" else "direct"
    assert "terrain" not in parts(game, firer, "1pb1-r", kind=kind)


@pytest.mark.rule("gts:15.6/5")
def test_houses_protect_against_artillery() -> None:
    game = quiet({"kra-9f": "0324", "1pb1-r": "0224"})
    assert parts(game, "kra-9f", "1pb1-r")["terrain"] == -1


@pytest.mark.rule("gts:14.6.1")
@pytest.mark.rule("gts:15.6/5")
def test_terrain_does_not_protect_a_column() -> None:
    game = quiet({"kra-2": "0120", "1pb1-r": Unit(at="0119", steps=2, column=True)})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, "target-column": 2}


@pytest.mark.rule("gts:17.2/state")
def test_a_target_can_be_taken_as_in_column_and_out_of_its_works() -> None:
    game = quiet({"kra-2": "0120", "1pb1-r": Unit(at="0119", steps=2, works="improved")})
    assert parts(game, "kra-2", "1pb1-r", as_column=True, no_works=True) == {
        "fire-rating": 4, "target-column": 2,
    }  # fmt: skip
    assert parts(game, "kra-2", "1pb1-r", no_works=True) == {"fire-rating": 4, "terrain": -2}
    assert parts(game, "kra-2", "1pb1-r", terrain=False) == {"fire-rating": 4, "target-improved-position": -1}


@pytest.mark.rule("gts:15.6/6")
@pytest.mark.rule("gts:29.16")
@pytest.mark.parametrize(("check", "rating"), [(5, "6"), (6, "4"), (0, "6"), (9, "4")])
def test_a_full_company_that_passes_its_check_has_the_bonus(check: int, rating: str) -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR}, "kra-2", [check, 9])
    choose(game, "unit:1pb1-r")
    assert [line.value for line in resolved(game).lines if line.label == "final-rating"] == [rating]


@pytest.mark.rule("gts:15.6/6")
def test_a_command_point_gives_the_bonus() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR}, "kra-2", [9], points=1)
    choose(game, "unit:1pb1-r", "do:spend")
    assert [line.value for line in resolved(game).lines if line.label == "company-bonus"] == ["+2"]


@pytest.mark.rule("gts:15.6/6")
def test_odds_tell_the_results_of_a_shot_and_not_whether_the_bonus_was_had() -> None:
    game = firing({"kra-2": HERE, "1pb1-r": NEAR}, "kra-2")
    found = odds(game, "unit:1pb1-r").outcomes
    fire_results = {"miss", "S?", "S", "C", "1", "2", "E"}
    assert {outcome.results[0] for outcome in found} <= fire_results
    assert sum(outcome.probability for outcome in found) == pytest.approx(1)


@pytest.mark.rule("gts:29.16")
def test_a_reduced_company_has_no_bonus() -> None:
    game = firing({"kra-2": Unit(at=HERE, steps=1), "1pb1-r": NEAR}, "kra-2", [9])
    choose(game, "unit:1pb1-r")
    assert "check-company-bonus" not in [event.what for event in game.events if isinstance(event, Resolved)]


@pytest.mark.rule("gts:15.6/6")
@pytest.mark.rule("gts:17.6/4")
def test_opportunity_fire_never_has_the_bonus() -> None:
    game = shot(quiet({"kra-2": HERE, "1pb1-r": NEAR}), "kra-2", "1pb1-r", [9], kind="opportunity", bonus="")
    assert [line.label for line in resolved(game).lines][:2] == ["fire-rating", "final-rating"]


@pytest.mark.rule("gts:15.6/7")
@pytest.mark.rule("gts:22.2.4")
@pytest.mark.rule("gts:22.3.6")
@pytest.mark.parametrize(
    ("works", "added"), [("improved", "target-improved-position"), ("entrenched", "target-entrenchment")]
)
def test_works_of_the_target_protect_it(works: str, added: str) -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": Unit(at=NEAR, steps=2, works=works)})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, added: -1}


@pytest.mark.rule("gts:15.6/7")
@pytest.mark.rule("gts:22.3.6")
@pytest.mark.parametrize(("works", "added"), [("improved", {}), ("entrenched", {"entrenchment": 1})])
def test_an_entrenched_firer_fires_better(works: str, added: dict[str, int]) -> None:
    game = quiet({"kra-2": Unit(at=HERE, steps=2, works=works), "1pb1-r": NEAR})
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4} | added


@pytest.mark.rule("gts:15.6/8")
@pytest.mark.parametrize(
    ("weather", "turn", "added"),
    [
        ("clear", 8, {}),
        ("overcast", 8, {}),
        ("fog", 8, {"fog": -1}),
        ("rain", 8, {"rain": -2}),
        ("clear", NIGHT, {"night": -2}),
        ("rain", NIGHT, {"rain": -2, "night": -2}),
    ],
)
def test_weather_and_night_add_up(weather: str, turn: int, added: dict[str, int]) -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": NEAR}, weather=weather, turn=turn)
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4} | added


@pytest.mark.rule("gts:15.6/9")
@pytest.mark.parametrize(("marker", "value"), [("light-barrage", -1), ("heavy-barrage", -2)])
def test_a_barrage_on_the_firer_counts_and_one_on_the_target_does_not(marker: str, value: int) -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": NEAR})
    game.state.barrages[NEAR] = marker
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4}
    game.state.barrages[HERE] = marker
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, marker: value}


@pytest.mark.rule("gts:19.2.2/effects")
def test_a_suppressed_unit_assault_fires_with_two_less() -> None:
    game = quiet({"kra-2": Unit(at=HERE, steps=2, suppressed=True), "1pb1-r": NEAR})
    found = parts(game, "kra-2", "1pb1-r", kind="assault", rating="assault")
    assert found == {"assault-rating": 4, "suppressed": -2}


@pytest.mark.rule("gts:27.0/attack")
def test_in_an_air_attack_only_what_favours_it_counts() -> None:
    dug_in = Unit(at="0119", steps=2, works="entrenched")
    game = quiet({"1pb1-r": dug_in, "lr-1": Unit(at=NEAR, steps=2, column=True), "kra-2": HERE})
    assert parts(game, "schwarm", "1pb1-r", kind="air") == {"air-rating": 3}
    assert parts(game, "schwarm", "lr-1", kind="air") == {"air-rating": 3, "defense": 1, "target-column": 2}


@pytest.mark.rule("gts:27.0/attack")
def test_an_air_attack_rolls_in_the_class_of_the_air_unit() -> None:
    game = position(
        {"1pb1-r": NEAR},
        Idle(),
        Fire(shot=Shot(firer="schwarm", target="1pb1-r", kind="air")),
        dice=[3],
        active=activated(),
    )
    assert unit(game, "1pb1-r").hits == 1
    assert game.state.barrages == {}


@pytest.mark.rule("gts:8.0")
def test_a_landing_weakens_the_firer_and_exposes_the_target() -> None:
    game = quiet({"1pb1-r": Unit(at=NEAR, steps=2, landing="parachute-1"), "kra-2": HERE})
    assert parts(game, "1pb1-r", "kra-2") == {"fire-rating": 4, "landing": -2}
    assert parts(game, "kra-2", "1pb1-r") == {"fire-rating": 4, "target-landing": 2}


@pytest.mark.rule("gts:15.6")
def test_the_preview_shows_the_whole_sum_in_the_order_of_the_rules() -> None:
    firer = Unit(at="0120", steps=2, hits=1)
    game = quiet(
        {"kra-2": firer, "1pb1-mor": Unit(at="0119", steps=1, works="improved")},
        weather="fog",
        active=activated("formation", "krafft", GERMAN),
    )
    game.state.barrages["0120"] = "light-barrage"
    shown = FireAction().preview(game, ("kra-2",), Choice("unit", "1pb1-mor"))
    assert shown is not None
    assert shown.path == ("0120", "0119")
    assert [(line.label, line.value) for line in shown.lines] == [
        ("fire-rating", "+4"),
        ("cohesion-1", "-1"),
        ("defense", "+1"),
        ("terrain", "-2"),
        ("target-improved-position", "-1"),
        ("fog", "-1"),
        ("light-barrage", "-1"),
        ("final-rating", "-1"),
        ("bonus-if-passed", "+2"),
        ("rating-with-bonus", "1"),
    ]


# Units that fire together


@pytest.mark.rule("gts:10.0.2/stack")
@pytest.mark.rule("gts:15.5/1")
def test_units_of_a_stack_fire_one_after_the_other_each_at_its_own_target() -> None:
    game = firing({"kra-2": HERE, "kra-4": HERE, "1pb1-r": NEAR, "1pb1-s": "2027"}, "kra-2", [9, 4, 9, 4])
    choose(game, "join:kra-4", "do:fire", "unit:kra-4", "unit:1pb1-s")
    assert ids(game) == {"unit:kra-2", "do:cease"}
    choose(game, "unit:kra-2", "unit:1pb1-r")
    assert unit(game, "1pb1-r").hits == unit(game, "1pb1-s").hits == 1
    assert game.state.acted == {"kra-2": "fire", "kra-4": "fire"}


@pytest.mark.rule("gts:10.0.2/stack")
def test_units_fire_together_only_if_all_of_them_can() -> None:
    game = firing({"kra-2": HERE, "kra-9f": HERE, "1pb1-r": TWO}, "kra-2")
    choose(game, "join:kra-9f")
    assert "do:fire" not in ids(game)
    assert reason(game, "do:fire") == "refused.fire-one-by-one"


@pytest.mark.rule("gts:10.0.5/7")
def test_a_direct_command_chit_lets_no_stack_fire_together() -> None:
    game = firing(
        {"kra-2": HERE, "kra-4": HERE, "1pb1-r": NEAR}, "kra-2", active=activated("direct", GERMAN, GERMAN), points=4
    )
    choose(game, "join:kra-4")
    assert "do:fire" not in ids(game)
    assert reason(game, "do:fire") == "refused.direct-stack"


def test_a_unit_that_does_not_fire_indirectly_lays_no_barrage() -> None:
    game = quiet({"kra-2": HERE, "1pb1-r": NEAR}, active=activated("formation", "krafft", GERMAN))
    assert [option.id for option in FireAction().offers(game, ("kra-2",))] == ["unit:1pb1-r"]
    refusal = FireAction().refuse(game, ("kra-2",), Choice("do", "barrage"))
    assert refusal is not None
    assert refusal.reason == "refused.no-barrage"


# The worked example


@pytest.mark.rule("gts:15/ex-direct-fire")
@pytest.mark.rule("gts:15.4.1")
def test_example_of_direct_fire() -> None:
    """EX-15-01: a flak unit fires at A company; B company is behind a ridge."""
    board = content().board
    i, j = board.index["0516"], board.index["0615"]
    assert "ridge" in board.side_features(i, board.direction(i, j))
    assert content().terrain["0518"] == "clear"
    game = position(
        {"kra-9f": "0416", "1pb3-a": "0518", "1pb3-b": "0715", IDLE: FAR_AWAY},
        Activation(step="pick"),
        dice=[1, 0],
        leaders={"lathbury": "0518"},
        active=activated("formation", "krafft", GERMAN),
    )
    choose(game, "unit:kra-9f")
    assert "unit:1pb3-b" not in ids(game)
    choose(game, "unit:1pb3-a")
    assert [(line.label, line.value) for line in resolved(game).lines] == [
        ("fire-rating", "+3"),
        ("range", "-1"),
        ("final-rating", "2"),
        ("roll", "1"),
        ("results-table", "S"),
    ]
    assert game.decisions[0].side == ALLIED
    choose(game, "do:convert")
    assert unit(game, "1pb3-a") == Unit(at="0518", steps=2, hits=1)


@pytest.mark.rule("gts:15.6")
def test_the_chart_of_fire_modifiers_says_what_a_shot_is_reckoned_with() -> None:
    worn = Unit(at=HERE, steps=2, column=True, hits=1)
    game = quiet({"kra-2": worn, "1pb1-r": Unit(at=TWO, steps=2, column=True)})
    texts = game.texts("en")
    aimed = Shot(firer="kra-2", target="1pb1-r", kind="direct").aim(game)
    told = {(texts.line(line), line.value) for line in Sum(fire_sum(game, aimed)).lines}
    lit = [
        (row.head.name, row.cells[0])
        for row in fire_modifiers(game.content, texts).rows
        if row.head.lit_by and all((by.label, by.value or row.cells[0]) in told for by in row.head.lit_by)
    ]
    assert lit == [
        ("1 cohesion hit", "-1"),
        ("Column", "-1"),
        ("Target in column", "+2"),
        ("Unarmored target, 2 hexes away", "-1"),
    ]
