"""Chapter 18.4: strongpoints are begun, completed and given up."""

from __future__ import annotations

from sandtable.games.efs.content import card_of
from sandtable.games.efs.events.fortifications import StrongpointBegun, StrongpointCompleted
from sandtable.games.efs.fortifications.destruction import remove_strongpoint
from sandtable.games.efs.headquarters.command import idle_over
from sandtable.games.efs.state import AXIS, SOVIET, Strongpoint, enemy_of
from sandtable.games.efs.supply.routes import is_in_general_supply
from sandtable.games.efs.units import Game, has_moved_specially, is_armored, is_engineer, lacks_supply, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import change, hexes_of, occupier, units_of
from sandtable.mechanics.switches import is_on

DONE, GIVE_UP = Option("do:done", rule="18.42"), Option("do:give-up-strongpoint", rule="18.13b")
KEEP = Option("do:stop", rule="18.13b")
GRANTED = "soviet/strongpoints"
"""Where the strongpoints that the Soviet Replacements Table grants in the turn stand among the replacements (7.41a)."""


@rule("6.26d", "18.44b", "18.45c")
def complete(game: Game, side: str) -> None:
    """Strongpoints begun before this turn are completed: Soviet ones in general supply, which otherwise wait; Axis ones
    whose builder is still there, which are otherwise removed.
    """
    for label, strongpoint in list(game.state.strongpoints.items()):
        if strongpoint.side != side or strongpoint.status == "completed" or strongpoint.turn >= game.state.turn:
            continue
        if strongpoint.builder and not is_at_work(game, label):
            remove_strongpoint(game, label, "left", "18.45c")
        elif strongpoint.builder or is_in_general_supply(game, side, label):
            finish(game, label)


@rule("18.45b", "18.45c")
def is_at_work(game: Game, label: str) -> bool:
    """Whether the builder of a strongpoint has been in its hex all the time."""
    builder = game.state.units[game.state.strongpoints[label].builder]
    return builder.at == label and builder.building


def finish(game: Game, label: str) -> None:
    """Turn a strongpoint to its completed side; who built it is free again."""
    strongpoint = game.state.strongpoints[label]
    if strongpoint.builder:
        change(game, strongpoint.builder, building=False)
    game.state.strongpoints[label] = Strongpoint(strongpoint.side, "completed", strongpoint.turn)
    game.say(StrongpointCompleted(rule="18.44b", at=label, side=strongpoint.side))


@rule("18.42", "18.45a")
def allowed(game: Game, side: str) -> int:
    """How many strongpoints a side may begin in a turn: by the Replacements Table, or by its card."""
    if side == SOVIET:
        return game.state.replacements.get(GRANTED, 0)
    return card_of(game.content, side).strongpoints_per_turn


@rule("18.42")
def begin(game: Game, side: str) -> None:
    """Have a side begin strongpoints."""
    game.push(BuildStrongpoints(side=side))


@rule("6.26d", "18.43", "18.43a", "18.43b", "18.43c", "21.26a")
def site_refused(game: Game, label: str) -> Refusal | None:
    """Why the Soviets may not begin a strongpoint in a hex; an enemy zone of control does not matter."""
    args = {"hex": label}
    if label not in game.content.land or occupier(game, label) == AXIS:
        return Refusal("refused.no-site", "18.43", args)
    if label in game.state.strongpoints:
        return Refusal("refused.strongpoint-there", "18.43a", args)
    if label not in hexes_of(game, SOVIET) and not is_in_general_supply(game, SOVIET, label):
        return Refusal("refused.site-without-supply", "18.43b", args)
    if idle_over(game, label):
        return Refusal("refused.site-under-idle-hq", "18.43c", args)
    return None


@rule("18.43a", "18.43b", "18.45b")
def builder_refused(game: Game, unit_id: str) -> Refusal | None:
    """Why an Axis unit may not begin a strongpoint.

    The ruling on 18.45b: it neither moves nor fights from the phase in which it begins to the one in which it has done.
    On 18.43b: it needs no supply for it, but by a switch.
    """
    args = {"unit": unit_id}
    unit = game.state.units[unit_id]
    if side_of(game, unit_id) != AXIS:
        return Refusal("refused.enemy-unit", "18.45b", args)
    if is_armored(game, unit_id):
        return Refusal("refused.armor-does-not-build", "18.45b", args)
    if unit.at in game.state.strongpoints:
        return Refusal("refused.strongpoint-there", "18.43a", {"hex": unit.at})
    if is_on(game.content, "builders-need-supply") and not is_in_general_supply(game, AXIS, unit.at):
        return Refusal("refused.builder-without-supply", "18.43b", {"hex": unit.at})
    if (unit.moved_in or unit.fought) and is_on(game.content, "builders-rest-beforehand"):
        return Refusal("refused.builder-moved", "18.45b", args)
    return None


