"""Chapter 8.2: special reinforcement groups."""

from __future__ import annotations

from sandtable.games.efs.events.reinforcements import GroupChosen
from sandtable.games.efs.reinforcements.entering import arrive
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.units import Game
from sandtable.games.efs.victory import score
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
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


class ChooseGroups(Procedure, frozen=True):
    """A side may choose special groups; it never must."""

    side: str

    @rule("8.21", "8.25a", "8.25b")
    def begin(self, game: Game) -> Decision | None:
        able = [
            name
            for name, group in game.content.card.groups.items()
            if group.side == self.side and is_offered(game, name)
        ]
        if not able or choices_left(game, self.side) <= 0:
            game.finish()
            return None
        options = tuple(Option(f"group:{name}", rule="8.22", grave=True) for name in able)
        return Decision(self.side, "choose-group", "8.21", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        groups, args = game.content.card.groups, {"group": choice.name}
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
        else:
            choose(game, choice.name)


PROCEDURES = (ChooseGroups,)
