"""Chapters 11.8 to 11.16 and 12.4 to 12.6: the odds of a battle, their shifts, and the column of the results table."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.games.gsfg.combat.strengths import Battle, attack_strength, defence_strength, defenders
from sandtable.games.gsfg.content import Content, chart
from sandtable.games.gsfg.files import MultinationalFile
from sandtable.games.gsfg.state import NATO, SOVIET, enemy_of
from sandtable.games.gsfg.units import Game, counter, is_multinational, multinational_figures
from sandtable.kernel import Line, of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.crt import Crt, CrtFile
from sandtable.mechanics.sums import Sum

STALLED = "AS"


class Envelopment(Strict, frozen=True):
    """Columns gained by an enveloping attack (11.15)."""

    nato: int
    soviet: int


class ShiftsFile(Table, frozen=True):
    """Columns of shift besides terrain, and what makes an attack an enveloping one."""

    jaeger_defends_city: int
    jaeger_attacks_city: int
    envelopment: Envelopment
    alternate: int
    many: int
    second_fight: int
    nato_first_turn: int
    city_results: dict[str, str]


def shift_figures(content: Content) -> ShiftsFile:
    return content.table("shifts", ShiftsFile)


@of_content
@rule("12.6")
def results_table(content: Content) -> Crt:
    return Crt(content.table("combat", CrtFile))


def favoured(game: Game, battle: Battle, result: str) -> str:
    """The side that a result is good for; an empty text for neither."""
    return results_table(game.content).favoured(result, battle.side, enemy_of(battle.side))


class Reckoning(NamedTuple):
    """The odds of a battle and how they come about."""

    column: int | None
    """The column of the results table; None where the attack stalls without a roll."""
    poor: bool
    """Whether the attack is weaker than the defence."""
    lines: list[Line]


@rule("11.7", "11.8", "11.9", "12.6")
def reckon(game: Game, battle: Battle) -> Reckoning:
    """The column of a battle.

    Shifts move the odds as they are, which are then held to the last column. An attack weaker than the defence stalls
    whatever its shifts, and so does one that they bring below 1:1.
    """
    attack, defence = attack_strength(game, battle), defence_strength(game, battle)
    lines = [*attack.lines, *defence.lines]
    raw = attack.total // defence.total
    if not raw:
        lines.append(Line("poor-odds", f"{attack.total}:{defence.total}", "11.8"))
        return Reckoning(None, True, lines)
    shifts = column_shifts(game, battle)
    final = raw + shifts.total
    lines += [Line("odds", f"{raw}:1", "11.7"), *shifts.lines]
    if final < 1:
        lines.append(Line("below-table", STALLED, "11.8"))
        return Reckoning(None, False, lines)
    crt = results_table(game.content)
    column = crt.column(final, 1)
    lines.append(Line("column", crt.columns[column], "12.6"))
    return Reckoning(column, False, lines)


@rule("5.4/4", "5.5", "5.6", "7.6", "7.7", "11.9")
def column_shifts(game: Game, battle: Battle) -> Sum:
    """All column shifts of a battle, which add up."""
    figures, shifts = shift_figures(game.content), Sum()
    add_terrain(game, battle, shifts)
    if envelops(game, battle):
        columns = figures.envelopment.nato if battle.side == NATO else figures.envelopment.soviet
        shifts.add("envelopment", columns, "11.15")
    if battle.second and battle.group != "8ga":
        shifts.add("second-fight", figures.second_fight, "5.5")
    if battle.side == NATO and game.state.turn == 1:
        shifts.add("nato-first-turn", figures.nato_first_turn, "5.6")
    if battle.side == SOVIET and is_multinational(game, defenders(game, battle.target)):
        shifts.add("mixed-defence", multinational_figures(game.content).defense_shift, "7.6")
    if battle.coordination is not None:
        shifts.add("mixed-attack", battle.coordination, "7.7")
    return shifts


@rule("11.11", "11.12", "11.13", "11.14", "12.5")
def add_terrain(game: Game, battle: Battle, shifts: Sum) -> None:
    """The shift for the defenders' terrain; in a city Jäger make it more for them or less against them."""
    figures = shift_figures(game.content)
    terrain = game.content.terrain[battle.target]
    if terrain == "city" and has_jaeger(game, defenders(game, battle.target)):
        shifts.add("jaeger-defend", figures.jaeger_defends_city, "11.14")
    elif terrain == "city" and has_jaeger(game, battle.attackers):
        shifts.add("jaeger-attack", figures.jaeger_attacks_city, "11.14")
    elif columns := game.content.terrain_shift[terrain]:
        rules = {"rough": "11.12", "mountain": "11.13", "city": "11.14"}
        shifts.add("terrain", columns, rules.get(terrain, "12.5"), terrain=terrain)


