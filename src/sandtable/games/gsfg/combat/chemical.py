"""Chapters 4.7 and 4.8: chemical warfare, and where it may lead."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.combat.strengths import Battle, ChemicalFile, chemical_figures, participants, unsupplied
from sandtable.games.gsfg.content import chart
from sandtable.games.gsfg.events.combat import EastGermansLeft, WentChemical
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET
from sandtable.games.gsfg.units import Game, counter, eliminate
from sandtable.kernel import Line, Resolved, rule

NUCLEAR = "nuclear"


@rule("4.7", "6.5/4")
def may_use(game: Game, battle: Battle) -> bool:
    """Whether the Soviet player has a supplied unit in a battle, attacking or defending."""
    return not unsupplied(game, battle).issuperset(participants(game, battle, SOVIET))


@rule("4.7", "4.8")
def use(game: Game, battle: Battle) -> None:
    """Declare chemical warfare: the first time East Germany leaves the war, and every time NATO's die may end it."""
    game.say(WentChemical(rule="4.7", hex=battle.target))
    if not game.state.chemical:
        game.state.chemical = True
        lose_east_germans(game)
    figures = chemical_figures(game.content)
    results = chart(game.content, "chemical", ChemicalFile)
    roll = game.roll(figures.die, "chemical", "4.7", bands=results.bands())
    result = results.entry(roll)
    lines = (Line("die", str(roll), "4.7"),)
    favours = NATO if result == NUCLEAR else ""
    game.say(Resolved(rule="4.7", what="chemical", result=result, lines=lines, subject=battle.target, favours=favours))
    if result == NUCLEAR:
        game.end(NATO, "nuclear-exchange", "4.8")


@rule("4.7")
def fought_with(game: Game, battle: Battle) -> Battle:
    """A battle with chemical weapons, and without the units that have left the war over them."""
    left = tuple(unit_id for unit_id in battle.attackers if unit_id in game.state.units)
    return replace(battle, attackers=left, chemical=True)


@rule("4.7", "4.8")
def risks(game: Game) -> tuple[Line, ...]:
    """What a declaration may cost beyond the battle: the war, and the first time the East Germans."""
    faces = outcomes(game)
    lines = [Line("nuclear-risk", f"{faces.get(NUCLEAR, 0)}/{sum(faces.values())}", "4.8")]
    if not game.state.chemical:
        leaving = sum(counter(game, unit_id).nat == "gdr" for unit_id in (*game.state.units, *game.state.waiting))
        lines.append(Line("east-germans-leave", str(leaving), "4.7"))
    return tuple(lines)


def outcomes(game: Game) -> dict[str, int]:
    """How many faces of the die lead to what."""
    return chart(game.content, "chemical", ChemicalFile).chances(chemical_figures(game.content).die)


def afterwards(game: Game, battle: Battle) -> tuple[Game, Battle]:
    """What a battle would be once chemical warfare had been declared in it."""
    after = game.fork()
    if not after.state.chemical:
        lose_east_germans(after)
    return after, fought_with(after, battle)


@rule("4.7")
def lose_east_germans(game: Game) -> None:
    """Remove all East German units from play for good, those still to come too."""
    state = game.state
    game.say(EastGermansLeft(rule="4.7"))
    for unit_id in [unit_id for unit_id in state.units if counter(game, unit_id).nat == "gdr"]:
        eliminate(game, unit_id, "4.7")
    for unit_id in [unit_id for unit_id in state.waiting if counter(game, unit_id).nat == "gdr"]:
        del state.waiting[unit_id]
        state.due.pop(unit_id, None)
        state.lost[unit_id] = OFF_MAP
