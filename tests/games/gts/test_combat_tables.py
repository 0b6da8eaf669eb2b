"""The tables of fire, sight, contact, barrage, assault and rally: every figure that the rules quote holds in them."""

from __future__ import annotations

import pytest

from games.gts.data import SEVERITY, WEAPONS, banded, table, terrain, units


@pytest.mark.rule("gts:15.5/5")
def test_every_row_of_the_combat_results_grows_worse() -> None:
    rows = table("fire")["rows"]
    assert set(rows) == set(WEAPONS)
    for weapon, targets in rows.items():
        assert set(targets) == {"unarmored", "armored"}
        for cells in targets.values():
            assert len(cells) == 9
            ranks = [SEVERITY.index(cell) for cell in cells]
            assert ranks[1:] == sorted(ranks[1:]), weapon
            assert cells[0] in ("C", "1")


@pytest.mark.rule("gts:15.5/4", "gts:15.5/5", "gts:16.1")
@pytest.mark.parametrize(
    ("weapon", "roll", "result"),
    [("HE-D", 1, "S"), ("HE-M", 1, "S?"), ("HE-I", 4, "C"), ("SA", 3, "S"), ("SA", 4, "C")],
)
def test_quoted_combat_results(weapon: str, roll: int, result: str) -> None:
    assert table("fire")["rows"][weapon]["unarmored"][roll] == result


def test_later_results_differ_from_ours() -> None:
    for cell in table("fire")["later"]:
        assert table("fire")["rows"][cell["weapon"]][cell["target"]][cell["roll"]] != cell["result"]


@pytest.mark.rule("gts:29.52", "gts:16.1/mortar", "gts:16.1/artillery")
def test_weapon_classes() -> None:
    weapons = table("weapons")
    classes = weapons["classes"]
    assert set(classes) == set(WEAPONS)
    assert {name for name, row in classes.items() if row["indirect"]} == {"HE-M", "HE-I"}
    assert {name for name, row in classes.items() if not row["opportunity"]} == {"HE-M"}
    assert classes["HE-I"]["direct_as"] == "HE-D"
    assert (weapons["direct_within"], weapons["range_in_barrage"]) == (3, 1)
    assert weapons["range_adjacent_to_enemy"] == 1


@pytest.mark.rule("gts:15.6/4")
@pytest.mark.parametrize(("steps", "modifier"), [(0, 0), (2, 0), (4, 0), (5, 1), (6, 1), (8, 2), (12, 3)])
def test_size_modifiers(steps: int, modifier: int) -> None:
    assert banded(table("size")["rows"], steps, "modifier") == modifier


@pytest.mark.rule("gts:15.6/3")
def test_range_modifiers() -> None:
    chart = table("range")
    assert chart["unarmored"] == {hexes: 1 - hexes for hexes in range(1, 9)}
    assert chart["armored"] == {"adjacent": 0, "between": -1, "at_range": -2}
    assert max(chart["unarmored"]) == table("line-of-sight")["reach"]["clear"]["normal"]


@pytest.mark.rule("gts:15.6", "gts:17.6", "gts:18.7/5D-mods")
def test_fire_modifiers() -> None:
    modifiers = table("fire-modifiers")["modifiers"]
    shown = {name: row["value"] for name, row in modifiers.items() if row["value"] is not None}
    assert shown == {
        "cohesion-1": -1,
        "cohesion-2": -2,
        "step-loss": -1,
        "column": -1,
        "entrenchment": 1,
        "light-barrage": -1,
        "heavy-barrage": -2,
        "company-bonus": 2,
        "suppressed": -2,
        "fog": -1,
        "rain": -2,
        "night": -2,
        "target-column": 2,
        "target-improved-position": -1,
        "target-entrenchment": -1,
        "into-fire-zone": 3,
        "out-of-fire-zones": -1,
        "retreating": 2,
        "charging": 2,
    }
    assert {name for name, row in modifiers.items() if not row["opportunity"]} == {
        "company-bonus", "suppressed", "charging",
    }  # fmt: skip
    assert {name for name, row in modifiers.items() if row["direct"] and not row["indirect"]} == {"range"}
    assert {name for name, row in modifiers.items() if row["value"] is None} == {"defense", "range", "size", "terrain"}


