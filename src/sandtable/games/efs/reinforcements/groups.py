"""Chapter 8.2: special reinforcement groups."""

from __future__ import annotations

from sandtable.games.efs.events.reinforcements import GroupChosen
from sandtable.games.efs.headquarters.garrisons import garrison_hexes, release
from sandtable.games.efs.reinforcements.entering import arrive
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.units import Game
from sandtable.games.efs.victory import score
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change

DONE = Option("do:done", rule="8.21")
RELEASES = "soviet/R"
"""Where the R results of the turn stand among the replacements (7.52)."""


@rule("8.25a", "8.25b")
def choices_left(game: Game, side: str) -> int:
    """How many groups a side may still choose in this turn: the Soviets one for each R result, the Axis all."""
    groups = game.content.card.groups
    if side == AXIS:
        return len(groups)
    chosen = [each for each, turn in game.state.groups.items() if turn == game.state.turn and groups[each].side == side]
    return game.state.replacements.get(RELEASES, 0) - len(chosen)


@rule("8.22", "8.24")
def is_offered(game: Game, group: str) -> bool:
    """Whether a group may be chosen in this turn: one of those on its card, with a unit that can come in it."""
    card, turn = game.content.card, game.state.turn
    if group in game.state.groups or turn not in card.groups[group].vp:
        return False
    waiting = [unit_id for unit_id, unit in game.state.units.items() if unit.box == "group"]
    return any(card.units[each].group == group and card.units[each].turn <= turn for each in waiting)


@rule("8.22", "8.23", "8.24", "24.31")
def choose(game: Game, group: str) -> None:
    """Choose a group: its points are reckoned, and its units come in this turn or on those of their own."""
    card = game.content.card
    game.state.groups[group] = game.state.turn
    game.say(GroupChosen(rule="8.22", group=group, side=card.groups[group].side))
    score(game, card.groups[group].vp[game.state.turn], "group", "8.23")
    for unit_id, unit in game.state.units.items():
        if unit.box == "group" and card.units[unit_id].group == group:
            change(game, unit_id, box="scheduled")
    arrive(game, card.groups[group].side)


@rule("8.23", "24.31")
def price(game: Game, group: str) -> int:
    """What a group costs its side now in victory points: what the Axis loses for its own, and gains for others."""
    card = game.content.card.groups[group]
    points = card.vp[game.state.turn]
    return -points if card.side == AXIS else points


@rule("21.84b")
def releasable(game: Game, side: str) -> list[str]:
    """The garrison hexes that an R result may release: the Soviets' own."""
    return [] if side == AXIS else garrison_hexes(game, side)


class ChooseGroups(Procedure, frozen=True):
    """A side may choose special groups; it never must. The Soviets may release garrisons instead."""

    side: str

    @rule("8.21", "8.25a", "8.25b", "21.84b")
    def begin(self, game: Game) -> Decision | None:
        able = [
            name
            for name, group in game.content.card.groups.items()
            if group.side == self.side and is_offered(game, name)
        ]
        held = releasable(game, self.side)
        if not (able or held) or choices_left(game, self.side) <= 0:
            game.finish()
            return None
        options = [Option(f"group:{name}", price(game, name), "8.22", grave=True) for name in able]
        options += [Option(f"hex:{label}", rule="21.84b") for label in held]
        return Decision(self.side, "choose-group", "8.21", (*options, DONE))

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "group":
            return None
        points = game.content.card.groups[choice.name].vp[game.state.turn]
        return Preview(lines=(Line("group-points", f"{points:+d}", "8.23"),))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        groups, args = game.content.card.groups, {"group": choice.name}
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.no-garrison-to-release", "21.84b", {"hex": choice.name})
        if choice.kind != "group" or choice.name not in groups:
            return None
        if groups[choice.name].side != self.side:
            return Refusal("refused.enemy-group", "8.21", args)
        if choice.name in game.state.groups:
            return Refusal("refused.group-chosen", "8.22", args)
        return Refusal("refused.group-not-now", "8.22", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(DONE.id):
            game.finish()
        elif choice.kind == "hex":
            game.state.replacements[RELEASES] -= 1
            release(game, choice.name, "21.84b")
            game.goto("second")
        else:
            choose(game, choice.name)

    @rule("21.84b")
    def second(self, game: Game) -> Decision | None:
        """An R result that has released one garrison hex may release another, for no points."""
        held = releasable(game, self.side)
        if not held:
            game.goto("begin")
            return None
        options = tuple(Option(f"hex:{label}", rule="21.84b") for label in held)
        return Decision(self.side, "release-second", "21.84b", (*options, DONE))

    def second_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return self.begin_refused(game, choice) if choice.kind == "hex" else None

    def second_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin")
        if choice.kind == "hex":
            release(game, choice.name, "21.84b")


PROCEDURES = (ChooseGroups,)
