"""Air Phases played at random: they end, always find words, can be saved, and show a side no more than it may know."""

from __future__ import annotations

import random

import pytest

from games.panzer.firing import TITLE, placed
from games.panzer.flying import PLANE, flights, prompt
from sandtable.games.panzer.air.air_phase import AirPhase
from sandtable.games.panzer.air.events import AIR_EVENTS
from sandtable.games.panzer.state import SIDES, Command, State
from sandtable.games.panzer.units import Game
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import Resolved
from sandtable.kernel.derived import verify
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.state import fork
from sandtable.kernel.views import View

UNITS = {
    "s1": placed("aa-37-m39", "H14", 3, order="overwatch", shown=False, dump="H14"),
    "s2": placed("aa-85-m39", "C08", 3, order="no-command", shown=False, dump="C08"),
    "s3": placed("is-2m-m44", "K10", 0, order="overwatch", shown=False),
    "s4": placed("su-section-weapon", "H08", 0, attached=("su-dshk",), order="overwatch", shown=False),
    "s5": placed("su-rifle", "G10", 0, order="move", shown=False),
    "s6": placed("t-34-76-m43", "H10", 0, order="move", shown=False),
    "s7": placed("gaz-aa", "L06", 0, order="no-command", shown=False),
    "s8": placed("su-rifle", "L06", 0, order="no-command", shown=False, carrier="s7"),
    "g1": placed("de-rifle-half", "H16", 0, order="overwatch", shown=False),
    "g2": placed("pz-iv-h", "H18", 0, order="no-command", shown=False),
}
ROWS = {10: "." * 5 + "wwwbb" + "." * 6, 5: "." * 4 + "Wl" + "." * 10}
THINGS = [
    *(f"unit:{unit_id}" for unit_id in (*UNITS, PLANE, "g-aircraft-2")), "hex:H12", "hex:A01", "face:S", "face:N",
    "attack:rockets", "attack:dive-bombing", "attack:strafing-fast", "do:done", "do:reveal", "do:leave",
]  # fmt: skip


def sky(seed: int) -> Game:
    """Two German aircraft over Soviet troops of all kinds."""
    game = flights(UNITS, "il2-m43", "ju87d", rows=ROWS, labels={"g1": ("FO",)}, facts={"load": "rockets"})
    game.state.seed = seed
    game.dice = SeededDice()
    return game


def missing_words(game: Game) -> set[str]:
    """The keys without words in what is asked and has happened in the air."""
    found: set[str] = set()
    for lang in ("en", "ja"):
        texts = game.texts(lang)
        texts.missing.clear()
        for event in game.events:
            if isinstance(event, (*AIR_EVENTS, Resolved)):
                texts.event(event)
            if isinstance(event, Resolved):
                for line in event.lines:
                    texts.line(line)
        for decision in game.decisions:
            texts.prompt(decision)
            for option in decision.options:
                texts.option(option)
                for line in game.preview(option.id, decision.side).lines:
                    texts.line(line)
            for thing in THINGS:
                refusal = game.explain(thing, decision.side)
                if refusal is not None:
                    texts.refusal(refusal)
        TITLE.scene(game, lang)
        for aircraft_id in game.state.aircraft:
            TITLE.facts_of_unit(game, aircraft_id, lang)
        found |= texts.missing
    return found - {"prompt.rest"}


def imagined(game: Game, side: str, rng: random.Random) -> Game:
    """A whole game that fits what a side knows, at its next question; it looks the same to that side."""
    view = View(game, side)
    state = fork(view.state)
    assert isinstance(state, State)
    TITLE.fill(state, game.content, side, rng)
    world: Game = KernelGame(TITLE, game.content, state)
    world.advance()
    assert TITLE.codec.canonical(View(world, side).state) == TITLE.codec.canonical(view.state)
    return world


@pytest.mark.rule("panzer:6.4", "panzer:6.7")
@pytest.mark.parametrize("seed", range(4))
def test_some_flights_at_random(seed: int) -> None:
    game, rng = sky(seed), random.Random(seed)
    flown = 0
    for _ in range(90):
        if prompt(game) == "rest":
            flown += 1
            game.state.turn += 1
            game.state.commands = {key: Command(UNITS[key].order) for key in game.state.units}
            game.state.stack.append(AirPhase())
            game.advance()
            if prompt(game) == "rest":
                break
        assert missing_words(game) == set()
        game.events.clear()
        verify(game)
        without_rest = fork(game.state)
        del without_rest.stack[0]
        assert TITLE.codec.hash(TITLE.codec.decode(TITLE.codec.encode(without_rest))) == TITLE.codec.hash(without_rest)
        for side in SIDES:
            assert imagined(game, side, rng).decisions
        decision = rng.choice(game.decisions)
        hexes = [each for each in decision.ids if each.startswith(("hex:", "do:leave"))]
        game.choose(rng.choice(hexes[-3:] if hexes and rng.random() < 0.5 else decision.ids), decision.side)
    assert flown
