"""Chapters 11.8 to 11.16 and 12.4 to 12.6: the odds of a battle, their shifts, and the column of the results table."""

from __future__ import annotations

from collections import Counter as Tally
from typing import NamedTuple

import msgspec

from sandtable.games.gsfg import charts
from sandtable.games.gsfg.combat.strengths import Battle, attack_strength, defence_strength, defenders
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, counter, is_multinational
from sandtable.kernel import Line, of_content, rule
from sandtable.mechanics.crt import Crt, CrtFile

STALLED = "AS"


class Envelopment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns gained by an enveloping attack (11.15)."""

    nato: int
    soviet: int


class ShiftsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Columns of shift besides terrain, and what makes an attack an enveloping one."""

    source: str
    rules: tuple[str, ...]
    jaeger_defends_city: int
    jaeger_attacks_city: int
    envelopment: Envelopment
    alternate: int
    many: int
    second_fight: int
    nato_first_turn: int
    city_results: dict[str, str]


class NationsModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the multi-national die for exactly these nations."""

    nations: tuple[str, ...]
    modifier: int


class CrowdModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the multi-national die for at least so many nations."""

    nations: int
    modifier: int


class MultinationalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The multi-national attack table, and what mixed stacks suffer besides."""

    source: str
    rules: tuple[str, ...]
    die: str
    rows: dict[int, int]
    friends: NationsModifier
    crowd: CrowdModifier
    exempt: tuple[str, ...]
    defense_shift: int
    move_loss: int


def shift_figures(content: Content) -> ShiftsFile:
    return content.table("shifts", ShiftsFile)


def multinational_figures(content: Content) -> MultinationalFile:
    return content.table("multinational", MultinationalFile)


@of_content
@rule("12.6")
def results_table(content: Content) -> Crt:
    return Crt(content.table("combat", CrtFile))


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
    shifts = shift_lines(game, battle)
    final = raw + sum(int(line.value) for line in shifts)
    lines += [Line("odds", f"{raw}:1", "11.7"), *shifts]
    if final < 1:
        lines.append(Line("below-table", STALLED, "11.8"))
        return Reckoning(None, False, lines)
    crt = results_table(game.content)
    column = crt.column(final, 1)
    lines.append(Line("column", crt.columns[column], "12.6"))
    return Reckoning(column, False, lines)


def shift(label: str, columns: int, rule_id: str, **args: str | int) -> Line:
    return Line(label, f"{columns:+d}", rule_id, args)


@rule("5.4/4", "5.5", "5.6", "7.6", "7.7", "11.9")
def shift_lines(game: Game, battle: Battle) -> list[Line]:
    """All column shifts of a battle, which add up."""
    figures = shift_figures(game.content)
    lines = terrain_lines(game, battle)
    if envelops(game, battle):
        columns = figures.envelopment.nato if battle.side == NATO else figures.envelopment.soviet
        lines.append(shift("envelopment", columns, "11.15"))
    if battle.second and battle.group != "8ga":
        lines.append(shift("second-fight", figures.second_fight, "5.5"))
    if battle.side == NATO and game.state.turn == 1:
        lines.append(shift("nato-first-turn", figures.nato_first_turn, "5.6"))
    if battle.side == SOVIET and is_multinational(game, defenders(game, battle.target)):
        lines.append(shift("mixed-defence", multinational_figures(game.content).defense_shift, "7.6"))
    if battle.coordination is not None:
        lines.append(shift("mixed-attack", battle.coordination, "7.7"))
    return lines


@rule("11.11", "11.12", "11.13", "11.14", "12.5")
def terrain_lines(game: Game, battle: Battle) -> list[Line]:
    """The shift for the defenders' terrain; in a city Jäger make it more for them or less against them."""
    figures = shift_figures(game.content)
    terrain = game.content.terrain[battle.target]
    if terrain == "city" and has_jaeger(game, defenders(game, battle.target)):
        return [shift("jaeger-defend", figures.jaeger_defends_city, "11.14")]
    if terrain == "city" and has_jaeger(game, battle.attackers):
        return [shift("jaeger-attack", figures.jaeger_attacks_city, "11.14")]
    columns = game.content.terrain_shift[terrain]
    if not columns:
        return []
    rules = {"rough": "11.12", "mountain": "11.13", "city": "11.14"}
    return [shift("terrain", columns, rules.get(terrain, "12.5"), terrain=terrain)]


def has_jaeger(game: Game, unit_ids: list[str] | tuple[str, ...]) -> bool:
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
def coordination_modifiers(game: Game, battle: Battle) -> list[Line]:
    """What the nations in an attack add to the die of the multi-national attack table."""
    figures = multinational_figures(game.content)
    nations = {counter(game, unit_id).nat for unit_id in battle.attackers}
    if nations == set(figures.friends.nations):
        return [shift("friendly-nations", figures.friends.modifier, "12.4")]
    if len(nations) >= figures.crowd.nations:
        return [shift("many-nations", figures.crowd.modifier, "12.4", nations=len(nations))]
    return []


@rule("7.7", "12.4")
def needs_coordination(game: Game, battle: Battle) -> bool:
    """Whether NATO attacks with several nations and must still consult the table; Americans and Canadians need not."""
    return battle.side == NATO and battle.coordination is None and is_multinational(game, battle.attackers)


@rule("7.7", "12.4")
def roll_coordination(game: Game, battle: Battle) -> int:
    """The shift of the multi-national attack table: the last step in finding the odds."""
    figures = multinational_figures(game.content)
    modifier = sum(int(line.value) for line in coordination_modifiers(game, battle))
    roll = game.roll(figures.die, "multinational", "7.7", bands=charts.bands(figures.rows, modifier))
    return charts.entry(figures.rows, roll + modifier)


@rule("11.14", "12.6")
def result_of(game: Game, battle: Battle, column: int, roll: int) -> str:
    """The result of a roll; against a city a retreat becomes the loss of a step on both sides."""
    found = results_table(game.content).result(column, roll)
    if game.content.terrain[battle.target] == "city":
        return shift_figures(game.content).city_results.get(found, found)
    return found


def chances(game: Game, battle: Battle, column: int) -> str:
    """How many faces of the die give each result of a column."""
    faces = range(1, 7)
    tally = Tally(result_of(game, battle, column, face) for face in faces)
    return ", ".join(f"{result} {count}/{len(faces)}" for result, count in tally.items())


def forecast(game: Game, battle: Battle) -> tuple[Line, ...]:
    """The sum of a battle as it stands, with its chances or the roll that is still to come."""
    found = reckon(game, battle)
    lines = found.lines
    if needs_coordination(game, battle) and not found.poor:
        lines += [Line("coordination-roll", "d6", "7.7"), *coordination_modifiers(game, battle)]
    elif found.column is not None:
        lines.append(Line("chances", chances(game, battle, found.column), "12.6"))
    return tuple(lines)
