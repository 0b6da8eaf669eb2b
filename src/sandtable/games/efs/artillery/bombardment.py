"""Chapters 13.42 to 13.45: super-heavy artillery bombards fortifications, and changes its mode."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sandtable.games.efs import control
from sandtable.games.efs.artillery.support import reaches
from sandtable.games.efs.combat.forces import Forces, hexsides_attacked
from sandtable.games.efs.content import chart
from sandtable.games.efs.events.combat import Bombarded, ModeChanged
from sandtable.games.efs.fortifications.works import is_active_in, is_citadel, line_crossed, line_id
from sandtable.games.efs.losses import lose_steps
from sandtable.games.efs.rolls import told
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.tables import BombardmentFile
from sandtable.games.efs.units import HEAVY, Game, printed, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, units_in, units_of
from sandtable.mechanics.switches import is_on

DONE = Option("do:done", rule="13.42b")
SHAKEN = HEAVY | {"coast-defense-artillery"}
"""The guns that are lost in a citadel that is destroyed: super-heavy and coast defense artillery (13.45)."""


class Effect(NamedTuple):
    """What a bombardment does to the combat that follows."""

    silenced: tuple[str, ...]
    """Its guns, where these take nothing from the defender's modifiers (13.44a)."""
    no_asterisk: bool
    """An asterisk is ignored (13.44d)."""
    steps: int
    """What the defender loses at once (13.44e)."""


@rule("13.4", "13.43", "13.43a")
def targets(game: Game, forces: Forces) -> list[str]:
    """The defender hexes with an active fortification that heavy guns of an Axis attack may bombard first."""
    if forces.side != AXIS:
        return []
    return [
        label for label in forces.hexes if is_active_in(game, label, forces.enemy) and bombarding(game, forces, label)
    ]


@rule("13.11b", "13.43b")
def bombarding(game: Game, forces: Forces, label: str) -> list[str]:
    """The guns that bombard a hex, all together: those that support the attack and have it in their range."""
    heavy = [unit_id for unit_id in forces.support if printed(game, unit_id).type in HEAVY]
    return [unit_id for unit_id in heavy if reaches(game, unit_id, (label,))]


@rule("13.43b", "13.43d", "13.44", "13.44a", "13.44b", "13.44c", "13.44d", "13.44e", "13.44f")
def bombard(game: Game, forces: Forces, label: str) -> Effect:
    """Roll once for all guns with the best of their modifiers, and carry out the result before the combat."""
    guns = bombarding(game, forces, label)
    best = min(guns, key=lambda unit_id: printed(game, unit_id).heavy or 0)
    modifier = printed(game, best).heavy or 0
    rows = chart(game.content, "bombardment", BombardmentFile)
    die = game.content.table("bombardment", BombardmentFile).die
    roll = game.roll(die, "bombardment", "13.43a", bands=rows.bands(modifier))
    row = rows.entry(roll + modifier)
    lines = told((Line("bombarding", f"{modifier:+d}", "13.43b", {"unit": best}),), modifier, roll, "13.43a")
    game.say(Bombarded(rule="13.44", units=tuple(guns), at=label, modifier=modifier, result=row.result, lines=lines))
    if row.result == "destroyed" and any(printed(game, unit_id).asterisk for unit_id in guns):
        destroy(game, forces, label)
    return Effect(tuple(guns) if row.result == "none" else (), row.no_asterisk, row.steps)


@rule("13.43c", "13.44c", "13.45", "18.22/note-bombardment", "18.55")
def destroy(game: Game, forces: Forces, label: str) -> None:
    """Destroy a citadel, with the heavy guns in it, or the fortified line that is attacked; nothing else breaks. Zones
    of control that the citadel has held back count at once.
    """
    if is_citadel(game, label):
        game.state.ruined[label] = game.state.turn
        for unit_id in units_in(game, label):
            if printed(game, unit_id).type in SHAKEN:
                lose_steps(game, unit_id, 1, "13.45")
        control.settle(game)
        return
    whole = is_on(game.content, "whole-line-destroyed")
    edges = {(faced, label) for faced in game.content.faces[label]} if whole else hexsides_attacked(game, forces)
    for edge in sorted(edges):
        if edge[1] == label and line_crossed(game, edge):
            game.state.ruined[line_id(edge)] = game.state.turn


@rule("13.46")
def use_ammunition(game: Game, guns: Collection[str]) -> None:
    """Each gun whose ammunition is limited has used some up, whether it supported, bombarded, or both."""
    for unit_id in guns:
        if unit_id in game.state.ammunition:
            game.state.ammunition[unit_id] = max(game.state.ammunition[unit_id] - 1, 0)


# Modes


@rule("13.33b", "13.42a", "13.42b")
def may_change_mode(game: Game, unit_id: str) -> Refusal | None:
    """Why a gun may not change its mode: one that has moved in the Movement Phase does not unlimber, or by a switch in
    any phase.
    """
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    if printed(game, unit_id).type not in HEAVY:
        return Refusal("refused.no-modes", "13.42a", about)
    if not unit.at:
        return Refusal("refused.off-map", "13.42b", about)
    moved = bool(unit.moved_in) if is_on(game.content, "moved-guns-stay-limbered") else "movement" in unit.moved_in
    if unit.mode == "mobile" and moved:
        return Refusal("refused.gun-has-moved", "13.42b", about)
    return None


def change_modes(game: Game, side: str) -> None:
    """In the Engineering Phase heavy guns may change their mode."""
    if any(may_change_mode(game, unit_id) is None for unit_id in units_of(game, side)):
        game.push(ChangeModes(side=side))


class ChangeModes(Procedure, frozen=True):
    """A side turns heavy guns over, each once."""

    side: str
    turned: tuple[str, ...] = ()

    @rule("13.42b")
    def begin(self, game: Game) -> Decision | None:
        able = [
            unit_id
            for unit_id in units_of(game, self.side)
            if unit_id not in self.turned and may_change_mode(game, unit_id) is None
        ]
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="13.42b") for unit_id in able)
        return Decision(self.side, "change-mode", "13.42b", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if side_of(game, choice.name) != self.side:
            return Refusal("refused.not-active", "3.11/phases", {"unit": choice.name})
        found = may_change_mode(game, choice.name)
        return found or Refusal("refused.mode-changed", "13.42b", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        mode = "firing" if game.state.units[choice.name].mode == "mobile" else "mobile"
        change(game, choice.name, mode=mode)
        game.say(ModeChanged(rule="13.42b", unit=choice.name, mode=mode))
        game.goto("begin", turned=(*self.turned, choice.name))


PROCEDURES = (ChangeModes,)