@pytest.mark.rule("gts:14.6.1", "gts:16.4.2.2", "gts:19.2.2/effects", "gts:19.2.3/effects", "gts:22.2.4", "gts:22.3.6")
def test_what_markers_do_to_troop_quality() -> None:
    assert table("markers")["markers"] == {
        "column": 0,
        "suppressed": -1,
        "cohesion-1": 0,
        "cohesion-2": -1,
        "step-loss": -1,
        "improved-position": 1,
        "entrenchment": 2,
        "light-barrage": -1,
        "heavy-barrage": -2,
        "out-of-command": -1,
    }


@pytest.mark.rule("gts:15.4", "gts:15.4.2", "gts:15.4.3")
def test_lines_of_sight() -> None:
    sight = table("line-of-sight")
    assert {name: row["normal"] for name, row in sight["reach"].items()} == {
        "clear": 8, "overcast": 8, "fog": 2, "rain": 2, "night": 2,
    }  # fmt: skip
    assert sight["reach"]["clear"] == {"normal": 8, "observation_post": 13, "strongpoint": 8}
    assert sight["passes"] == {"normal": 0, "observation_post": 3, "strongpoint": 2}


@pytest.mark.rule("gts:16.3/6", "gts:15.4.2", "gts:15.4.3")
def test_contact() -> None:
    modifiers = table("contact")["modifiers"]
    quoted = {name: row["value"] for name, row in modifiers.items() if row["source"] == "seed"}
    assert quoted == {"same-division": 0, "observation-post": 1, "strongpoint": 1}
    for unit_id, unit in units().items():
        assert unit.contact is None or unit.contact.changing < unit.contact.pending, unit_id


@pytest.mark.rule("gts:16.4.2.1")
@pytest.mark.parametrize(("rating", "marker"), [(0, "light"), (3, "light"), (5, "light"), (6, "heavy"), (8, "heavy")])
def test_barrages(rating: int, marker: str) -> None:
    assert banded(table("barrage")["placement"], rating, "marker") == f"{marker}-barrage"
    assert table("barrage")["no_marker_on"] == 9
    assert {row["leave"] for row in table("barrage")["markers"].values()} == {2}


@pytest.mark.rule("gts:29.46", "gts:29.47")
def test_checks_without_command_points() -> None:
    checks = table("quality")["checks"]
    assert {name for name, row in checks.items() if not row["command_point"]} == {
        "bravery", "opportunity-fire", "engineer",
    }  # fmt: skip
    assert (table("quality")["always_success"], table("quality")["always_failure"]) == (0, 9)


@pytest.mark.rule("gts:18.7", "gts:18.7/2", "gts:18.7/5D-shots", "gts:18.7/6")
def test_assault() -> None:
    assault = table("assault")
    assert assault["max_rounds"] == 3
    assert assault["shots"] == {
        "black": ["fire", "assault"],
        "red": ["assault", "assault"],
        "suppressed": ["assault"],
        "none": [],
    }
    assert {name: row["value"] for name, row in assault["modifiers"].items()} == {"obstacle-first-round": -1}
    cases = table("bravery")["cases"]
    assert cases["entrenched-defender"]["value"] == -2
    assert {name for name, row in cases.items() if row["source"] == "seed"} == {"entrenched-defender", "across-bridge"}


@pytest.mark.rule("gts:18.7/3", "gts:22.3.6")
def test_the_assault_example() -> None:
    """The entrenched infantry fires at 4 - 2 (woods) - 1 (defense) + 1 (6 steps) + 3 + 1 (entrenchment) = 6."""
    modifiers = table("fire-modifiers")["modifiers"]
    rating = 4 + terrain().terrain["woods"].defense - 1 + banded(table("size")["rows"], 6, "modifier")
    rating += modifiers["into-fire-zone"]["value"] + modifiers["entrenchment"]["value"]
    assert rating == 6


@pytest.mark.rule("gts:19.1", "gts:19.2.3", "gts:19.2.4", "gts:29.43")
def test_results() -> None:
    results = table("results")
    assert tuple(results["results"]) == SEVERITY
    assert results["hits_before_loss"] == 2
    assert [results["steps"][steps]["company_bonus"] for steps in (0, 1, 2)] == [False, False, True]
    assert results["steps"][0]["hit"] == "eliminated"
    assert not results["steps"][0]["can_assault"]


@pytest.mark.rule("gts:20.0", "gts:20.0/night")
def test_rally() -> None:
    rows = {(row["night"], row["in_fire_zone"]): row for row in table("rally")["rows"]}
    assert len(rows) == 4
    assert {key for key, row in rows.items() if not row["cohesion"]} == {(False, True)}
    assert {key for key, row in rows.items() if not row["check"]} == {(True, False)}
    assert all(row["suppression"] for row in rows.values())
