"""Chapter 6.5.4.4: what GP fire does to vehicles, men, guns and terrain, whoever fires it and however it comes."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.panzer.combat.damage import damage
from sandtable.games.panzer.combat.gp_defense import Defense, gp_defense, is_moving, moves_openly
from sandtable.games.panzer.combat.gp_modifiers import Means
from sandtable.games.panzer.combat.losses import (
    comes_under_fire,
    destroy_vehicle,
    hit_tracks,
    is_whole_squad,
    reduce_or_eliminate,
)
from sandtable.games.panzer.combat.suppression import suppress
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Claimed
from sandtable.games.panzer.state import Unit, enemy_of
from sandtable.games.panzer.tables.fire import GpCombatFile, GpEffectsFile, VehicleType
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, order, side_of
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Modifier, Sum

DIE, FIRE_DIE = "d100", "d10"
VehicleResult = Literal["no-effect", "suppressed", "damaged", "track-hit", "destroyed"]
"""What a roll does to a vehicle; one that is destroyed is knocked out or brews up by another die."""
Outcome = Literal[
    "no-effect", "suppressed", "damaged", "track-hit", "track-hit-again", "knocked-out", "brewed-up", "reduced",
    "eliminated", "destroyed"
]  # fmt: skip


class GpAttack(msgspec.Struct, frozen=True, kw_only=True):
    """GP fire as its results see it."""

    source: str
    """Who fires: a unit, battery or aircraft."""
    factor: int
    band: Band = "P"
    ranged: bool = True
    """Whether it has a range factor; bombs and what falls from the sky have none."""
    means: Means = "direct"
    small_arms: bool = False
    effectiveness: int = 0
    """The highest GP Effectiveness Factor; small arms have none."""
    brew_up: int | None = None
    """The D10 up to which a vehicle that is lost burns, where the weapon does not say (6.7.4.2.1/eliminated)."""
    what: Literal["gp-fire", "overrun"] = "gp-fire"
    parts: tuple[Modifier, ...] = ()
    """What the factor is made of, where it adds up."""

    @property
    def burns_up_to(self) -> int:
        """The D10 up to which a vehicle that is lost burns: the effectiveness, of small arms half their factor."""
        if self.brew_up is not None:
            return self.brew_up
        return self.factor // 2 if self.small_arms else self.effectiveness


def combat_table(content: Content) -> GpCombatFile:
    return content.table("gp-combat", GpCombatFile)


# Vehicles


@rule("6.5.4.4", "6.5.4.4.1", "6.5.4.4.2", "6.5.4.4.2/small-arms", "6.5.4.4.2/vehicle-type",
      "6.5.4.4.2/nsa-suppressed", "6.5.4.4.2/nsa-effective-ap", "6.5.4.4.2/nsa-effective-s",
      "6.5.4.4.2/sa-suppressed-a", "6.5.4.4.2/sa-suppressed-p", "6.5.4.4.2/sa-suppressed-s",
      "6.5.4.4.2/sa-effective-a", "6.5.4.4.2/sa-effective-p", "6.5.4.4.2/sa-effective-s")  # fmt: skip
def vehicle_result(content: Content, attack: GpAttack, kind: VehicleType, defense: int, final: int) -> VehicleResult:
    """What a final roll does to a vehicle, by its type and by whether small arms fire, and from how far."""
    result = combat_table(content).result(attack.factor, defense, final)
    if result == "no-effect":
        return "no-effect"
    table = content.table("gp-effects", GpEffectsFile)
    effect = table.small_arms[result][kind][attack.band] if attack.small_arms else table.others[result][kind]
    if effect == "by-effectiveness":
        effect = "effective" if attack.effectiveness >= defense else "suppressed"
    return by_last_digit(table, final) if effect == "effective" else effect


@rule("6.5.4.4.2/rule-of-5s-10s")
def by_last_digit(table: GpEffectsFile, final: int) -> VehicleResult:
    """The rule of 5s and 10s: a final roll that ends in 5 damages, in 0 hits the tracks, whatever its sign."""
    digit = abs(final) % 10
    return "damaged" if digit == table.damaged else "track-hit" if digit == table.track else "destroyed"


@rule("6.5.4.4", "6.5.4.4.2", "6.5.4.4.2/nsa-effective-ap", "4.4.3.2.6/damaged", "6.5.2.2.1")
def attack_vehicle(game: Game, attack: GpAttack, unit_id: str, modifiers: Sum, *, hull_down: bool) -> Outcome:
    """Roll for GP fire at a vehicle and apply what comes of it, but for those who bail out.

    Hull down, direct fire does not reach the tracks. A second damage knocks out; a second track hit does nothing more.
    """
    comes_under_fire(game, unit_id)
    unit, defense = game.state.units[unit_id], gp_defense(game, unit_id)
    net = modifiers.total
    otherwise = after_earlier_results(unit)
    if hull_down and attack.means == "direct":
        otherwise["track-hit"] = "no-effect"

    def at(roll: int) -> Outcome:
        result = vehicle_result(game.content, attack, defense.type, defense.value, roll + net)
        return otherwise.get(result, result)

    roll = game.roll(DIE, "gp-fire", "6.5.4.4", bands=[at(roll) for roll in range(1, 101)])
    outcome = at(roll)
    if outcome == "destroyed":
        outcome = brews_up(game, attack.burns_up_to)
    tell(game, attack, unit_id, defense, modifiers, roll, outcome)
    inflict(game, unit_id, outcome, "6.5.4.4.2")
    return outcome


@rule("4.4.3.2.6/damaged", "6.5.2.2.1")
def after_earlier_results(unit: Unit) -> dict[Outcome, Outcome]:
    """What a result comes to on a vehicle that is damaged, or has a track hit, already."""
    found: dict[Outcome, Outcome] = {}
    if unit.tracks:
        found["track-hit"] = "track-hit-again"
    if unit.damaged:
        found["damaged"] = "knocked-out"
    return found


@rule("6.5.4.4.2", "6.6.1.1.3")
def inflict(game: Game, unit_id: str, outcome: Outcome, rule_id: str) -> None:
    """Apply what has come of GP fire or a close assault to a vehicle."""
    if outcome == "suppressed":
        suppress(game, unit_id, rule_id)
    elif outcome == "damaged":
        damage(game, unit_id)
    elif outcome == "track-hit":
        hit_tracks(game, unit_id, rule_id)
    elif outcome in ("knocked-out", "brewed-up"):
        destroy_vehicle(game, unit_id, outcome)


@rule("6.5.4.4.2/nsa-effective-ap", "6.5.4.4.2/nsa-effective-s", "6.5.4.4.2/sa-effective-s")
def brews_up(game: Game, most: int) -> Literal["knocked-out", "brewed-up"]:
    """Whether a vehicle that is lost burns: by the effectiveness of the weapon, of small arms by half their factor."""
    roll = game.roll(FIRE_DIE, "brew-up", "6.5.4.4.2/nsa-effective-ap", bands=(most + 1,))
    return "brewed-up" if roll <= most else "knocked-out"


# Men and guns


@rule("6.5.4.4", "6.5.4.4.1", "6.5.4.4.3", "6.5.4.4.3/suppressed", "6.5.4.4.3/effective")
def attack_men(game: Game, attack: GpAttack, unit_id: str, modifiers: Sum) -> Outcome:
    """Roll for GP fire at a leg or towed unit, mounted or not, and apply what comes of it."""
    comes_under_fire(game, unit_id)
    show_that_it_moves(game, unit_id)
    defense, table, net = gp_defense(game, unit_id), combat_table(game.content), modifiers.total
    worst: Outcome = "reduced" if is_whole_squad(game, unit_id) else "eliminated"

    def at(roll: int) -> Outcome:
        result = table.result(attack.factor, defense.value, roll + net)
        return worst if result == "effective" else result

    roll = game.roll(DIE, "gp-fire", "6.5.4.4", bands=[at(roll) for roll in range(1, 101)])
    outcome = at(roll)
    tell(game, attack, unit_id, defense, modifiers, roll, outcome)
    if outcome == "suppressed":
        suppress(game, unit_id, "6.5.4.4.3/suppressed")
    elif outcome == worst:
        reduce_or_eliminate(game, unit_id)
    return outcome


@rule("4.2.1", "6.5.4.2.2")
def show_that_it_moves(game: Game, unit_id: str) -> None:
    """Who is easier to hit on the move has to say so: its command is shown, and lies face down again."""
    mounted = game.state.units[unit_id].carrier != ""
    if not mounted and is_moving(game, unit_id) and not moves_openly(game, unit_id):
        command = order(game, unit_id, known=True)
        game.say(Claimed(rule="6.5.4.2.2", unit=unit_id, order=command.order))
        game.reveal()


# Words


def lines_of(content: Content, attack: GpAttack, defense: Defense, modifiers: Sum) -> list[Line]:
    """A GP attack as it is shown: factor, defense, the two numbers of the table, and the modifiers."""
    row = combat_table(content).rows[defense.value]
    column = min(attack.factor, combat_table(content).most) - 1
    return [
        *range_lines(attack),
        *(part.line for part in attack.parts),
        Line("gp-factor", str(attack.factor), "6.5.4.1"),
        *defense.parts.lines,
        Line("gp-defense-factor", f"{defense.value}{defense.type}", "6.5.4.2"),
        Line("no-effect-to", str(row.no_effect[column]), "6.5.4.4"),
        Line("suppressed-to", str(row.suppressed[column]), "6.5.4.4"),
        *modifiers.lines,
        Line("net-modifier", f"{modifiers.total:+d}", "6.5.4.3"),
    ]


def range_lines(attack: GpAttack) -> list[Line]:
    """The range factor of an attack, where it has one."""
    return [Line("range-factor", attack.band, "6.5.4.1")] if attack.ranged else []


def tell(
    game: Game, attack: GpAttack, unit_id: str, defense: Defense, modifiers: Sum, roll: int, outcome: Outcome
) -> None:
    """Say what has come of GP fire at a unit."""
    side = side_of(game, unit_id)
    game.say(
        Resolved(
            rule="6.5.4.4",
            what=attack.what,
            result=outcome,
            lines=(
                *lines_of(game.content, attack, defense, modifiers),
                Line("die", str(roll), "6.5.4.4"),
                Line("final-roll", str(roll + modifiers.total), "6.5.4.4"),
            ),
            subject=unit_id,
            favours=side if outcome in ("no-effect", "track-hit-again") else enemy_of(side),
        )
    )
