"""Chapters 10.13 and 21.41: HQs activate units in the Soviet Motorized Movement Phase, and may double (12.35)."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.content import Content
from sandtable.games.efs.declaration.mandated import is_in_play
from sandtable.games.efs.events.headquarters import Activated, CommandDoubled
from sandtable.games.efs.headquarters.command import (
    ACTIVATION,
    headquarters,
    headquarters_now,
    idle_hexes,
    idle_over,
    operational_over,
    points_left,
    ranges,
    served_hexes,
    spend,
    why_unserved,
)
from sandtable.games.efs.index import Able, counters_of
from sandtable.games.efs.movement.allowances import marked
from sandtable.games.efs.state import SOVIET, Command
from sandtable.games.efs.tables import MovementPhasesFile, PhaseShares
from sandtable.games.efs.units import (
    Game,
    allowance,
    is_headquarters,
    is_untried,
    movement_class,
    printed,
    side_of,
)
from sandtable.kernel import (
    Choice,
    Decision,
    Line,
    Option,
    Preview,
    Procedure,
    Refusal,
    derived,
    index,
    of_content,
    rule,
)
from sandtable.mechanics.roster import change, units_of
from sandtable.mechanics.switches import is_on

SUPPLY_UNIT = "supply-unit"
"""The line of the Movement Phase Chart by which mobile supply units move."""


def place_of(game: Game, name: str) -> str:
    """The hex of a unit or a supply unit."""
    supply = game.state.supplies.get(name)
    return game.state.units[name].at if supply is None else supply.at


@rule("21.4")
def is_guards(game: Game, name: str) -> bool:
    return name in game.state.units and printed(game, name).guards


@rule("10.13a", "10.13c", "10.28/note", "10.51", "21.12a")
def why_not_activated(game: Game, name: str) -> Refusal | None:
    """Why a unit or a mobile supply unit is not one to be activated, whatever the HQs have left."""
    about = {"unit": name}
    if game.state.phase != ACTIVATION or owner_of(game, name) != SOVIET:
        return Refusal("refused.not-active", "10.13a", about)
    if not place_of(game, name):
        return Refusal("refused.off-map", "21.12a", about)
    if is_marked(game, name):
        return Refusal("refused.activated", "10.13e", about)
    supply = game.state.supplies.get(name)
    if supply is not None:
        return Refusal("refused.dump", "10.13a", about) if supply.is_dump else None
    chart = game.content.table("movement-phases", MovementPhasesFile).soviet
    if not chart.get(movement_class(game.content, name), PhaseShares()).activated:
        return Refusal("refused.never-activated", "10.13c", about)
    if is_untried(game, name) and printed(game, name).untried_allowance is None:
        return Refusal("refused.untried", "10.51", about)
    if not allowance(game, name):
        return Refusal("refused.no-allowance", "10.51", about)
    held = marked(game.state.units[name])
    return Refusal(*held[0], about) if held else None


def owner_of(game: Game, name: str) -> str:
    supply = game.state.supplies.get(name)
    return side_of(game, name) if supply is None else supply.side


def is_marked(game: Game, name: str) -> bool:
    """Whether a unit or supply unit has an Activated marker."""
    supply = game.state.supplies.get(name)
    return game.state.units[name].activated if supply is None else supply.activated


@rule("10.13b", "21.12b", "21.41", "21.42")
def who_activates_free(game: Game, name: str) -> list[str]:
    """The HQs that may activate a Guards unit beside their command points, each one in a phase."""
    at = place_of(game, name)
    if not is_guards(game, name) or idle_over(game, at):
        return []
    return [hq for hq in operational_over(game, at) if not game.state.commands.get(hq, Command()).guards]


@rule("10.13a", "21.12a", "21.22", "21.25")
def who_activates(game: Game, name: str) -> list[str]:
    """The HQs that may activate a unit, for a command point or as their Guards unit."""
    at = place_of(game, name)
    if idle_over(game, at):
        return []
    free = who_activates_free(game, name)
    return [hq for hq in operational_over(game, at) if hq in free or points_left(game, hq) > 0]


@rule("10.13a", "10.13b", "10.13e", "21.12a", "21.41")
def activate(game: Game, hq: str, name: str) -> None:
    """An HQ puts an Activated marker on a unit, for a command point unless it is its Guards unit of this phase."""
    if hq in who_activates_free(game, name):
        command = replace(game.state.commands.get(hq, Command()), guards=True)
    else:
        spend(game, hq)
        command = game.state.commands[hq]
    game.state.commands[hq] = replace(command, activated=(*command.activated, name))
    if name in game.state.supplies:
        game.state.supplies[name] = replace(game.state.supplies[name], activated=True)
    else:
        change(game, name, activated=True)
    game.say(Activated(rule="10.13e", unit=name, hq=hq))


@rule("12.35", "21.25")
def may_double(game: Game, hq: str) -> Refusal | None:
    """Why an HQ may not double what it has left: one may for each mandated attack that is still to be made."""
    doubled = [name for name, command in game.state.commands.items() if command.doubled]
    about = {"unit": hq}
    if not game.state.units[hq].operational:
        return Refusal("refused.idle", "21.25", about)
    if hq in doubled:
        return Refusal("refused.doubled", "12.35", about)
    if not is_in_play(game.content) or len(doubled) >= game.state.mandated:
        return Refusal("refused.nothing-mandated", "12.35", about)
    return None if points_left(game, hq) > 0 else Refusal("refused.no-points", "12.35", about)


@rule("12.35")
def double(game: Game, hq: str) -> None:
    """An HQ doubles what it has left of its command value. Points already used count twice from here on, so that the
    doubled value less them is twice the remainder; by a switch its whole value is doubled, in all phases.
    """
    command = game.state.commands.get(hq, Command())
    used = command.used if is_on(game.content, "doubling-doubles-all") else 2 * command.used
    game.state.commands[hq] = replace(command, doubled=True, used=used)
    game.say(CommandDoubled(rule="12.35", hq=hq))


# What the Motorized Movement Phase offers beside its moves


def concerns(game: Game, name: str) -> bool:
    """Whether a unit or supply unit on the map does not move in the phase of activation unless an HQ has it move."""
    if (
        not place_of(game, name)
        or game.state.phase != ACTIVATION
        or owner_of(game, name) != SOVIET
        or is_marked(game, name)
    ):
        return False
    chart = game.content.table("movement-phases", MovementPhasesFile).soviet
    line = SUPPLY_UNIT if name in game.state.supplies else movement_class(game.content, name)
    return not chart.get(line, PhaseShares()).motorized


def is_to_be_activated(game: Game, unit_id: str) -> bool:
    return why_not_activated(game, unit_id) is None


to_be_activated = index(
    lambda game: Able(is_to_be_activated, counters_of(game.content, SOVIET), lambda game: units_of(game, SOVIET)),
    "units", "phase",
)  # fmt: skip
"""The units that could be activated, whatever the HQs have left."""


@derived(headquarters_now, "commands")
@rule("21.12b", "21.41", "21.42")
def guarded_hexes(game: Game) -> frozenset[str]:
    """The hexes in which an HQ may activate a Guards unit beside its command points."""
    units, commands = game.state.units, game.state.commands
    operational = [hq for hq in headquarters(game, SOVIET) if units[hq].operational]
    return ranges(game, [hq for hq in operational if not commands.get(hq, Command()).guards]) - idle_hexes(game)


@of_content
def options_of_activation(content: Content) -> dict[str, Option]:
    """The options to activate units."""
    return {name: Option(f"unit:{name}", rule="10.13a") for name in content.counters}


def options(game: Game) -> list[Option]:
    """The units that may be activated now, and the HQs that may double."""
    if game.state.phase != ACTIVATION:
        return []
    served, guarded, option = served_hexes(game), guarded_hexes(game), options_of_activation(game.content)
    found = [
        option[name]
        for name, unit in to_be_activated(game).units.items()
        if unit.at in served or (unit.at in guarded and is_guards(game, name))
    ]
    for name, supply in game.state.supplies.items():
        if supply.side == SOVIET and supply.at in served and why_not_activated(game, name) is None:
            found.append(Option(f"unit:{name}", rule="10.13a"))
    if is_in_play(game.content):
        doubling = [hq for hq in headquarters(game, SOVIET) if may_double(game, hq) is None]
        found += [Option(f"unit:{hq}", rule="12.35") for hq in doubling]
    return found


def refusal(game: Game, name: str) -> Refusal | None:
    """Why a unit is not among those options."""
    if name in game.state.units and is_headquarters(game, name):
        nobody = why_not_activated(game, name)
        return nobody if nobody is not None and not game.state.mandated else may_double(game, name)
    return why_not_activated(game, name) or (
        None if who_activates(game, name) else why_unserved(game, (place_of(game, name),))
    )


def start(game: Game, name: str) -> None:
    """Carry out one of those options."""
    if name in game.state.units and is_headquarters(game, name):
        double(game, name)
    else:
        game.push(ActivateUnit(unit=name))


@rule("10.13a", "12.35", "21.12a")
def preview(game: Game, name: str) -> Preview:
    """What the HQs that can activate a unit have left for it, or what one would have that doubles its value."""
    if name in game.state.units and is_headquarters(game, name):
        return Preview(lines=(Line("command-doubled", str(2 * points_left(game, name)), "12.35", {"unit": name}),))
    return Preview(lines=tuple(command_of(game, hq, name) for hq in who_activates(game, name)))


def command_of(game: Game, hq: str, name: str) -> Line:
    """The command points that an HQ has left, of which it spends none on its Guards unit."""
    if hq in who_activates_free(game, name):
        return Line("command-of-guards", "0", "21.41", {"unit": hq})
    return Line("command-left", str(points_left(game, hq)), "21.12a", {"unit": hq})


class ActivateUnit(Procedure, frozen=True):
    """A unit is activated; the Soviet player says by which HQ where several can."""

    unit: str

    @rule("10.13a", "21.12a")
    def begin(self, game: Game) -> Decision | None:
        able = who_activates(game, self.unit)
        if len(able) == 1:
            self.by(game, able[0])
            return None
        chosen = tuple(Option(f"unit:{hq}", rule="10.13a") for hq in able)
        return Decision(SOVIET, "activating-hq", "10.13a", chosen, {"unit": self.unit}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.cannot-command", "10.13a", {"unit": choice.name})

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        return Preview(lines=(command_of(game, choice.name, self.unit),))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.by(game, choice.name)

    def by(self, game: Game, hq: str) -> None:
        game.finish()
        activate(game, hq, self.unit)


PROCEDURES = (ActivateUnit,)
