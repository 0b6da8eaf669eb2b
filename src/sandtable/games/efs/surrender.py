"""Chapter 20: Soviet surrender."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.combat.step_losses import TakeSteps
from sandtable.games.efs.content import chart
from sandtable.games.efs.control import friend
from sandtable.games.efs.events.results import SupplyLost
from sandtable.games.efs.events.surrender import SurrenderChecked
from sandtable.games.efs.fortifications.works import is_active_in, is_citadel
from sandtable.games.efs.losses import eliminate, lose_steps
from sandtable.games.efs.rolls import added, told
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.supply.routes import has_line_clear_of_zones, has_unlimited_line, supplied_hexes
from sandtable.games.efs.supply.sources import major_cities, named_sources
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.tables import SurrenderFile
from sandtable.games.efs.units import Game, is_headquarters, movement_class, printed
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import Phase, rule
from sandtable.mechanics.roster import hexes_of, units_in
from sandtable.mechanics.switches import is_on

TRAIN, FLOTILLA = "armored-train", "flotilla"
LEAVES_OUT = "surrender"


@rule("20.0", "20.12", "18.54", "21.34", "21.62")
def may_surrender(game: Game, label: str) -> list[str]:
    """The Soviet units of a hex that may have to surrender: no trains or flotillas, and nobody in a citadel."""
    if is_citadel(game, label):
        return []
    return [
        unit_id
        for unit_id in units_in(game, label)
        if printed(game, unit_id).type != TRAIN and movement_class(game.content, unit_id) != FLOTILLA
    ]


@rule("20.11", "20.13")
def havens(game: Game) -> frozenset[str]:
    """The hexes to which a line saves from surrender: friendly ports, major cities that work as a supply source, and
    sources at the edge of the map.

    The whole line is clear of enemy zones of control, its end too: a haven in one saves only where a unit holds it.
    """
    content = game.content
    ports = {label for label in content.ports if friend(game, label) == SOVIET}
    cities = frozenset(label for label in major_cities(game, SOVIET) if is_open_city(game, label))
    edge = {label for label in named_sources(game, SOVIET) if content.is_at_edge(label)}
    return frozenset(ports | cities | edge) - (zone_of(game, AXIS) - hexes_of(game, SOVIET))


@rule("20.11")
def is_open_city(game: Game, label: str) -> bool:
    """Whether a major city is not encircled: it works as a supply source; by a switch, not all hexes around it are the
    enemy's or in his zones of control.
    """
    if not is_on(game.content, "open-cities-by-zones"):
        return label in supplied_hexes(game, SOVIET)
    closed = hexes_of(game, AXIS) | zone_of(game, AXIS)
    return not closed.issuperset(game.content.adjacent[label])


@rule("20.11", "20.13")
def to_be_checked(game: Game) -> list[str]:
    """The hexes with cut-off Soviet units in an Axis zone of control."""
    goals = havens(game)
    has_line = has_line_clear_of_zones if is_on(game.content, "only-zones-cut-off") else has_unlimited_line
    return [
        label
        for label in sorted(hexes_of(game, SOVIET) & zone_of(game, AXIS))
        if may_surrender(game, label) and not has_line(game, SOVIET, label, goals)
    ]


@rule("20.21", "20.21/note-supply", "20.22", "21.52")
def modifiers(game: Game, label: str) -> dict[str, int]:
    """What is added to the roll for a hex, by name; its units count as supplied as the worst of them is, or by a switch
    the best.
    """
    file, content = game.content.table("surrender", SurrenderFile), game.content
    there = may_surrender(game, label)
    order = ("supplied", "emergency", "out")
    states = [order.index(game.state.units[unit_id].supply) for unit_id in there]
    state = order[min(states) if is_on(game.content, "best-supply-counts") else max(states)]
    first, last = file.despair
    holds = {
        "headquarters": any(is_headquarters(game, unit_id) for unit_id in there),
        "nkvd": any(printed(game, unit_id).nkvd for unit_id in there),
        "supplied": state == "supplied",
        "emergency": state == "emergency",
        "despair": first <= game.state.turn <= last,
        "shelter": label in content.cities or is_active_in(game, label, SOVIET),
        "militia-only": all(printed(game, unit_id).militia for unit_id in there),
    }
    return {name: file.modifiers[name] for name, so in holds.items() if so}


class SurrenderPhase(Phase, frozen=True):
    """D.1: every hex with cut-off Soviet units in an Axis zone of control rolls on the Surrender Table.

    Which hexes do is found before the first of them rolls. A card may leave the phase out.
    """

    hexes: tuple[str, ...] = ()

    @rule("20.11")
    def begin(self, game: Game) -> None:
        left_out = LEAVES_OUT in game.content.card.without
        game.goto("check", hexes=() if left_out else tuple(to_be_checked(game)))

    @rule("20.21")
    def check(self, game: Game) -> None:
        if not self.hexes:
            game.finish()
            control.settle(game)
            return
        label = self.hexes[0]
        game.goto("check", hexes=self.hexes[1:])
        found = modifiers(game, label)
        modifier = sum(found.values())
        rows = chart(game.content, "surrender", SurrenderFile)
        die = game.content.table("surrender", SurrenderFile).die
        roll = game.roll(die, "surrender", "20.21", bands=rows.bands(modifier))
        result = rows.entry(roll + modifier)
        lines = told(added("surrender", found, "20.21"), modifier, roll, "20.21")
        game.say(SurrenderChecked(rule="20.21", at=label, modifier=modifier, result=result, lines=lines))
        suffer(game, label, result)


@rule("16.23", "20.21", "20.21/note-supply")
def suffer(game: Game, label: str, result: str) -> None:
    """Carry out a result: all are gone, each loses a step, or one of the owner's choice does."""
    there = may_surrender(game, label)
    if result == "surrender":
        for unit_id in there:
            eliminate(game, unit_id, "20.21")
        lose_supply(game, label)
    elif result == "full-attrition":
        for unit_id in there:
            lose_steps(game, unit_id, 1, "20.21", "eliminated")
    elif result == "partial-attrition":
        game.push(TakeSteps(side=SOVIET, units=tuple(there), steps=1, cause="20.21", box="eliminated"))


@rule("20.21/note-supply")
def lose_supply(game: Game, label: str) -> None:
    """Supply units go with the last Soviet unit of a hex that surrenders."""
    lost = [name for name in supply_units_of(game, SOVIET) if game.state.supplies[name].at == label]
    if units_in(game, label) or not lost:
        return
    for name in lost:
        del game.state.supplies[name]
    game.say(SupplyLost(rule="20.21/note-supply", units=tuple(lost)))
