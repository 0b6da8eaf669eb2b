"""Chapter 22.4: printed bridges are destroyed and repaired in the Engineering Phase."""

from __future__ import annotations

from sandtable.games.efs.combat.organization import can_be_made
from sandtable.games.efs.content import Content, Edge, chart
from sandtable.games.efs.engineers.bridges import Way, bridge_id, printed_bridge
from sandtable.games.efs.engineers.markers import take_up
from sandtable.games.efs.events.engineers import BridgeDestroyed, RepairTried
from sandtable.games.efs.headquarters.command import idle_over
from sandtable.games.efs.rolls import added, told
from sandtable.games.efs.state import SOVIET, Damage, enemy_of
from sandtable.games.efs.tables import BridgesFile
from sandtable.games.efs.units import Game, is_engineer, lacks_supply, side_of
from sandtable.games.efs.weather.conditions import weather_in
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import change, hexes_of, occupier, units_in

DONE = Option("do:done", rule="22.41")
WAYS: tuple[Way, ...] = ("road", "rail")
SPANNED = frozenset({"major-river", "lake", "shallow-water"})
"""The waters whose bridges may be destroyed; shallow water counts as a lake."""


def banks_of(hexside: str) -> Edge:
    """The two hexes of a hexside."""
    first, _, second = hexside.partition("-")
    return first, second


@of_content
def printed_bridges(content: Content) -> tuple[str, ...]:
    """The ids of all that may be destroyed and repaired: hexsides with printed bridges, and each of the bridges."""
    found = []
    for edge, features in content.hexsides.items():
        ways = [way for way in WAYS if f"{way}-bridge" in features]
        if ways and edge[0] < edge[1]:
            hexside = content.hexside_id(*edge)
            found += [hexside, *(f"{hexside}/{way}" for way in ways)]
    return tuple(found)


def across(hexside: str, label: str) -> str:
    """The hex on the other bank."""
    first, second = banks_of(hexside)
    return second if label == first else first


# Destruction


@of_content
def spanned(content: Content) -> dict[str, tuple[str, ...]]:
    """The hexes beside waters whose bridges may be destroyed, with those across."""
    found = {
        label: tuple(other for other in there if content.hexsides[label, other] & SPANNED)
        for label, there in content.adjacent.items()
    }
    return {label: others for label, others in found.items() if others}


@rule("22.41", "22.42", "22.46")
def standing(game: Game, edge: Edge) -> list[Way]:
    """The printed bridges across a hexside that may be destroyed: those that stand, and those half repaired."""
    features = game.content.hexsides[edge]
    if not features & SPANNED:
        return []
    full = game.content.table("bridges", BridgesFile).damage
    worked_on = [
        way for way in WAYS if (hurt := game.state.damage.get(bridge_id(game, edge, way))) and hurt.points < full
    ]
    return [
        way for way in WAYS if way in worked_on or (f"{way}-bridge" in features and printed_bridge(game, edge, way))
    ]


@rule("21.26a", "22.42", "22.43c")
def may_destroy_from(game: Game, label: str, side: str) -> bool:
    """Whether units in a hex may destroy a bridge: an enemy unit is near, and no idle headquarters hinders Soviets."""
    near = game.content.table("bridges", BridgesFile).enemy_within
    if side == SOVIET and idle_over(game, label):
        return False
    return any(game.content.distance(label, other) <= near for other in hexes_of(game, enemy_of(side)))


@rule("22.42")
def targets(game: Game, side: str) -> list[str]:
    """The hexsides whose bridges a side can destroy."""
    content, across = game.content, spanned(game.content)
    found = {
        content.hexside_id(label, other)
        for label in hexes_of(game, side) & across.keys()
        for other in across[label]
        if standing(game, (label, other)) and may_destroy_from(game, label, side)
    }
    return sorted(found)


