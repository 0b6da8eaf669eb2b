"""Morale: checks, rally, Heat of Battle, leaders made in action, wounds, classes of troops (A10, A15, A17-A19, A25)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Die, Modifier, complete
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table

Nation = Literal["german", "canadian"]
UnitClass = Literal["elite", "first-line", "second-line", "green", "conscript"]


class Heroic(Strict, frozen=True):
    """The least Morale Level of a heroic leader (A15.2)."""

    least: int
    wounded: int


class Morale(Table, frozen=True, kw_only=True):
    """What Morale Levels are (A10.1), and which Original DR of a check say more than passed or failed."""

    highest: int
    lowest: int
    encircled: int
    wounded: int
    fanatic: int
    berserk: int
    """The Morale Level of a berserk unit, whatever it was (A15.4)."""
    heroic: Heroic
    wounded_leadership: int
    """How much worse a wounded leader leads (A17.1)."""
    heat: int
    """The Original DR of a passed check that brings Heat of Battle."""
    casualty: int
    """The Original DR of a failed check that brings Casualty Reduction, or eliminates a broken unit."""
    elr_underlined: int
    """The ELR of a unit whose morale is underlined (A19.13)."""
    massacre: int
    """By how much the ELR of the victims' side rises (A20.4)."""

    def level(self, level: int) -> int:
        """A Morale Level within its limits (A.18)."""
        return min(max(level, self.lowest), self.highest)


RallyModifier = Literal["dm", "self-rally", "terrain"]


class Rally(Table, frozen=True):
    """Rally (A10.6)."""

    modifiers: dict[RallyModifier, Modifier]
    casualty: int
    """The Original DR that brings Casualty Reduction."""
    self_rallies: int
    """How many MMC without a leader may try in a Rally Phase, where a title does not say otherwise (A18.11)."""

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(RallyModifier), "modifiers")


Heat = Literal["hero", "battle-hardening", "berserk", "surrender"]
HeatModifier = Literal["elite", "broken", "inexperienced"]


class HeatOfBattle(Table, frozen=True):
    """Heat of Battle (A15.1): a row begins at its Final DR; the first goes on below, the last above."""

    rows: dict[int, tuple[Heat, ...]]
    modifiers: dict[HeatModifier, Modifier]

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(HeatModifier), "modifiers")

    def results(self, final_dr: int) -> tuple[Heat, ...]:
        """What a Final DR makes of the unit."""
        return Chart(self.rows).entry(final_dr)


CreationModifier = Literal["against-odds", "high-morale", "low-morale", "broken"]


class LeaderCreation(Table, frozen=True):
    """Leader Creation (A18.12): a row begins at its Final dr; the first goes on below, the last above."""

    rows: dict[int, str | None]
    modifiers: dict[CreationModifier, Modifier]
    high_morale: int
    """The Morale Level from which `high-morale` counts."""
    low_morale: int
    """The Morale Level down to which `low-morale` counts."""

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(CreationModifier), "modifiers")

    def leader(self, final_dr: int) -> str | None:
        """The leader that a Final dr makes, or none."""
        return Chart(self.rows).entry(final_dr)


class NationRow(Strict, frozen=True, kw_only=True):
    """What troops of a nationality are like (A25)."""

    heat_of_battle: int
    leader_creation: int
    white_phosphorus: bool
    """Whether their grenades include WP (A24.1)."""
    steady: tuple[UnitClass, ...]
    """The classes that never cower (A25.45)."""
    conscript: UnitClass
    """The class of their worst troops, and of prisoners who take up arms again (A20.551)."""


class Nationality(Table, frozen=True):
    """The nationalities (A25)."""

    nations: dict[Nation, NationRow]

    def __post_init__(self) -> None:
        complete(self.nations, get_args(Nation), "nations")


class Recovery(Strict, frozen=True):
    """Taking up a weapon that lies in the Location (A4.44)."""

    number: Die
    cx: int
    night: int


class Wound(Strict, frozen=True):
    """Wound severity (A17.11): up to which Final dr a man is wounded and not eliminated."""

    wounded: Die
    again: int
    """What is added where he is wounded already."""


class Destruction(Strict, frozen=True):
    """Random destruction of weapons by a KIA (A9.74): the dr that eliminates one, and the dr that malfunctions it."""

    eliminated: Die
    malfunctions: Die


class Rolls(Table, frozen=True):
    """Rolls of one die that belong to no chart."""

    recovery: Recovery
    repair_removes: Die
    """The repair dr that removes a weapon (A9.72)."""
    wound: Wound
    destruction: Destruction
    deployed: int
    """How many hundredths of its squads a side may Deploy before set-up (A1.31)."""


class Prisoners(Table, frozen=True, kw_only=True):
    """Guards and prisoners (A20.5)."""

    capacity: int
    """How many times its own US# a Guard can hold."""
    morale: int
    """The Morale Level of unarmed MMC."""
    defense: int
    """Their FP in Close Combat, for the defense only (A11.11)."""
    massacre_elr: int
    """By how much the ELR of a side rises whose prisoners are killed (A20.4)."""
    highest_elr: int
    """Above which it does not rise."""


class Interrogation(Table, frozen=True):
    """Civilian interrogation (E2.4): up to which dr each side learns something, and how far around."""

    numbers: dict[Nation, Die]
    range: int


class Sniper(Table, frozen=True, kw_only=True):
    """Snipers (A14)."""

    kills: Die
    """The activation dr that eliminates or breaks."""
    harms: Die
    """The activation dr that wounds or pins."""
    least: int
    """The least number at which a sniper is in play."""
    night: int
    """What is added to the number at night."""
    night_most: int
    hexes: int
    """How near to the Sniper counter enemy-occupied hexes count at set-up, and how many of them."""
    apart: int
    """How far apart two counters of a side are placed (CG13)."""
    first_of_two: Die
    """Up to which dr the first of two counters strikes."""
    check: int
    """Up to which Final dr a sniper check lowers the number (A14.4)."""
    check_squad: int
    """What a squad adds to that dr."""
