"""E12, I.2: Creeping Barrages, which walk ahead of the attacker and strike everybody in their way."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from sandtable.games.asl.artillery.shells import Salvo, burst, firepower_of
from sandtable.games.asl.content import LETTERS, Content
from sandtable.games.asl.events.artillery import BarrageEnded, BarrageFell
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Barrage
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, of_content, rule

DONE = Option("do:done", rule="E12/creeping-barrage")
SOUTH = 3
"""The direction in which barrages creep."""


@rule("I.2", "E12/normal-barrage")
def first_barrages(content: Content) -> dict[str, Barrage]:
    """The Creeping Barrages of a scenario; no other artillery fires one."""
    return {
        f"{LETTERS[side]}b{number}": Barrage(side)
        for side, force in content.scenario.forces.items()
        for number in range(1, force.barrages + 1)
    }


@of_content
@rule("E12/creeping-barrage")
def line_across(content: Content, hex_: str) -> tuple[str, ...]:
    """The hexes of a barrage from west to east: its middle, and the nearest columns to each side in the same row."""
    board, reach = content.board, content.table("artillery", Artillery).barrage_half
    column, row = board.grid.column_row(board.hex(board.index[hex_]))
    by_place = {board.grid.column_row(board.hex(i)): label for i, label in enumerate(board.labels)}
    places = [(column + step, row) for step in range(-reach, reach + 1)]
    return tuple(by_place[place] for place in places if place in by_place)


@rule("E12/creeping-barrage", "I.2")
def plan_of(content: Content, hex_: str) -> Preview:
    """What is to be known of a barrage before it is recorded: where it would begin, and how it moves on and ends."""
    line, figures = line_across(content, hex_), content.table("artillery", Artillery)
    told = {"line": len(line), "step": figures.barrage_step, "ends": figures.barrage_ends}
    lines = [Line(f"barrage-{what}", str(number), "E12/creeping-barrage") for what, number in told.items()]
    return Preview(line, tuple(lines))


def salvo_of(game: Game, barrage: Barrage) -> Salvo:
    caliber = game.content.table("artillery", Artillery).barrage_caliber
    return Salvo(barrage.side, Fraction(firepower_of(game, caliber)), caliber, "barrage", "E12/creeping-barrage")


def lies(barrage: Barrage) -> bool:
    """Whether a barrage lies on the map."""
    return barrage.placed and not barrage.over


@rule("I.2", "E12/creeping-barrage")
def may_record(game: Game, side: str, hex_: str) -> bool:
    """Whether a barrage may be recorded for a hex: far enough from the others of its side."""
    apart = game.content.table("artillery", Artillery).barrage_apart
    return all(
        not each.at or game.content.distance(each.at, hex_) >= apart
        for each in game.state.barrages.values()
        if each.side == side
    )


@rule("E12/creeping-barrage", "I.2")
def end_barrages(game: Game) -> None:
    """At the start of the turn in which their time is up all barrages end."""
    if game.state.turn < game.content.table("artillery", Artillery).barrage_ends:
        return
    for name, barrage in list(game.state.barrages.items()):
        if not barrage.over:
            end_barrage(game, name)


def end_barrage(game: Game, name: str) -> None:
    game.state.barrages[name] = replace(game.state.barrages[name], over=True)
    game.say(BarrageEnded(rule="E12/creeping-barrage", barrage=name))


@rule("E12/creeping-barrage")
def next_place(content: Content, barrage: Barrage) -> str:
    """Where the middle of a barrage will be when it has moved; nothing beyond the map."""
    board = content.board
    here = board.index[barrage.at]
    for _ in range(content.table("artillery", Artillery).barrage_step):
        here = board.neighbour(here, SOUTH)
        if here < 0:
            return ""
    return board.labels[here]


@rule("E12/creeping-barrage")
def creep(game: Game, name: str) -> None:
    """A barrage comes down in its first phase, and later moves south; one that leaves the map is gone."""
    barrage = game.state.barrages[name]
    at = next_place(game.content, barrage) if barrage.placed else barrage.at
    if not at:
        end_barrage(game, name)
        return
    game.state.barrages[name] = replace(barrage, at=at, placed=True)
    game.say(BarrageFell(rule="E12/creeping-barrage", barrage=name, at=at))


class Creep(Procedure, frozen=True):
    """The start of a Prep Fire Phase with barrages: those of the ATTACKER come down, move on or end, all attack."""

    side: str
    """Whose phase it is."""
    struck: tuple[str, ...] = ()

    @rule("E12/creeping-barrage")
    def begin(self, game: Game) -> Decision | None:
        """Ask which barrages end instead of moving."""
        own = [name for name, each in game.state.barrages.items() if each.side == self.side and lies(each)]
        if not own:
            game.goto("walk")
            return None
        options = tuple(Option(f"barrage:{name}", rule="E12/creeping-barrage") for name in own)
        return Decision(self.side, "end-barrage", "E12/creeping-barrage", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "barrage" and choice.name in game.state.barrages:
            return Refusal("refused.barrage-not-there", "E12/creeping-barrage", {"barrage": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "barrage":
            end_barrage(game, choice.name)
            game.goto("begin")
        else:
            game.goto("walk")

    @rule("E12/creeping-barrage")
    def walk(self, game: Game) -> None:
        """The ATTACKER's barrages move."""
        begins = game.content.table("artillery", Artillery).barrage_begins
        for name, barrage in list(game.state.barrages.items()):
            if barrage.side == self.side and barrage.at and not barrage.over and game.state.turn >= begins:
                creep(game, name)
        game.goto("strike")

    @rule("E12/creeping-barrage", "C1.5")
    def strike(self, game: Game) -> None:
        """Each barrage attacks all its hexes, in either side's Prep Fire Phase."""
        left = [name for name, each in game.state.barrages.items() if lies(each) and name not in self.struck]
        if not left:
            game.finish()
            return
        barrage, aftermath = game.state.barrages[left[0]], Aftermath()
        game.goto("strike", struck=(*self.struck, left[0]))
        for hex_ in line_across(game.content, barrage.at):
            burst(game, salvo_of(game, barrage), hex_, aftermath)
        settle(game, aftermath)
