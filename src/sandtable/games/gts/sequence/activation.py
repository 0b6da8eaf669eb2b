"""Chapters 10.0.1, 13.1 and 13.3: the activation that a chit brings, from its first unit to its last."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gts.movement import stacking
from sandtable.games.gts.sequence import actions, dispatch, leaders
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.sequence.active_units import active, are_several, ready, rights, why_not_active
from sandtable.games.gts.state import Active
from sandtable.games.gts.units import Game, unit_options
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_in

END = Option("do:end", rule="13.3")


@rule("10.0.1", "10.0.1/formation", "10.0.1/division", "10.0.1/direct", "29.3")
def begin(game: Game, chit: str) -> Procedure:
    """The procedure of a chit that has come up."""
    content = game.content
    kind, side, owner = content.chit_kind[chit], content.chit_side[chit], content.chit_owner[chit]
    game.state.active = Active(chit=chit, kind=kind, side=side, owner=owner)
    game.state.acted.clear()
    game.state.finished.clear()
    return Activation()


class Activation(Phase, frozen=True):
    """The units that a chit activates act one after the other, as their owner likes."""

    @rule("10.0.3", "10.0.1/division")
    def begin(self, game: Game) -> None:
        """A division first rolls for its command and dispatch points."""
        game.goto("pick")
        now = active(game)
        if rights(game, now.kind).rolls_points:
            dispatch.gain_points(game, now.owner)

    @rule("10.0.2/6", "10.0.5/4", "13.3", "13.2/repeat")
    def pick(self, game: Game) -> Decision | None:
        """Ask which unit acts next."""
        now = active(game)
        known = unit_options(game.content)
        able = ready(game)
        crowded = stacking.crowded(game, now.side)
        if not able:
            game.goto("settle")
            return None
        units = [known[unit_id] for unit_id in able]
        done = leaders.finish_options(game) if now.kind == "division" and are_several(game, able) else []
        if not any(unit_id in able for label in crowded for unit_id in units_in(game, label)):
            done = [*done, END]
        return Decision(now.side, "act", "13.3", (*units, *done), {"chit": now.chit}, done=END.id)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "end"):
            return Refusal("refused.crowded", "14.7/limits")
        if choice.kind == "unit" and choice.name in game.state.units:
            return why_not_active(game, choice.name)
        return None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if active(game).second:
            game.state.active = replace(active(game), second=False)
        if choice.kind == "unit":
            game.push(Order(units=(choice.name,)))
        elif choice.kind == "finish":
            leaders.finish_formation(game, choice.name)
        else:
            game.goto("settle")

    @rule("14.7/limits")
    def settle(self, game: Game) -> None:
        """Stacks that are still too large lose what is too much; then leaders are placed."""
        game.goto("lead")
        stacking.settle(game, active(game).side)

    @rule("13.3", "13.3/leader-stays", "21.2")
    def lead(self, game: Game) -> None:
        game.goto("close")
        leaders.after_activation(game)

    @rule("8.0/restriction", "10.0.1/division")
    def close(self, game: Game) -> None:
        now = active(game)
        if now.kind == "division":
            dispatch.lift_restriction(game, now.owner)
        game.state.active = None
        game.state.acted.clear()
        game.state.finished.clear()
        game.finish()


PROCEDURES = (Activation, *actions.PROCEDURES)
