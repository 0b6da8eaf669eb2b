"""Chapter 5: the turn sequence."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sandtable.games.gsfg import setup, victory
from sandtable.games.gsfg.air import superiority
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.events import Declared
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.optional import electronic_warfare, special_forces
from sandtable.games.gsfg.reinforcements.picking import PickReinforcements
from sandtable.games.gsfg.stacking import check_stacks
from sandtable.games.gsfg.state import NATO, OFF_MAP, SOVIET, Air, Sequence
from sandtable.games.gsfg.units import Game, is_mini_turn, of_group
from sandtable.kernel import Began, Choice, Decision, Option, Procedure, Refusal, rule

MOVE_FIGHT = "move-fight"
FIGHT_MOVE = "fight-move"
FIGHT_FIGHT = "fight-fight"
MOVE_MOVE = "move-move"


class Campaign(Procedure, frozen=True):
    """The whole game: set-up, then the turns."""

    @rule("3.1", "3.2")
    def begin(self, game: Game) -> None:
        game.become(GameTurn())
        setup.begin(game)


class GameTurn(Procedure, frozen=True):
    """One game turn: the air, the Soviet player turn, the NATO player turn, and at the end of the last the verdict."""

    @rule("5.1", "5.2")
    def begin(self, game: Game) -> None:
        state = game.state
        game.say(Began(rule="5.2", what="turn", turn=state.turn))
        recover_sources(game)
        state.air = Air(last_penalty=state.air.penalty)
        game.goto("soviet")
        game.push(superiority.AirPhase())
        check_stacks(game)

    def soviet(self, game: Game) -> None:
        game.goto("nato")
        game.push(PlayerTurn(side=SOVIET))

    def nato(self, game: Game) -> None:
        game.goto("end")
        game.push(PlayerTurn(side=NATO))

    @rule("4.2", "5.9", "6.7", "6.9")
    def end(self, game: Game) -> None:
        """Aircraft and aerial supply go; victory is judged after the last turn only."""
        state = game.state
        state.interdiction.clear()
        state.aerial_supply = OFF_MAP
        if state.turn >= game.content.last_turn:
            victory.judge(game)
            return
        state.turn += 1
        game.become(GameTurn())


@rule("8.9")
def recover_sources(game: Game) -> None:
    """NATO supply sources whose time has come are up and running again."""
    down = game.state.sources_down
    for label in [label for label, turn in down.items() if 0 < turn <= game.state.turn]:
        del down[label]


class PlayerTurn(Procedure, frozen=True):
    """A side's player turn: it declares the order of its phases and carries them out."""

    side: str
    phases: tuple[str, ...] = ()
    """What is still to do, as group/kind, with a mark for the second of two combat phases."""

    @rule("5.2", "5.7")
    def begin(self, game: Game) -> None:
        state = game.state
        state.active = self.side
        state.plan.clear()
        game.say(Began(rule="5.2", what="player-turn", turn=state.turn, side=self.side))
        counters = game.content.counters
        for unit_id, unit in state.units.items():
            if counters[unit_id].side == self.side:
                now = replace(
                    unit, moved=False, rested=False, spent=0, marched=False, flew=False, arrived=False, attacked=False,
                    fought=False, acted=False,
                )  # fmt: skip
                if now != unit:
                    state.units[unit_id] = now
        game.goto("declare")
        special_forces.start_player_turn(game, self.side)
        electronic_warfare.start_player_turn(game, self.side)
        if self.side == SOVIET:
            game.push(PickReinforcements())

    @rule("5.4", "5.5", "5.6", "5.10")
    def declare(self, game: Game) -> Decision | None:
        """Each group declares its sequence; all are declared before anything else is done."""
        for group in groups(game, self.side):
            if group not in game.state.plan:
                choices = sequences(game, group)
                if len(choices) == 1:
                    declare(game, group, choices[0])
                    game.goto("declare")
                    return None
                options = tuple(Option(f"sequence:{choice}", rule="5.5") for choice in choices)
                return Decision(self.side, "sequence", "5.5", options, {"group": group})
        game.goto("phase", phases=tuple(phases(game, self.side)))
        return None

    def declare_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "sequence":
            return None
        if choice.name == FIGHT_FIGHT and self.side == NATO:
            return Refusal("refused.nato-fight-fight", "5.6")
        return Refusal("refused.move-move", "5.7") if choice.name == MOVE_MOVE else None

    def declare_chosen(self, game: Game, choice: Choice) -> None:
        group = next(group for group in groups(game, self.side) if group not in game.state.plan)
        declare(game, group, choice.name)
        game.goto("declare")

    @rule("5.1", "7.2")
    def phase(self, game: Game) -> None:
        """Carry out the next phase; before each, and after the last, hexes are looked over for too large stacks."""
        if not self.phases:
            game.finish()
            check_stacks(game)
            return
        group, kind = self.phases[0].split("/")
        game.goto("phase", phases=self.phases[1:])
        if kind == "move":
            game.push(MovementPhase(side=self.side, group=group))
        else:
            game.push(CombatPhase(side=self.side, group=group, second=kind == "fight-again"))
        check_stacks(game)


def declare(game: Game, group: str, sequence: str) -> None:
    game.state.plan[group] = msgspec.convert(sequence, Sequence)
    game.say(Declared(rule="5.5", group=group, sequence=sequence))


@rule("5.4")
def groups(game: Game, side: str) -> list[str]:
    """The groups that act in a player turn, in their order: 8GA first while it has rules of its own."""
    if side == NATO:
        return ["nato"]
    if is_mini_turn(game) and of_group(game, "8ga"):
        return ["8ga", "main"]
    return ["main"]


@rule("5.5", "5.6", "5.7", "5.10")
def sequences(game: Game, group: str) -> list[str]:
    """The sequences open to a group: fixed in the first turn, and never two moves."""
    if game.state.turn == 1:
        return [FIGHT_MOVE if group == "nato" else MOVE_FIGHT]
    return [MOVE_FIGHT, FIGHT_MOVE] if group == "nato" else [MOVE_FIGHT, FIGHT_MOVE, FIGHT_FIGHT]


@rule("5.4", "5.5")
def phases(game: Game, side: str) -> list[str]:
    """The phases of a player turn by the declared sequences; the whole of one group before the next."""
    found = []
    for group in groups(game, side):
        first, second = game.state.plan[group].split("-")
        found += [f"{group}/{first}", f"{group}/{'fight-again' if first == second else second}"]
    return found
