"""The data of a scenario: map, forces, counters and tables, read strictly and made ready for play."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from sandtable import datafile
from sandtable.board import Board
from sandtable.games.asl.counters import Personnel, PersonnelFile, SupportWeapon, WeaponsFile
from sandtable.games.asl.heavy import (
    ArmorLeader,
    ArtilleryFile,
    GunCard,
    GunsFile,
    Module,
    VehicleCard,
    VehiclesFile,
)
from sandtable.games.asl.scenario import Force, Group, ScenarioFile, in_play
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.tables.morale import Nation, Prisoners
from sandtable.games.asl.tables.order_of_battle import Fortifications, Leaders, LeaderTable
from sandtable.kernel import rule
from sandtable.mechanics.content import HexContent

LETTERS: dict[str, str] = {"german": "g", "canadian": "c"}
"""What the ids of a side's counters begin with."""
DUMMIES = "d"
"""What follows the letter of a side in the ids of its bought Dummies."""
GUNS: tuple[Literal["bmg", "cmg", "aamg"], ...] = ("bmg", "cmg", "aamg")
"""The machine guns of vehicles that can be taken out of them (D10.5)."""
CREATED = 12
"""How many leaders and heroes a side can gain in a game."""


class Manifest(NamedTuple):
    """A counter of the order of battle: whose it is, and of which type."""

    side: Nation
    kind: str


class Received(NamedTuple):
    """A leader who may come by a roll: with whom, and by which one (2.5193)."""

    side: Nation
    group: str
    table: LeaderTable
    roll: int
    """The rolls of the scenario are counted through."""


