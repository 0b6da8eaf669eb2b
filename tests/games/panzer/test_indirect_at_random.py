"""Indirect fire played at random for some turns: it never gets stuck, always finds words, and can be saved."""

from __future__ import annotations

import random

import pytest

from games.panzer.artillery import (
    FO,
    GUN,
    HEAVY,
    MEDIUM,
    MORTARS,
    NEXT,
    RED,
    RED_FO,
    RED_MEDIUM,
    RED_ORGANIC,
    ROCKETS,
    SCOUT,
    TANK,
    TITLE,
    Placed,
    seen_by,
)  # fmt: skip
from sandtable.games.panzer.indirect.events import INDIRECT_EVENTS
from sandtable.games.panzer.indirect.plotting import plan_id
from sandtable.games.panzer.indirect.secrets import guess_plots
from sandtable.games.panzer.state import SIDES, Mission, PlannedFire
from sandtable.games.panzer.units import Game
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import Resolved
from sandtable.kernel.derived import verify
from sandtable.kernel.state import fork

LANGUAGES = ("en", "ja")
OURS = ("response", "smoke-limit")
TARGETS = [f"unit:{unit_id}" for unit_id in (FO, GUN, *MORTARS, RED, RED_FO, SCOUT, TANK)]
THINGS = [
    *TARGETS, *(f"battery:{key}" for key in (MEDIUM, HEAVY, ROCKETS, RED_MEDIUM, RED_ORGANIC)), "hex:H13", "hex:A01",
    "do:done", "do:continue", "do:adjust", "do:reveal", "shell:smoke", "sheaf:closed-linear",
]  # fmt: skip


def everybody() -> Placed:
    """Both sides have observers who spot each other, sources on the map and off it, and planned fire."""
    found = Placed(plans=3).stand(FO, "H05", "overwatch").stand(TANK, "G06", "move").stand("gB1-1", "F05", "overwatch")
    for unit_id, at in zip(MORTARS, ("H02", "H03", "C01"), strict=True):
        found.stand(unit_id, at, "fire", dump=at)
    found.stand(GUN, "H13").stand(RED, "H14", "move").stand(RED_FO, "G15", "overwatch").stand(SCOUT, "I12", "overwatch")
    for spotter in (FO, "gB1-1"):
        found.spot(spotter, GUN, RED)
    for spotter in (RED_FO, SCOUT):
        found.spot(spotter, TANK, FO)
    for battery_id, side, at in ((MEDIUM, "german", "H14"), (RED_ORGANIC, "soviet", "H05")):
        found.state.missions[plan_id(battery_id)] = Mission(
            side=side, sources=(battery_id,), at=at, plotted=at, due=2,
            planned=(PlannedFire("smoke", "open"), PlannedFire("gp", "closed-linear", 4)),
        )  # fmt: skip
    return found


def missing_words(game: Game) -> set[str]:
    """The keys without words in what is asked and has happened, as far as it is indirect fire."""
    found: set[str] = set()
    for lang in LANGUAGES:
        texts = game.texts(lang)
        texts.missing.clear()
        for event in game.events:
            if isinstance(event, INDIRECT_EVENTS) or (isinstance(event, Resolved) and event.what in OURS):
                texts.event(event)
        for event in game.events:
            if isinstance(event, Resolved) and event.what in OURS:
                for line in event.lines:
                    texts.line(line)
        for decision in game.decisions:
            texts.prompt(decision)
            for option in decision.options:
                texts.option(option)
            for thing in THINGS:
                refusal = game.explain(thing, decision.side)
                if refusal is not None:
                    texts.refusal(refusal)
        found |= texts.missing
    return found - {"prompt.next-turn", f"do.{NEXT.partition(':')[2]}"}


def imagined(game: Game, side: str, rng: random.Random) -> Game:
    """A whole game that fits what a side knows, at its next question; it looks the same to that side."""
    state = fork(seen_by(game, side))
    guess_plots(state, game.content, rng)
    world: Game = KernelGame(TITLE, game.content, state)
    world.advance()
    assert TITLE.codec.canonical(seen_by(world, side)) == TITLE.codec.canonical(seen_by(game, side))
    return world


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.11")
@pytest.mark.parametrize("seed", range(6))
def test_some_turns_at_random(seed: int) -> None:
    placed, rng = everybody(), random.Random(seed)
    placed.state.seed = seed
    game: Game = KernelGame(TITLE, placed.content, placed.state)
    game.advance()
    for _ in range(120):
        assert missing_words(game) == set()
        game.events.clear()
        verify(game)
        saved = TITLE.codec.encode(game.state)
        assert TITLE.codec.hash(TITLE.codec.decode(saved)) == TITLE.codec.hash(game.state)
        for side in SIDES:
            assert imagined(game, side, rng).decisions
        decision = rng.choice(game.decisions)
        game.choose(rng.choice(decision.ids), decision.side)
    assert game.state.turn > 3