@rule("22.43a", "22.43b", "22.46")
def destroy(game: Game, hexside: str, side: str) -> None:
    """Destroy all bridges across a hexside; one that was being repaired has its whole damage again."""
    edge, points = banks_of(hexside), game.content.table("bridges", BridgesFile).damage
    for way in standing(game, edge):
        broken = bridge_id(game, edge, way)
        tried = game.state.damage[broken].tried if broken in game.state.damage else 0
        game.state.damage[broken] = Damage(points, tried)
    game.say(BridgeDestroyed(rule="22.43b", at=edge[0], to=edge[1], side=side))


class DestroyBridges(Procedure, frozen=True):
    """A side declares which bridges it destroys."""

    side: str

    @rule("22.42", "22.43a")
    def begin(self, game: Game) -> Decision | None:
        able = targets(game, self.side)
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"bridge:{hexside}", rule="22.43a", grave=True) for hexside in able)
        return Decision(self.side, "destroy-bridge", "22.43a", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "bridge" or banks_of(choice.name) not in game.content.hexsides:
            return None
        if not standing(game, banks_of(choice.name)):
            return Refusal("refused.no-bridge-there", "22.41")
        held = [label for label in banks_of(choice.name) if label in hexes_of(game, self.side)]
        if not held:
            return Refusal("refused.nobody-at-bridge", "22.42")
        if self.side == SOVIET and all(idle_over(game, label) for label in held):
            return Refusal("refused.demolition-under-idle-hq", "22.43c")
        return Refusal("refused.enemy-too-far", "22.42")

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            destroy(game, choice.name, self.side)


def demolitions(game: Game, side: str) -> None:
    """Have a side destroy bridges."""
    game.push(DestroyBridges(side=side))


# Repair


@rule("22.44b", "22.44c")
def engineers_for(game: Game, damaged: str, side: str) -> list[str]:
    """The engineers that can work on a destroyed bridge: supplied, idle in this turn, with no enemy on the far bank.

    A railroad bridge also needs a railhead of the side at its hexside.
    """
    hexside, _, way = damaged.partition("/")
    banks = banks_of(hexside)
    if way == "rail" and not railheads_of(game, side) & {*banks}:
        return []
    found = []
    for label in banks:
        if occupier(game, across(hexside, label)) == enemy_of(side):
            continue
        found += [
            unit_id for unit_id in units_in(game, label) if side_of(game, unit_id) == side and can_work(game, unit_id)
        ]
    return found


@rule("22.32a", "22.44b")
def railheads_of(game: Game, side: str) -> frozenset[str]:
    """The hexes with railhead markers of a side."""
    return frozenset(label for name, label in game.state.railheads.items() if name.startswith(side))


@rule("22.44a", "22.44b", "22.45b")
def workers_for(game: Game, damaged: str, side: str) -> list[str]:
    """The engineer that works on a bridge, and one that helps him, so that as many others as possible can be worked on
    as well.
    """
    able = engineers_for(game, damaged, side)
    elsewhere = [frozenset(engineers_for(game, each, side)) for each in repairable(game, side) if each != damaged]
    most = can_be_made(elsewhere, frozenset())
    pairs = [frozenset({one, other}) for one in able for other in able if one != other]
    teams = [*pairs, *(frozenset({one}) for one in able)]
    kept = [team for team in teams if can_be_made(elsewhere, team) == most]
    team = kept[0] if kept else max(teams[len(pairs) :], key=lambda each: can_be_made(elsewhere, each))
    return [unit_id for unit_id in able if unit_id in team]


@rule("22.44b")
def can_work(game: Game, unit_id: str) -> bool:
    """Whether a unit is an engineer in general supply that has repaired nothing in this turn."""
    unit = game.state.units[unit_id]
    return is_engineer(game, unit_id) and not lacks_supply(game, unit_id) and not unit.repaired


@rule("22.44a")
def repairable(game: Game, side: str) -> list[str]:
    """The destroyed bridges on which a side may work now, each once a turn."""
    return [
        damaged
        for damaged, hurt in game.state.damage.items()
        if hurt.tried < game.state.turn and engineers_for(game, damaged, side)
    ]


@rule("22.44a", "22.44b", "22.44c")
def why_not_repaired(game: Game, damaged: str, side: str) -> Refusal:
    """Why a side may not work on a destroyed bridge now."""
    if game.state.damage[damaged].tried == game.state.turn:
        return Refusal("refused.repair-tried", "22.44a")
    hexside, _, way = damaged.partition("/")
    crews = [
        label
        for label in banks_of(hexside)
        if label in hexes_of(game, side) and any(can_work(game, unit_id) for unit_id in units_in(game, label))
    ]
    if not crews:
        return Refusal("refused.no-engineer-at-bridge", "22.44b")
    if way == "rail" and not railheads_of(game, side) & {*banks_of(hexside)}:
        return Refusal("refused.no-railhead-at-bridge", "22.44b")
    return Refusal("refused.enemy-on-far-bank", "22.44c", {"hex": across(hexside, crews[0])})


@rule("22.45b")
def modifiers(game: Game, damaged: str, workers: list[str]) -> dict[str, int]:
    """What is added to the roll for a repair, by name."""
    values = game.content.table("bridges", BridgesFile).modifiers
    hexside, _, way = damaged.partition("/")
    near, side = game.state.units[workers[0]].at, side_of(game, workers[0])
    far = across(hexside, near)
    holds = {
        "railroad": way == "rail",
        "mud-or-snow": weather_in(game, near) in ("mud", "snow"),
        "far-bank-in-zone": in_enemy_zone(game, far, side),
        "second-engineer": len(workers) > 1,
        "soviet": side == SOVIET,
    }
    return {name: values[name] for name, so in holds.items() if so}


@rule("22.44a", "22.44b", "22.45a", "22.45b", "22.46")
def repair(game: Game, damaged: str, side: str) -> None:
    """Engineers, two at most, work on a bridge: a point of damage is mended or not; mended wholly it can be used, and
    a Bridge marker across its hexside is removed.
    """
    file, workers = game.content.table("bridges", BridgesFile), workers_for(game, damaged, side)
    found = modifiers(game, damaged, workers)
    modifier = sum(found.values())
    rows = chart(game.content, "bridges", BridgesFile)
    roll = game.roll(file.die, "bridge-repair", "22.45b", bands=rows.bands(modifier))
    result = rows.entry(roll + modifier)
    lines = told(added("repair", found, "22.45b"), modifier, roll, "22.45b")
    for unit_id in workers:
        change(game, unit_id, repaired=True)
    left = game.state.damage[damaged].points - (result == "mended")
    hexside = damaged.partition("/")[0]
    edge = banks_of(hexside)
    if left:
        game.state.damage[damaged] = Damage(left, game.state.turn)
    else:
        del game.state.damage[damaged]
        remove_markers(game, damaged)
    game.say(RepairTried(rule="22.45b", at=edge[0], to=edge[1], result=result, left=left, lines=lines))


@rule("22.23a", "22.35")
def remove_markers(game: Game, repaired: str) -> None:
    """Bridge markers across a hexside are removed when a bridge printed there is repaired, and a ferry when that is
    the railroad bridge.
    """
    hexside, _, way = repaired.partition("/")
    for name, bridge in list(game.state.bridges.items()):
        across_it = bridge.at and {bridge.at, bridge.to} == {*banks_of(hexside)}
        if across_it and (way == "rail" or not bridge.ferry):
            take_up(game, name)


class RepairBridges(Procedure, frozen=True):
    """A side works on destroyed bridges, as many as it wishes and has engineers for."""

    side: str

    @rule("22.44a", "22.45a")
    def begin(self, game: Game) -> Decision | None:
        able = repairable(game, self.side)
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"bridge:{damaged}", rule="22.45a") for damaged in able)
        return Decision(self.side, "repair-bridge", "22.44a", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "bridge" or choice.name not in game.state.damage:
            return None
        return why_not_repaired(game, choice.name, self.side)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            repair(game, choice.name, self.side)


def repairs(game: Game, side: str) -> None:
    """Have a side repair bridges."""
    game.push(RepairBridges(side=side))


PROCEDURES = (DestroyBridges, RepairBridges)