class Content(HexContent):
    """A scenario ready for play."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        personnel: PersonnelFile,
        weapons: WeaponsFile,
        data_file: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        super().__init__(board, data_file, switches)
        scenario = in_play(scenario)
        self.scenario = scenario
        self.forces: dict[str, Force] = {side: force for side, force in scenario.forces.items()}  # noqa: C416
        self.personnel_file = personnel
        self.personnel: dict[str, Personnel] = personnel.personnel
        self.weapons: dict[str, SupportWeapon] = weapons.weapons
        self.units: dict[str, Manifest] = {}
        """The men of the orders of battle, by the id that each has in play."""
        self.arms: dict[str, Manifest] = {}
        """Their support weapons and Guns, likewise."""
        self.guns: dict[str, GunCard] = datafile.read(data_file("units/guns.yaml"), GunsFile).guns
        vehicles = datafile.read(data_file("units/vehicles.yaml"), VehiclesFile)
        self.vehicles: dict[str, VehicleCard] = vehicles.vehicles
        self.armor_leaders: dict[str, ArmorLeader] = vehicles.armor_leaders
        self.modules: dict[str, Module] = datafile.read(data_file("units/artillery.yaml"), ArtilleryFile).modules
        self.batteries: dict[str, Manifest] = {}
        """The modules of Off-Board Artillery of both sides, by the id that each has in play."""
        self.tanks: dict[str, Manifest] = {}
        """Their vehicles, likewise."""
        self.commanders: dict[str, Manifest] = {}
        """Their Armor Leaders, likewise."""
        self.with_aamg: set[str] = set()
        """The vehicles that have the anti-aircraft machine gun which not all of their kind have."""
        self.received: dict[str, Received] = {}
        """The leaders who may come by rolls, by the ids that they would have."""
        self.decoys: dict[str, Manifest] = {}
        """The Dummies among the Cloaking counters of a side, likewise (E1.4)."""
        self.groups: dict[str, str] = {}
        """The group of each counter, by its name in the scenario."""
        self.short: set[str] = set()
        """The counters whose group is short of ammunition (A19.131)."""
        self.low: set[str] = set()
        """The weapons that have a Low Ammo counter (A19.131)."""
        for side, force in scenario.forces.items():
            for number, kind in enumerate(force.batteries, 1):
                self.batteries[f"{LETTERS[side]}o{number}"] = Manifest(side, kind)
            for name, group in force.groups.items():
                self._enlist(self.units, side, name, group.units, LETTERS[side])
                self._enlist(self.arms, side, name, group.weapons, f"{LETTERS[side]}w")
                self._enlist(self.arms, side, name, group.guns, f"{LETTERS[side]}g")
                self._enlist(self.tanks, side, name, group.vehicles, f"{LETTERS[side]}v")
                self._enlist(self.commanders, side, name, group.armor_leaders, f"{LETTERS[side]}a")
                self._give_machine_guns(name, group.machine_guns)
                self._ration(side, name, group)
            if force.cloaking is not None and force.cloaking.dummies:
                first = next(name for name, group in force.groups.items() if group.setup is not None)
                self._enlist(self.decoys, side, first, {DUMMY: force.cloaking.dummies}, f"{LETTERS[side]}q")
        self._expect_leaders()

    def _enlist(
        self, into: dict[str, Manifest], side: Nation, group: str, listed: Mapping[str, int], letters: str
    ) -> None:
        number = sum(placed.side == side and name.startswith(letters) for name, placed in into.items())
        for kind, count in listed.items():
            for _ in range(count):
                number += 1
                into[f"{letters}{number}"] = Manifest(side, kind)
                self.groups[f"{letters}{number}"] = group

    def _give_machine_guns(self, group: str, listed: Mapping[str, int]) -> None:
        """The first vehicles of a kind in a group have the anti-aircraft machine gun, as many as its file says."""
        for kind, count in listed.items():
            able = [name for name, placed in self.tanks.items() if placed.kind == kind and self.groups[name] == group]
            self.with_aamg |= set(able[:count])

    @rule("A19.131")
    def _ration(self, side: Nation, name: str, group: Group) -> None:
        """Note who of a group is short of ammunition, and which of its weapons have a Low Ammo counter."""
        if group.short_of_ammunition:
            self.short |= {
                each for each in {**self.units, **self.arms, **self.tanks}
                if self.groups[each] == name and each.startswith(LETTERS[side])
            }  # fmt: skip
        for kind, count in group.low_ammunition.items():
            arms = [each for each in self.arms if self.arms[each] == (side, kind) and self.groups[each] == name]
            self.low |= set(arms[:count])

    @rule("A19.131")
    def is_short(self, name: str) -> bool:
        """Whether a unit or a vehicle is short of ammunition."""
        return name.partition(".")[0] in self.short

    def _expect_leaders(self) -> None:
        """Number the leaders who may come by rolls, as many as each roll can bring."""
        rolls = 0
        for side, force in self.scenario.forces.items():
            numbers = {"l": 0, "r": 0}
            for name, group in force.groups.items():
                for roll in group.leaders:
                    letter = "r" if roll.table == "armor" else "l"
                    for _ in range(roll.times):
                        for _ in range(self.table("leaders", Leaders).most(roll.table)):
                            numbers[letter] += 1
                            unit_id = f"{LETTERS[side]}{letter}{numbers[letter]}"
                            self.received[unit_id] = Received(side, name, roll.table, rolls)
                            self.groups[unit_id] = name
                        rolls += 1

    @property
    def to_place(self) -> dict[str, tuple[Nation, str]]:
        """Every counter that is set up or enters, in order: whose it is, and its group."""
        return {
            name: (placed.side, self.groups[name])
            for name, placed in {**self.units, **self.decoys, **self.arms, **self.tanks, **self.commanders}.items()
        }

    @property
    def dummies(self) -> list[str]:
        """The ids of the Dummies that can be bought."""
        found = []
        for side, force in self.scenario.forces.items():
            points = sum(group.fortification_points for group in force.groups.values())
            if points:
                price = self.table("fortifications", Fortifications).works["concealment"].cost
                found += [f"{LETTERS[side]}{DUMMIES}{number}" for number in range(1, 2 * points // price + 1)]
        return found

    @functools.cached_property
    def all_arms(self) -> dict[str, Manifest]:
        """The support weapons and Guns that can be in play: those of the orders of battle, and out of vehicles."""
        found = dict(self.arms)
        for name, placed in self.tanks.items():
            card = self.vehicles[placed.kind]
            light = next(kind for kind, each in self.weapons.items() if each.type == "lmg" and each.side == card.side)
            for arm in GUNS:
                fitted = arm != "aamg" or not card.aamg_optional or name in self.with_aamg
                if {"bmg": card.bmg, "cmg": card.cmg, "aamg": card.aamg}[arm] and fitted:
                    found[spare_id(name, arm)] = Manifest(card.side, light)
        return found

    def group_of_unit(self, unit_id: str) -> str:
        """The group of its force to which a unit belongs; none for men who have stepped forward."""
        return self.groups.get(unit_id.partition(".")[0], "")

    @property
    def unarmed_morale(self) -> int:
        return self.table("prisoners", Prisoners).morale

    def hero_of(self, side: str) -> str:
        """The type of the heroes of a side."""
        return next(kind for kind, card in self.personnel.items() if card.side == side and card.type == "hero")

    def leader_named(self, side: str, name: str) -> str:
        """The type of a leader by his figures, as in 8-0."""
        return self.personnel_file.named(side, "leader", name)

    def created_id(self, side: str, number: int) -> str:
        """The id of the n-th leader or hero that a side gains."""
        return f"{LETTERS[side]}x{number}"

    def all_unit_ids(self) -> list[str]:
        """Every id that a unit can have: the orders of battle, their halves, and men who come forward later."""
        found = []
        for unit_id, placed in self.units.items():
            found.append(unit_id)
            if self.personnel[placed.kind].half_squad:
                found += [f"{unit_id}.1", f"{unit_id}.2"]
        found += [name for name, leader in self.received.items() if leader.table != "armor"]
        found += self.decoys
        found += [f"{name}{man}" for name in self.tanks for man in ("c", "c.1", "c.2", "l")]
        found += self.dummies
        return found + [self.created_id(side, n) for side in LETTERS for n in range(1, CREATED + 1)]


def spare_id(vehicle_id: str, arm: str) -> str:
    """The id of a machine gun that was taken out of a vehicle."""
    return f"{vehicle_id}-{arm}"
