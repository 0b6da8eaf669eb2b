"""Chapters 2.0 and 4.5.1.1.9: units that have waited off the map and enter it."""

from __future__ import annotations

from sandtable.games.panzer.cards import Vehicle
from sandtable.games.panzer.command.control import formation_of
from sandtable.games.panzer.command.orders import can_move
from sandtable.games.panzer.setup import (
    Stand,
    can_carry,
    entrances,
    entry_of,
    mount,
    stand,
    standard_facing,
    standard_hex,
)
from sandtable.games.panzer.state import NO_COMMAND, Command, Formation
from sandtable.games.panzer.units import Game, card_of, printed
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.roster import enemy_hexes

WAIT = Option("do:wait", rule="4.5.1.1.9")
ALL_ENTER = Option("do:all-enter", rule="4.5.1.1.9")
DONE = Option("do:done", rule="4.5.1.1.9")


@rule("2.0", "4.5.1.1.9")
def due(game: Game, side: str) -> list[str]:
    """The units of a side off the map whose turn has come; they may wait longer."""
    state, sides = game.state, game.content.side_of
    return [unit_id for unit_id, turn in state.waiting.items() if sides[unit_id] == side and turn <= state.turn]


class Arrivals(Phase, frozen=True):
    """Before a side moves, it puts units that enter into their entry hexes; from there they move on (ruling).

    They were not on the map when commands were placed: each counts as having a Move command of its own.
    """

    side: str
    waits: tuple[str, ...] = ()
    """Those who are to wait longer."""
    arrived: tuple[str, ...] = ()

    def _next(self, game: Game) -> str | None:
        return next((unit_id for unit_id in due(game, self.side) if unit_id not in self.waits), None)

    @rule("6.6.7", "6.6.7.1")
    def _carriers(self, game: Game, unit_id: str) -> list[str]:
        """The vehicles that enter in this turn and have room for a unit; the scenario may say of which group."""
        riding = entry_of(game.content, unit_id).riding
        return [
            carrier
            for carrier in self.arrived
            if carrier in game.state.units
            and riding in (None, printed(game, carrier).group)
            and can_carry(game, carrier, unit_id)
        ]

    @rule("2.0", "4.5.1.1.9", "4.5.1.1.10")
    def _hexes(self, game: Game, unit_id: str) -> list[str]:
        """The entry hexes in which a unit can be; one that is to ride enters on foot only when no vehicle is left."""
        content, entry = game.content, entry_of(game.content, unit_id)
        rides = entry.riding is not None and (
            self._carriers(game, unit_id)
            or any(
                printed(game, each).group == entry.riding and isinstance(card_of(game, each), Vehicle)
                for each in game.state.waiting
                if content.side_of[each] == self.side
            )
        )
        if rides:
            return []
        enemies = enemy_hexes(game, self.side)
        return [label for label in entrances(content, unit_id) if label not in enemies]

    @rule("2.0", "4.5.1.1.9")
    def begin(self, game: Game) -> Decision | None:
        unit_id = self._next(game)
        if unit_id is None:
            game.finish()
            return None
        enter = hex_options(game.content, "4.5.1.1.9")
        options = [enter[label] for label in self._hexes(game, unit_id)]
        options += [Option(f"unit:{carrier}", rule="6.6.7") for carrier in self._carriers(game, unit_id)]
        return Decision(self.side, "arrive", "4.5.1.1.9", (*options, WAIT, ALL_ENTER, DONE), {"unit": unit_id})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit_id = self._next(game) or ""
        if choice.kind == "unit" and choice.name in game.state.units:
            return Refusal("refused.no-room", "6.6.7.1", {"unit": unit_id, "carrier": choice.name})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.not-entry-hex", "4.5.1.1.9", {"unit": unit_id, "hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        unit_id = self._next(game)
        assert unit_id is not None
        if choice.kind == "hex":
            game.push(Stand(unit=unit_id, at=choice.name))
        elif choice.kind == "unit":
            mount(game, unit_id, choice.name)
            told_to_enter(game, unit_id)
        elif choice == Choice.of(WAIT.id):
            game.goto("begin", waits=(*self.waits, unit_id))
        elif choice == Choice.of(ALL_ENTER.id):
            self._enter_as_suits(game, unit_id)
        else:
            game.finish()

    def begin_done(self, game: Game, entered: str) -> None:
        """A unit stands in its entry hex, and the next one follows."""
        told_to_enter(game, entered)
        game.goto("begin", arrived=(*self.arrived, entered))

    def _enter_as_suits(self, game: Game, unit_id: str) -> None:
        """The next unit rides if it can, or enters nearest to the objectives; and so do the others."""
        carriers, hexes = self._carriers(game, unit_id), self._hexes(game, unit_id)
        if carriers:
            mount(game, unit_id, carriers[0])
        elif hexes:
            label = standard_hex(game, hexes)
            stand(game, unit_id, label, standard_facing(game.content, label))
        else:
            game.goto("suits", waits=(*self.waits, unit_id))
            return
        told_to_enter(game, unit_id)
        game.goto("suits", arrived=(*self.arrived, unit_id))

    def suits(self, game: Game) -> None:
        """Everybody who is left enters as suits."""
        unit_id = self._next(game)
        if unit_id is None:
            game.finish()
        else:
            self._enter_as_suits(game, unit_id)


@rule("4.2.1", "4.5.1.1.9", "6.6.7")
def told_to_enter(game: Game, unit_id: str) -> None:
    """A unit that enters has a Move command that all can see; passengers have none of their own."""
    state, formation = game.state, formation_of(game.content, unit_id)
    if not can_move(game, unit_id):
        state.commands[unit_id] = NO_COMMAND
        return
    state.commands[unit_id] = Command("move", shown=True)
    state.formations[formation] = Formation(state.formations[formation].commands + 1)


PROCEDURES: tuple[type[Procedure], ...] = (Arrivals,)
