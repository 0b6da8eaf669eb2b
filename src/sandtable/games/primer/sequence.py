"""Chapter 2: the sequence of play, from the deal to the end of the last turn."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sandtable.games.primer import reinforcements, supply, victory
from sandtable.games.primer.combat import CombatPhase
from sandtable.games.primer.events import Dealt, Ordered
from sandtable.games.primer.movement import MovementPhase
from sandtable.games.primer.state import OFF_MAP, SIDES, Order, other
from sandtable.games.primer.units import Game, reveal_contacts
from sandtable.kernel import Began, Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change

ORDERS = {order: Option(f"order:{order}", rule="2.2") for order in ("march", "assault", "hold")}


class Deal(Procedure, frozen=True):
    """Before the first turn: face-down counters are dealt in secret, then the turns begin."""

    @rule("6.1", "6.2")
    def begin(self, game: Game) -> None:
        for side in SIDES:
            pool = game.content.kind_pool(side)
            for unit_id, placed in game.content.scenario.forces[side].counters.items():
                if placed.kind is not None:
                    continue
                kind = game.draw(pool, "deal", "6.1", seen_by=(side,))
                pool.remove(kind)
                change(game, unit_id, kind=kind, steps=game.content.kinds[kind].steps)
                game.say(Dealt(rule="6.1", seen_by=(side,), unit=unit_id, kind=kind))
        for unit_id, unit in list(game.state.units.items()):
            if unit.at != OFF_MAP:
                reveal_contacts(game, unit_id)
        game.become(GameTurn())


class GameTurn(Procedure, frozen=True):
    """One turn: secret orders, the first player's turn, the second player's turn, the score."""

    @rule("2.1")
    def begin(self, game: Game) -> None:
        game.say(Began(rule="2.1", what="turn", turn=game.state.turn))
        game.goto("reveal")
        game.simultaneously({side: GiveOrder(side=side) for side in SIDES})

    @rule("2.2")
    def reveal(self, game: Game) -> None:
        """Both orders come to light together."""
        state = game.state
        for side in SIDES:
            state.orders[side] = state.secret[side]
            game.say(Ordered(rule="2.2", side=side, order=state.orders[side]))
        state.secret.clear()
        game.reveal()
        game.goto("first")

    def first(self, game: Game) -> None:
        game.goto("second")
        game.push(PlayerTurn(side=game.content.scenario.first))

    def second(self, game: Game) -> None:
        game.goto("score")
        game.push(PlayerTurn(side=other(game.content.scenario.first)))

    def score(self, game: Game) -> None:
        victory.score(game)
        if game.state.turn == game.content.scenario.turns:
            victory.judge(game)
            return
        game.state.turn += 1
        game.become(GameTurn())


class GiveOrder(Procedure, frozen=True):
    """A side chooses its order in secret."""

    side: str

    @rule("2.2", "2.3")
    def begin(self, game: Game) -> Decision:
        last = game.state.orders.get(self.side)
        options = tuple(option for order, option in ORDERS.items() if order != last)
        return Decision(self.side, "order", "2.2", options)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "order" and choice.name in ORDERS:
            return Refusal("refused.same-order", "2.3", {"order": choice.name})
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.state.secret[self.side] = msgspec.convert(choice.name, Order)
        game.finish()


class PlayerTurn(Procedure, frozen=True):
    """One side's turn: recovery and supply, reinforcements, movement, combat."""

    side: str

    @rule("2.4")
    def begin(self, game: Game) -> None:
        game.state.active = self.side
        game.say(Began(rule="2.4", what="player-turn", turn=game.state.turn, side=self.side))
        units = game.state.units
        for unit_id, unit in units.items():
            if unit.moved or unit.fought or unit.fired:
                units[unit_id] = replace(unit, moved=False, fought=False, fired=False)
        supply.recover(game, self.side)
        supply.check(game, self.side)
        game.goto("move")
        game.push(reinforcements.ReinforcementPhase(side=self.side))

    def move(self, game: Game) -> None:
        game.goto("fight")
        game.push(MovementPhase(side=self.side))

    def fight(self, game: Game) -> None:
        game.goto("end")
        game.push(CombatPhase(side=self.side))

    def end(self, game: Game) -> None:
        if not victory.sudden_end(game):
            game.finish()