def has_jaeger(game: Game, unit_ids: Sequence[str]) -> bool:
    return any(counter(game, unit_id).jaeger for unit_id in unit_ids)


@rule("6.10", "6.15", "11.15")
def envelops(game: Game, battle: Battle) -> bool:
    """Whether an attack comes from opposite hexes, from every other hex, or from many; only adjacent hexes count.

    With NATO air superiority air mobile units together with any other unit always envelop.
    """
    flying = [counter(game, unit_id).type == "air_mobile" for unit_id in battle.attackers]
    if game.state.air.side == NATO and any(flying) and not all(flying):
        return True
    board, figures = game.content.board, shift_figures(game.content)
    near = game.content.adjacent[battle.target]
    target = board.index[battle.target]
    places = {game.state.units[unit_id].at for unit_id in battle.attackers}
    ways = {board.direction(target, board.index[at]) for at in places if at in near}
    opposite = any((way + 3) % 6 in ways for way in ways)
    alternate = any(sum(way % 2 == parity for way in ways) >= figures.alternate for parity in (0, 1))
    return opposite or alternate or len(ways) >= figures.many


@rule("7.7", "12.4")
def coordination_modifiers(game: Game, battle: Battle) -> Sum:
    """What the nations in an attack add to the die of the multi-national attack table."""
    figures, found = multinational_figures(game.content), Sum()
    nations = {counter(game, unit_id).nat for unit_id in battle.attackers}
    if nations == set(figures.friends.nations):
        found.add("friendly-nations", figures.friends.modifier, "12.4")
    elif len(nations) >= figures.crowd.nations:
        found.add("many-nations", figures.crowd.modifier, "12.4", nations=len(nations))
    return found


@rule("7.7", "12.4")
def needs_coordination(game: Game, battle: Battle) -> bool:
    """Whether NATO attacks with several nations and must still consult the table; Americans and Canadians need not."""
    return battle.side == NATO and battle.coordination is None and is_multinational(game, battle.attackers)


@rule("7.7", "12.4")
def roll_coordination(game: Game, battle: Battle) -> int:
    """The shift of the multi-national attack table: the last step in finding the odds."""
    shifts = chart(game.content, "multinational", MultinationalFile)
    modifier = coordination_modifiers(game, battle).total
    roll = game.roll(multinational_figures(game.content).die, "multinational", "7.7", bands=shifts.bands(modifier))
    return shifts.entry(roll + modifier)


@rule("11.14", "12.6")
def result_of(game: Game, battle: Battle, column: int, roll: int) -> str:
    """The result of a roll; against a city a retreat is the loss of a step on both sides."""
    return result_in(game, battle, results_table(game.content).result(column, roll))


@rule("11.14")
def result_in(game: Game, battle: Battle, result: str) -> str:
    """What a result comes to in the terrain of a battle."""
    if game.content.terrain[battle.target] == "city":
        return shift_figures(game.content).city_results.get(result, result)
    return result


def results_of_faces(game: Game, battle: Battle, column: int) -> Tally[str]:
    """How many faces of the die give each result of a column."""
    crt, found = results_table(game.content), Tally[str]()
    for result, faces in crt.charts[column].chances(crt.die).items():
        found[result_in(game, battle, result)] += faces
    return found


def chances(game: Game, battle: Battle, column: int) -> str:
    """The same in words."""
    faces = results_of_faces(game, battle, column)
    return ", ".join(f"{result} {number}/{faces.total()}" for result, number in faces.items())


def forecast(game: Game, battle: Battle) -> tuple[Line, ...]:
    """The sum of a battle as it stands, with its chances or the roll that is still to come."""
    found = reckon(game, battle)
    lines = found.lines
    if needs_coordination(game, battle) and not found.poor:
        die = multinational_figures(game.content).die
        lines += [Line("coordination-roll", die, "7.7"), *coordination_modifiers(game, battle).lines]
    elif found.column is not None:
        lines.append(Line("chances", chances(game, battle, found.column), "12.6"))
    return tuple(lines)
