"""A computer player of its own: it attacks where the table promises a gain, and marches to the next objective."""

from collections.abc import Mapping

from sandtable.kernel import Choice, Decision
from sandtable.mechanics.staff import Answer, Staff

from mygame.combat import odds
from mygame.units import Game
from mygame.victory import way_to_go

GAIN = {"AE": -6.0, "NE": 0.0, "DR": 3.0, "DE": 6.0}
"""What each result of an attack is worth."""
GARRISON = 2.0
"""What it is worth to stand in an objective."""


def first(game: Game, decision: Decision) -> str:
    """Whoever is offered first."""
    return decision.options[0].id


def best(game: Game, decision: Decision) -> str:
    """The option of which the counter that is asked about may expect most."""
    unit_id = str(decision.args["unit"])
    return max(decision.ids, key=lambda option: promise(game, unit_id, Choice.of(option)))


def promise(game: Game, unit_id: str, choice: Choice) -> float:
    """What a counter may expect of an option."""
    if choice.kind == "unit":
        column, table = odds(game, unit_id, choice.name)[0], game.content.crt
        chances = table.charts[column].chances(table.die)
        return sum(GAIN[result] * faces for result, faces in chances.items()) / sum(chances.values())
    here = game.state.units[unit_id].at
    return ground(game, unit_id, choice.name if choice.kind == "hex" else here) - ground(game, unit_id, here)


def ground(game: Game, unit_id: str, label: str) -> float:
    """What a hex is worth to a counter."""
    garrison = GARRISON if label in game.state.holders else 0.0
    return garrison - way_to_go(game.state, game.content, game.state.units[unit_id].side, label)


class Sergeant(Staff[Game]):
    """Uses every counter once, as well as it can."""

    answers: Mapping[str, Answer[Game]] = {"pick": first, "act": best, "retreat": best}

    def situation(self, game: Game, decision: Decision) -> Game:
        return game
