"""Small positions for close assaults and hand-to-hand combat, and their worked examples."""

from __future__ import annotations

from games.panzer.country import column
from games.panzer.firing import TITLE, Placed, placed, position
from sandtable.games.panzer.assault.assault_step import AssaultStep
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.scenarios import Side
from sandtable.games.panzer.state import State
from sandtable.games.panzer.units import Game
from sandtable.kernel import Refusal
from sandtable.kernel.state import fork

SOUTH = 3
STUG, SMG, RIFLE, HALF, PAK, TANK = "stug-iii-g", "su-smg", "de-rifle", "de-rifle-half", "pak-40", "t-34-76-m43"


def men(card: str, at: str, **more: object) -> Placed:
    """Men with a Move command that nobody has seen."""
    given = {"order": "move", "shown": False, **more}
    return placed(card, at, **given)  # type: ignore[arg-type]


def assaulting(units: dict[str, Placed], side: Side = "soviet", **more: object) -> Game:
    """The step of a side, with these units on a clear column unless there is a board."""
    return position(units, AssaultStep(side=side), step="close-combat", first=side, **more)  # type: ignore[arg-type]


def tank(card: str, at: str, **more: object) -> Placed:
    """A vehicle with a Move command that nobody has seen, facing the south."""
    given = {"facing": SOUTH, **more}
    return men(card, at, **given)


def seen(card: str, at: str, **more: object) -> Placed:
    """A unit whose command everybody knows, so that it fires no overwatch."""
    return placed(card, at, **{"order": "no-command", **more})  # type: ignore[arg-type]


def moving(units: dict[str, Placed], side: Side = "soviet", **more: object) -> Game:
    """A side moves; the other is First Player."""
    first = "german" if side == "soviet" else "soviet"
    return position(units, MovementPhase(side=side), step="second-player-moves", first=first, **more)  # type: ignore[arg-type]


def before(units: dict[str, Placed], **more: object) -> Game:
    """The vehicle s1 is about to go somewhere."""
    game = moving(units, **more)
    game.choose("unit:s1")
    return game


def riding(target: Placed, **rider: object) -> dict[str, Placed]:
    """Men on a tank on the move, and what they might attack."""
    card = str(rider.pop("card", SMG))
    return {"s1": tank(TANK, "A1"), "s2": seen(card, "A1", carrier="s1", **rider), "g1": target}


def asked(game: Game) -> str:
    return game.decisions[0].prompt


def offered(game: Game) -> list[str]:
    return game.decisions[0].ids


def why(game: Game, option: str) -> tuple[str, str]:
    refusal = game.explain(option)
    assert isinstance(refusal, Refusal)
    return refusal.reason, refusal.rule


def shown(game: Game, option: str) -> dict[str, str]:
    return {line.label: line.value for line in game.preview(option).lines}


# The worked example: an SMG squad assaults a suppressed StuG III G


def stug_example(**more: object) -> Game:
    units = {
        "s1": men(SMG, "A1", grade="regulars"),
        "g1": men(STUG, "A2", suppressed="on"),
    }
    return assaulting(units, board=column("wu.").board, **more)


# The worked example: a German squad and half-squad against an SMG squad


def hand_to_hand_example(**more: object) -> Game:
    units = {
        "g1": men(RIFLE, "A1", grade="veteran"),
        "g2": men(HALF, "A1", grade="veteran"),
        "s1": men(SMG, "A2", grade="regulars", order="overwatch"),
    }
    return assaulting(units, "german", board=column("ww.").board, **more)


def as_seen(game: Game, side: str) -> State:
    """The state that a side is shown, without what lies below the step."""
    state = fork(game.state)
    TITLE.mask(state, game.content, side)
    state.stack = state.stack[1:]
    return state
