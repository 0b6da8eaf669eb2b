"""The counters that ship: units, leaders, formations and divisions are sound and as the rules quote them."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import msgspec
import pytest

from games.gts.data import LANGUAGES, in_both, manifest, units
from sandtable.games.gts.content import PrintedUnit
from sandtable.render.symbols import BRANCHES, SIZES


def test_there_are_216_counters_in_20_formations_of_5_divisions() -> None:
    assert len(units()) == 216
    assert Counter(unit.side for unit in units().values()) == {"allied": 111, "german": 105}
    assert len(manifest().formations) == 20
    assert len(manifest().divisions) == 5
    assert len(manifest().leaders) == 15


@pytest.mark.rule("gts:29.22", "gts:29.27")
def test_units_belong_to_formations_and_these_to_divisions() -> None:
    formations, divisions = manifest().formations, manifest().divisions
    assert {unit.formation for unit in units().values()} == set(formations)
    assert {formation.division for formation in formations.values()} == set(divisions)
    for unit_id, unit in units().items():
        assert unit.division == formations[unit.formation].division, unit_id
        assert unit.side == divisions[unit.division].side, unit_id
        assert unit.nat in manifest().nationalities, unit_id
    for division in divisions:
        independent = [f for f in formations.values() if f.division == division and not f.leader]
        assert len(independent) == 1, division


@pytest.mark.rule("gts:29.31")
def test_leaders_lead_the_formations_that_name_them() -> None:
    led = {formation.leader: name for name, formation in manifest().formations.items() if formation.leader}
    assert led == {name: leader.formation for name, leader in manifest().leaders.items()}
    assert all(1 <= leader.range <= 6 for leader in manifest().leaders.values())
    assert manifest().leaders["krafft"].range == 5
    assert manifest().leaders["hackett"].formation == "4para"


@pytest.mark.rule("gts:29.2", "gts:29.18")
def test_chits_are_distinct() -> None:
    chits = [army.direct_command for army in manifest().sides.values()]
    chits += [division.chit for division in manifest().divisions.values()]
    chits += [formation.chit for formation in manifest().formations.values()]
    assert len(set(chits)) == len(chits) == 27


@pytest.mark.parametrize("unit_id", sorted(units()))
def test_ratings_are_sound(unit_id: str) -> None:
    unit = units()[unit_id]
    front = unit.front
    assert unit.steps in (0, 1, 2)
    assert unit.like in manifest().archetypes
    assert unit.type in manifest().types
    assert unit.size in SIZES
    assert front.fire is not None
    assert 0 <= front.fire <= 8
    assert 1 <= front.quality <= 8
    assert (front.weapon == "HE-I") == (unit.contact is not None)
    assert front.mobility == "immobile" or (front.move is not None) != front.star
    assert front.move is None or front.mobility != "immobile"
    assert not front.star or unit.unit_class == "artillery"
    assert unit.unit_class != "vehicle" or front.mobility in ("motorized", "tracked")
    assert unit.unit_class != "vehicle" or unit.transport is None
    for face in (front, unit.transport):
        if face is not None:
            assert face.armored == (face.defense <= -1)
            assert (face.fire is None) == (face.weapon is None)
            assert (face.assault is None) == (face.assault_weapon is None)
            assert face.range >= 1
            assert face.assault is not None or not face.red
    if unit.transport is not None:
        assert unit.transport.mobility in ("motorized", "tracked")
        assert unit.transport.move is not None
        assert unit.transport.quality == front.quality


def test_units_alike_have_like_ratings() -> None:
    """Only troop quality, and the contact values of scratch artillery, differ within an archetype."""
    faces = defaultdict(set)
    for unit in units().values():
        shown = [msgspec.structs.replace(face, quality=0) if face else None for face in (unit.front, unit.transport)]
        faces[unit.like].add((unit.type, unit.unit_class, unit.steps, unit.abilities, *shown))
    assert set(faces) == set(manifest().archetypes)
    assert {like for like, found in faces.items() if len(found) > 1} == set()


def test_figures_of_the_examples() -> None:
    """What the worked examples of the rules show on counters."""

    def likes(like: str) -> list[PrintedUnit]:
        return [unit for unit in units().values() if unit.like == like]

    for unit in likes("para_coy"):
        assert (unit.steps, unit.front.defense, unit.front.move, unit.front.mobility) == (2, 0, 4, "leg")
        assert unit.front.quality >= 6
    assert any(unit.front.quality == 6 for unit in likes("para_coy"))
    assert {(unit.front.fire, unit.front.weapon) for unit in likes("mortar3")} == {(3, "HE-M")}
    for unit in likes("pack_bty"):
        assert (unit.front.fire, unit.steps) == (4, 2)
        assert unit.contact is not None
        assert unit.contact.pending == 6
    for unit in likes("flak20"):
        front = unit.front
        assert (front.fire, front.weapon, front.defense, unit.steps) == (3, "HE-D", 2, 0)
    for unit in likes("naval_coy"):
        front = unit.front
        assert (front.fire, front.assault, front.defense, unit.steps) == (2, 2, 1, 2)
    assert min(unit.front.quality for unit in likes("naval_coy")) == 1
    assert {(unit.front.fire, unit.front.assault, unit.steps) for unit in likes("ss_coy")} == {(4, 4, 2)}
    assert {(unit.front.quality, unit.front.move) for unit in likes("army_alarm")} == {(3, 4)}
    assert {(unit.transport.move, unit.transport.mobility) for unit in likes("spw_coy") if unit.transport} == {
        (16, "tracked")
    }
    assert units()["kra-orpo"].front.move == 7
    assert units()["kra-orpo"].short == "10/3 Orpo"


@pytest.mark.rule("gts:24.1", "gts:29.40")
def test_rearguards() -> None:
    rearguard = manifest().rearguard
    assert (rearguard.fire, rearguard.defense, rearguard.steps, rearguard.range) == (0, 0, 0, 1)
    assert rearguard.mobility == "immobile"
    for division in manifest().divisions.values():
        assert division.rearguards > 0
        assert division.roadblocks > 0
        assert 1 <= division.rearguard_quality <= 5


@pytest.mark.rule("gts:29.21")
def test_the_dispatch_rating_of_the_example_is_that_of_the_9th_ss() -> None:
    assert manifest().divisions["9ss"].dispatch == 6


def test_engineers_and_flame_weapons() -> None:
    engineers = {unit_id for unit_id, unit in units().items() if "engineer" in unit.abilities}
    assert engineers == {unit_id for unit_id, unit in units().items() if unit.type.endswith("engineers")}
    assert {unit_id for unit_id, unit in units().items() if unit.front.red} == {
        unit_id for unit_id, unit in units().items() if "flame" in unit.abilities
    }
    assert {unit_id for unit_id, unit in units().items() if "off-map" in unit.abilities} == {"med64-1", "med64-2"}


def test_everybody_is_named_in_both_languages() -> None:
    things: list[Any] = [*units().values(), *manifest().divisions.values(), *manifest().formations.values()]
    things += [*manifest().leaders.values(), *manifest().air_units.values()]
    assert all(in_both(thing.name) for thing in things)
    for side in manifest().sides:
        shorts = [unit.short for unit in units().values() if unit.side == side]
        assert len(set(shorts)) == len(shorts)
        assert max(map(len, shorts)) <= 12
    names = [unit.name[lang] for unit in units().values() for lang in LANGUAGES]
    assert len(set(names)) == len(names)
    assert {kind.symbol for kind in manifest().types.values()} <= set(BRANCHES)
