"""C6.4, RR3: Bore Sighted Locations, which only machine guns of a Scenario Defender have, and only at night."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.attack import Attack
from sandtable.games.asl.fire.bore_sighting import BoreSighting, eligible
from sandtable.games.asl.fire.fire_phase import pieces_named
from sandtable.games.asl.fire.modifiers import firer_modifiers
from sandtable.games.asl.hidden import mask
from sandtable.games.asl.scenario import Night
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import Game


def dark(terrain: dict[str, str] | None = None) -> Content:
    on = meadow(terrain)
    conditions = msgspec.structs.replace(on.scenario.conditions, night=Night(nvr=2, defender="german"))
    on.scenario = msgspec.structs.replace(on.scenario, conditions=conditions)
    return on


def guarded(*, nvr: int = 6, kind: str = "de-mmg", **facts: Any) -> Game:
    weapons = {"m": Weapon(kind, "german", holder="g", **facts.pop("gun", {}))}
    units = {"g": de("F14"), "c": ca("F10"), **facts.pop("units", {})}
    return position(units=units, weapons=weapons, on=dark(facts.pop("terrain", None)), nvr=nvr, **facts)


@pytest.mark.rule("rileys_road:RR3", "rileys_road:C6.4")
def test_only_medium_and_heavy_machine_guns_of_the_scenario_defender_at_night() -> None:
    assert eligible(guarded(), "german") == ["m"]
    assert eligible(guarded(), "canadian") == []
    assert eligible(guarded(nvr=0), "german") == []
    assert eligible(guarded(kind="de-lmg"), "german") == []


@pytest.mark.rule("rileys_road:C6.4")
def test_a_location_within_sixteen_hexes_that_is_seen_by_day_is_named() -> None:
    game = guarded(terrain={"F12": "stone-building"})
    play(game, BoreSighting(side="german"))
    found = offered(game)
    assert "hex:A5" in found
    assert "hex:F8" not in found
    assert "hex:T1" not in found
    game.choose("hex:A5")
    assert game.state.weapons["m"].sighted == "A5"


@pytest.mark.rule("rileys_road:C6.4")
@pytest.mark.parametrize(("laid", "stood", "drm"), [("F10", "F14", -2), ("F9", "F14", None), ("F10", "F15", None)])
def test_the_machine_gun_gains_two_while_it_stays_where_it_was_set_up(laid: str, stood: str, drm: int | None) -> None:
    game = guarded(gun={"sighted": laid, "sighted_from": stood}, phase="prep-fire", active="german")
    alone = firer_modifiers(game, Attack(pieces_named(game, ["m"]), (), "F10"))
    assert {part.label: part.value for part in alone}.get("bore-sight") == drm
    together = firer_modifiers(game, Attack(pieces_named(game, ["m", "g"]), (), "F10"))
    assert "bore-sight" not in [part.label for part in together]


@pytest.mark.rule("rileys_road:C6.4")
def test_the_enemy_does_not_know_where_it_is_laid() -> None:
    game = guarded(gun={"sighted": "F10", "sighted_from": "F14"})
    mask(game.state, game.content, "canadian")
    assert game.state.weapons["m"].sighted == ""
