"""The withdrawal across the Rhine in the last night, an addition of this game: who orders it, and whom it leaves."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import SpecialRule, now, order, special
from sandtable.games.gts.events.scenario import WithdrawalOrdered
from sandtable.games.gts.state import ALLIED
from sandtable.games.gts.units import Game, eliminate, on_map, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, rule

ORDER = Option("do:order-withdrawal", rule="13.2/7", grave=True)
HOLD_OUT = Option("do:hold-out", rule="13.2/7")
NORTH = "north-bank"
"""The region north of the Rhine."""


def last_night(game: Game) -> SpecialRule | None:
    """The rule of the withdrawal, in the turn in which it can be ordered."""
    row = special(game, "berlin")
    if row is None or row.turn is None or now(game) != order(row.turn.date, row.turn.time):
        return None
    return row


@rule("13.2/7")
def before_first_chit(game: Game) -> None:
    """In the last night the Allies may order the withdrawal."""
    if last_night(game) is not None:
        game.push(OrderWithdrawal())


class OrderWithdrawal(Procedure, frozen=True):
    """The Allied player decides whether the division is withdrawn across the Rhine."""

    @rule("13.2/7")
    def begin(self, game: Game) -> Decision:
        return Decision(ALLIED, "order-withdrawal", "13.2/7", (ORDER, HOLD_OUT))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "order-withdrawal":
            game.state.withdrawing = True
            game.say(WithdrawalOrdered(rule="13.2/7"))
        game.finish()


@rule("13.2/7")
def end_turn(game: Game) -> None:
    """Boats are gone at the end of the turn; whom the withdrawal has left north of the Rhine is lost."""
    game.state.boats.clear()
    if not game.state.withdrawing:
        return
    north = game.content.region(NORTH)
    for unit_id in [name for name in game.state.units if side_of(game, name) == ALLIED]:
        if on_map(game, unit_id) and game.state.units[unit_id].at in north:
            eliminate(game, unit_id, "13.2/7")


PROCEDURES: tuple[type[Procedure], ...] = (OrderWithdrawal,)
