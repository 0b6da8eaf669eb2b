"""The game's own bot: a staff that answers each kind of question by rules of thumb."""

from __future__ import annotations

from sandtable.games.efs.staff import answers, battles, defence, engineers, moves
from sandtable.games.efs.staff.doctrine import STANDARD, Doctrines
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.units import Game
from sandtable.kernel import Decision
from sandtable.mechanics.staff import Answer, Staff

ANSWERS: dict[str, Answer[Situation]] = {
    "move-unit": moves.move_unit,
    "move-to": moves.move_to,
    "ride-to": moves.ride_to,
    "enter-through": moves.enter,
    "enter-by-rail": moves.enter,
    "take-supply": answers.first,
    "no-supply-counters": answers.last,
    "supply-in-city": answers.first,
    "place-reinforcement": answers.first,
    "place-where": moves.place_where,
    "choose-group": answers.choose_group,
    "withdraw": answers.first,
    "withdraw-instead": answers.lose_step,
    "make-good": answers.lose_step,
    "convert": answers.first,
    "activating-hq": answers.first,
    "pay-command": answers.first,
    "temporary-source": answers.temporary_source,
    "feed-hex": answers.feed_hex,
    "declare": battles.declare,
    "declare-too": battles.declare_too,
    "take-back": battles.declare_too,
    "declare-mandated": battles.declare_mandated,
    "attackers": battles.attackers,
    "resolve-attack": battles.resolve,
    "organize-attack": battles.organize,
    "engineer-effects": battles.engineers,
    "bunker-buster": battles.buster,
    "react": defence.react,
    "react-to": defence.react_to,
    "commit-artillery": defence.commit,
    "support-where": defence.support_where,
    "orders": defence.orders,
    "which-orders": defence.which_orders,
    "lose-step": answers.lose_step,
    "remove-excess": answers.lose_step,
    "retreat": answers.retreat,
    "retreat-first": answers.first,
    "advance": answers.advance,
    "advance-where": answers.advance_where,
    "build-strongpoint": answers.build_strongpoint,
    "destroy-bridge": answers.destroy_bridge,
    "repair-bridge": answers.first,
    "bridge-from": engineers.bridge_from,
    "bridge-across": engineers.bridge_across,
    "ferry-across": engineers.ferry_across,
    "detach-from": engineers.detach_from,
    "detach-regiment": engineers.detach_regiment,
}


class StaffPlayer(Staff[Situation]):
    """Moves, fights and digs in by rules of thumb after a doctrine."""

    answers = ANSWERS
    quiet = ("do:done", "do:stop")

    def __init__(self, seed: int, doctrines: Doctrines = STANDARD) -> None:
        super().__init__(seed)
        self._doctrines = doctrines

    def situation(self, game: Game, decision: Decision) -> Situation:
        return Situation(game, decision.side, self._doctrines[decision.side])
