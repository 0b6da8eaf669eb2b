"""What is lit up on the map for a player."""

from __future__ import annotations

from games.primer.positions import PRIMER, counter, position
from sandtable.games.primer.fire import in_sight
from sandtable.kernel import Table

BLUE, RED = counter("b1", "infantry", "0305"), counter("r1", "infantry", "1005")


def lit(table: Table, overlay: str, label: str = "", side: str = "blue") -> frozenset[str]:
    view = table.view(side)
    return PRIMER.overlay(view.game, overlay, label, side)


def test_sight_is_what_guns_could_see_from_a_hex() -> None:
    table = position(BLUE, RED)
    content = table.game.content
    assert lit(table, "sight", "0505") == {"0505", *in_sight(content)["0505"]}


def test_the_zones_are_those_of_the_enemy_and_for_spectators_all() -> None:
    table = position(BLUE, RED)
    adjacent = table.game.content.adjacent
    assert lit(table, "zones") == {*adjacent["1005"]}
    assert lit(table, "zones", side="red") == {*adjacent["0305"]}
    assert lit(table, "zones", side="") == {*adjacent["1005"], *adjacent["0305"]}


def test_supply_ends_at_a_wall_of_enemies() -> None:
    wall = [counter(f"r{i}", "infantry", f"06{row:02}") for i, row in enumerate((1, 3, 5, 7, 9), 1)]
    found = lit(position(BLUE, *wall), "supply-blue")
    assert "0305" in found
    assert "0905" not in found


def test_every_overlay_has_a_name_in_both_languages() -> None:
    for overlay in PRIMER.overlays(PRIMER.content("bridge")):
        assert PRIMER.texts("en").has(f"overlay.{overlay.text}")
        assert PRIMER.texts("ja").has(f"overlay.{overlay.text}")
