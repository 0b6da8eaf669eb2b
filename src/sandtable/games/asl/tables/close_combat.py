"""Close combat: odds, modifiers, Ambush, attacks on vehicles (A11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Factor, Modifier, complete
from sandtable.mechanics.content import Strict, Table


class Odds(Strict, frozen=True):
    """A column of the Close Combat Table."""

    attack: int
    defense: int
    """The odds from which it counts, as in 3-2."""
    kill: int
    hand_to_hand: int
    """The kill number of Hand-to-Hand Close Combat (J2.31)."""

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.attack, self.defense)


class CloseCombat(Table, frozen=True):
    """The Close Combat Table (A11.11): columns from the worst odds to the best."""

    below: Odds
    """For odds worse than all that are listed."""
    columns: tuple[Odds, ...]
    above: Odds
    """For odds better than the best that is listed."""
    heat: int
    """The Original DR by which a MMC may make a leader, and its side infiltrate (A18.12, A11.22)."""
    leader_fp: int
    """The FP of a leader in close combat; everybody else has the printed one."""
    escape: int
    """The Original DR by which those who were attacked may infiltrate (A11.22)."""

    def __post_init__(self) -> None:
        ratios = [column.ratio for column in self.columns]
        if ratios != sorted(set(ratios)):
            raise ValueError("the columns must go from the worst odds to the best")

    def place(self, attack: Fraction | int, defense: Fraction | int) -> int:
        """The place of the column of a ratio: -1 below the first, as many as there are columns above the last."""
        last = self.columns[-1]
        if attack * last.defense > last.attack * defense:
            return len(self.columns)
        reached = [place for place, odds in enumerate(self.columns) if attack * odds.defense >= odds.attack * defense]
        return reached[-1] if reached else -1

    def odds(self, attack: Fraction | int, defense: Fraction | int) -> Odds:
        """The column of a ratio: the best odds that it reaches."""
        place = self.place(attack, defense)
        return self.below if place < 0 else self.above if place == len(self.columns) else self.columns[place]

    def below_even(self, attack: Fraction | int, defense: Fraction | int) -> int:
        """How many columns a ratio stands below even odds, which counts for Leader Creation (A18.12)."""
        even = next(place for place, odds in enumerate(self.columns) if odds.attack == odds.defense)
        return max(0, even - self.place(attack, defense))


CloseCombatFactor = Literal["concealed-target", "pinned", "guard"]
CloseCombatModifier = Literal[
    "hero",
    "by-ambusher",
    "at-ambusher",
    "at-tired",
    "by-tired",
    "at-broken",
    "capture",
    "capture-inexperienced",
    "at-withdrawing",
    "covering",
    "by-overstacked",
    "at-overstacked",
    "at-above-wire",
    "by-above-wire",
]


class CloseCombatModifiers(Table, frozen=True):
    """What halves an attack in close combat, and its DRM (A11)."""

    factors: dict[CloseCombatFactor, Factor]
    modifiers: dict[CloseCombatModifier, Modifier]

    def __post_init__(self) -> None:
        complete(self.factors, get_args(CloseCombatFactor), "factors")
        complete(self.modifiers, get_args(CloseCombatModifier), "modifiers")


AmbushModifier = Literal[
    "cx",
    "broken",
    "pinned",
    "lax",
    "berserk",
    "buttoned-up",
    "stunned",
    "vehicle",
    "stealthy",
    "concealed",
]


class Ambush(Table, frozen=True):
    """Ambush (A11.4): by how much a side's Final dr must be the lower, and its modifiers."""

    lower: int
    lower_at_night: int
    """For the ATTACKER at night where nothing illuminates the Location."""
    modifiers: dict[AmbushModifier, Modifier]

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(AmbushModifier), "modifiers")


VehicleCombatModifier = Literal[
    "motion",
    "unarmored",
    "no-machine-gun",
    "escort-half-squad",
    "escort-squad",
    "open-topped",
    "crew-exposed",
    "immobile",
    "atmm",
]
Attackers = Literal["squad", "crew", "half-squad", "smc"]


class VehicleCombat(Table, frozen=True, kw_only=True):
    """Close combat against vehicles (A11.5)."""

    values: dict[Attackers, int]
    """The CCV: up to which Final DR an attack succeeds."""
    assault_engineers: int
    inexperienced: int
    extra_smc: int
    halved: int
    """What each cause adds that would halve firepower."""
    modifiers: dict[VehicleCombatModifier, Modifier]
    best: dict[int, Literal["burning", "eliminated", "immobilized"]]
    """What the extra dr after an Original 2 gives at least."""

    def __post_init__(self) -> None:
        complete(self.values, get_args(Attackers), "values")
        complete(self.modifiers, get_args(VehicleCombatModifier), "modifiers")
