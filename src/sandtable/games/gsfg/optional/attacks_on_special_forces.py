"""Chapter 13.8 and 13.10: attacks on special forces (optional)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sandtable.games.gsfg.combat.attackers import why_unable as why_unable_to_attack
from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, enemy_of
from sandtable.games.gsfg.supply import enemy_sf_zone
from sandtable.games.gsfg.units import Game, group_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.content import Table
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.sums import Sum

SUPPLY_RULE = "8.11"


class CounterSf(Table, frozen=True):
    """The Counter SF Table, by the modified die."""

    die: str
    rows: dict[int, Literal["none", "suppressed", "eliminated"]]
    friendly_zone: int


def attackable(game: Game, group: str) -> list[Option]:
    """The enemy markers that units of a group may attack in this combat phase."""
    return [
        Option(f"sf:{marker_id}", rule="13.8")
        for marker_id in game.state.special_forces
        if refuse_attack(game, marker_id, group) is None
    ]


@rule("13.8")
def refuse_attack(game: Game, marker_id: str, group: str) -> Refusal | None:
    """Why a group may not attack a marker, or None; each marker is attacked once in a player turn."""
    marker, args = game.state.special_forces.get(marker_id), {"marker": marker_id}
    if marker is None:
        return None
    if marker.side == (NATO if group == "nato" else SOVIET):
        return Refusal("refused.sf-yours", "13.8", args)
    if marker.at == OFF_MAP:
        return Refusal("refused.sf-eliminated", "13.10", args)
    if marker.attacked:
        return Refusal("refused.sf-attacked", "13.8", args)
    return None if attackers(game, marker_id, group) else Refusal("refused.sf-no-attacker", "13.8", args)


@rule("13.8")
def attackers(game: Game, marker_id: str, group: str) -> list[str]:
    """The units of a group that may attack a marker: in its very hex, and free to attack; supply does not matter."""
    at = game.state.special_forces[marker_id].at
    return [unit_id for unit_id in units_in(game, at) if why_unable(game, unit_id, group) is None]


@rule("11.4", "13.8")
def why_unable(game: Game, unit_id: str, group: str) -> Refusal | None:
    """Why a unit may not attack a marker in its hex: it has one attack in a phase; supply is no matter."""
    if group_of(game, unit_id) != group:
        return Refusal("refused.not-in-group", "5.4", {"unit": unit_id})
    unable = why_unable_to_attack(game, unit_id)
    return None if unable is not None and unable.rule == SUPPLY_RULE else unable


class AttackMarker(Procedure, frozen=True):
    """A unit attacks an enemy marker in its own hex."""

    marker: str
    group: str
    unit: str = ""

    @rule("13.8")
    def begin(self, game: Game) -> Decision | None:
        """One unit attacks; its owner picks it if several could."""
        found = attackers(game, self.marker, self.group)
        if len(found) == 1:
            game.goto("resolve", unit=found[0])
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="13.8") for unit_id in found)
        side = NATO if self.group == "nato" else SOVIET
        return Decision(side, "attack-sf", "13.8", options, {"marker": self.marker}, continues=True)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        return attack_preview(game, self.marker)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if game.state.units[choice.name].at != game.state.special_forces[self.marker].at:
            return Refusal("refused.sf-not-there", "13.8", {"unit": choice.name, "marker": self.marker})
        return why_unable(game, choice.name, self.group)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("resolve", unit=choice.name)

    @rule("13.8", "13.10")
    def resolve(self, game: Game) -> None:
        """Roll on the Counter SF Table and apply the result at once."""
        table = game.content.table("counter-sf", CounterSf)
        results, modifiers = chart(game.content, "counter-sf", CounterSf), attack_modifiers(game, self.marker)
        roll = game.roll(table.die, "counter-sf", "13.10", bands=results.bands(modifiers.total))
        total = roll + modifiers.total
        result = results.entry(total)
        told = (Line("sf-die", str(roll), "13.10"), *modifiers.lines, Line("sf-total", str(total), "13.10"))
        change(game, self.unit, attacked=True, fought=True, acted=True)
        apply(game, self.marker, result, told)
        game.finish()


@rule("13.8", "13.10")
def attack_modifiers(game: Game, marker_id: str) -> Sum:
    """What is added to the die: something if the hex lies in the zone of the attacker's own special forces."""
    marker, found = game.state.special_forces[marker_id], Sum()
    if marker.at in enemy_sf_zone(game, marker.side):
        found.add("sf-friendly-zone", game.content.table("counter-sf", CounterSf).friendly_zone, "13.8")
    return found


def attack_preview(game: Game, marker_id: str) -> Preview:
    return Preview(lines=tuple(attack_modifiers(game, marker_id).lines))


@rule("13.2", "13.10")
def apply(game: Game, marker_id: str, result: str, lines: tuple[Line, ...]) -> None:
    """Turn a marker over or take it away for good; one that is suppressed already is eliminated by a second time."""
    markers = game.state.special_forces
    marker = markers[marker_id]
    if result == "suppressed" and marker.suppressed:
        result = "eliminated"
        lines = (*lines, Line("sf-suppressed-again", "", "13.2"))
    favours = marker.side if result == "none" else enemy_of(marker.side)
    game.say(Resolved(rule="13.10", what="counter-sf", result=result, lines=lines, subject=marker_id, favours=favours))
    marker = replace(marker, attacked=True)
    if result == "suppressed":
        marker = replace(marker, suppressed=True)
    elif result == "eliminated":
        marker = replace(marker, at=OFF_MAP, suppressed=False)
    markers[marker_id] = marker