@rule("18.44c", "22.11", "22.14")
def completes_at_once(game: Game, unit_id: str) -> bool:
    """Whether an engineer may build a strongpoint in one turn: in general supply, where none is, and without combat,
    special movement or another task of engineers in this turn.
    """
    unit = game.state.units[unit_id]
    busy = unit.fought or has_moved_specially(unit) or unit.task
    return (
        is_engineer(game, unit_id)
        and not lacks_supply(game, unit_id)
        and not busy
        and unit.at not in game.state.strongpoints
    )


@rule("18.44c", "22.11")
def engineer_refused(game: Game, unit_id: str) -> Refusal:
    """Why a unit completes no Soviet strongpoint at once."""
    args = {"unit": unit_id}
    if side_of(game, unit_id) != SOVIET:
        return Refusal("refused.not-active", "3.11/phases", args)
    if not is_engineer(game, unit_id):
        return Refusal("refused.completes-nothing", "22.11", args)
    return site_refused(game, game.state.units[unit_id].at) or Refusal("refused.engineers-busy", "22.11", args)


class BuildStrongpoints(Procedure, frozen=True):
    """A side begins as many strongpoints as it is allowed: the Soviets in hexes, the Axis with units."""

    side: str
    begun: int = 0

    @rule("18.42", "18.44a", "18.45b")
    def begin(self, game: Game) -> Decision | None:
        left = allowed(game, self.side) - self.begun
        sites = self.sites(game) if left > 0 else ()
        if not sites:
            game.finish()
            return None
        return Decision(self.side, "build-strongpoint", "18.44a", (*sites, DONE), {"left": left}, default=DONE.id)

    def sites(self, game: Game) -> tuple[Option, ...]:
        if self.side == SOVIET:
            hexes = [label for label in sorted(game.content.land) if site_refused(game, label) is None]
            engineers = [unit_id for unit_id in units_of(game, SOVIET) if self.works(game, unit_id)]
            return (
                *(Option(f"hex:{label}", rule="18.44a") for label in hexes),
                *(Option(f"unit:{unit_id}", rule="22.11") for unit_id in engineers),
            )
        able = [
            unit_id
            for unit_id in units_of(game, AXIS)
            if self.works(game, unit_id) or builder_refused(game, unit_id) is None
        ]
        return tuple(Option(f"unit:{unit_id}", rule="18.45b") for unit_id in able)

    @rule("22.11")
    def works(self, game: Game, unit_id: str) -> bool:
        """Whether a unit completes a strongpoint at once."""
        hindered = self.side == SOVIET and site_refused(game, game.state.units[unit_id].at) is not None
        return completes_at_once(game, unit_id) and not hindered

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and self.side == SOVIET and choice.name in game.content.board.index:
            return site_refused(game, choice.name)
        if choice.kind != "unit" or choice.name not in game.state.units or not game.state.units[choice.name].at:
            return None
        refused = builder_refused if self.side == AXIS else engineer_refused
        return refused(game, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        else:
            self.build(game, choice)

    @rule("18.44a", "18.45b", "18.45c")
    def build(self, game: Game, choice: Choice) -> None:
        """Place a strongpoint with its side under construction up; an Axis unit that builds stays until it stands."""
        game.goto("begin", begun=self.begun + 1)
        if choice.kind == "unit" and self.works(game, choice.name):
            self.complete_at_once(game, choice.name)
            return
        builder = choice.name if choice.kind == "unit" else ""
        label = game.state.units[builder].at if builder else choice.name
        if builder:
            change(game, builder, building=True)
        game.state.strongpoints[label] = Strongpoint(self.side, "under-construction", game.state.turn, builder)
        game.say(StrongpointBegun(rule="18.44a", at=label, side=self.side))

    @rule("18.44c", "22.11", "22.14")
    def complete_at_once(self, game: Game, engineer: str) -> None:
        """Place a completed strongpoint on an engineer, whose task for the turn that is."""
        label = game.state.units[engineer].at
        change(game, engineer, task="strongpoint")
        game.state.strongpoints[label] = Strongpoint(self.side, "completed", game.state.turn)
        game.say(StrongpointCompleted(rule="22.11", at=label, side=self.side))


# Giving up


@derived("strongpoints")
def strongpoints_of(game: Game, side: str) -> list[str]:
    """The hexes with strongpoints of a side, completed or not."""
    return sorted(label for label, each in game.state.strongpoints.items() if each.side == side)


class GiveUpStrongpoint(Procedure, frozen=True):
    """A side takes a strongpoint of its own off the map; the ruling on 18.13b: in its movement phases."""

    side: str

    @rule("18.13b")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{label}", rule="18.13b", grave=True) for label in strongpoints_of(game, self.side))
        return Decision(self.side, "give-up-strongpoint", "18.13b", (*options, KEEP), continues=True, done=KEEP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name in game.state.strongpoints:
            return Refusal("refused.strongpoint-of-enemy", "18.13b", {"side": enemy_of(self.side)})
        return Refusal("refused.no-strongpoint-there", "18.13b", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice.kind == "hex":
            remove_strongpoint(game, choice.name, "given-up", "18.13b")


PROCEDURES = (BuildStrongpoints, GiveUpStrongpoint)
