"""Everything that fire of the Advanced Game says has words in both languages, and can be saved."""

from __future__ import annotations

import random
from functools import cache
from typing import get_args

import pytest

from games.panzer.country import country
from games.panzer.firing import TITLE, placed, position
from games.panzer.shipped import table
from sandtable.games.panzer.combat.armour import Strike
from sandtable.games.panzer.combat.direct_fire_step import DirectFireStep
from sandtable.games.panzer.combat.gp_results import Outcome
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.tables import basic, fire
from sandtable.games.panzer.units import Game
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import Resolved
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.state import fork

LANGUAGES = ("en", "ja")
UNTOLD = ("wasted", "destroyed")
"""What only leads on to something that is told."""


def meeting(seed: int) -> Game:
    """The same position with the dice of a seed."""
    first = positions()
    game: Game = KernelGame(TITLE, first.content, fork(first.state), SeededDice())
    game.state.seed = seed
    game.advance()
    return game


@cache
def positions() -> Game:
    """All kinds of units of both sides in all kinds of terrain."""
    board = country("..wb.\n.u.R.\n.....\n..t..\n.....").board
    units = {
        "g1": placed("pz-iv-h", "A5", order="short-halt", shown=False),
        "g2": placed("de-rifle", "B5", attached=("de-pzf", "de-hmg")),
        "g3": placed("flak-38-20", "C5", grade="elite"), "g4": placed("spw-251-1", "D5", damaged=True),
        "g5": placed("de-pzgren", "D5", carrier="g4", grade="veteran"), "g6": placed("pak-40", "E5", suppressed="on"),
        "s1": placed("t-34-76-m43", "A1", order="move", shown=False), "s2": placed("zis-5", "B1"),
        "s3": placed("su-rifle", "B1", carrier="s2", grade="green"), "s4": placed("su-cavalry", "C1", full_cover=True),
        "s5": placed("su-rifle", "D1"), "s6": placed("su-76m-m43", "C2", 3, hull_down="full"),
        "s7": placed("su-rifle", "D2"),
        "s8": placed("m3a1-scout", "C4"), "s9": placed("su-smg", "C4", crawled=True),
    }  # fmt: skip
    works = {"h": Work(at="D2", kind="hasty-entrenchment", holds=("s7",)), "b": Work(at="A1", kind="block")}
    return position(units, DirectFireStep(side="german"), board=board, date="1944-06", works=works)


@pytest.mark.rule("panzer:6.5.4")
def test_whatever_happens_and_is_asked_has_words() -> None:
    told: set[str] = set()
    for seed in range(60):
        chance, game = random.Random(seed), meeting(seed)
        while game.decisions[0].prompt != "rest":
            decision = game.decisions[0]
            choice = chance.choice(decision.ids)
            lines = game.preview(choice).lines
            for lang in LANGUAGES:
                words = game.texts(lang)
                words.prompt(decision)
                told |= {words.option(option) for option in decision.options}
                told |= {words.line(line) for line in lines}
                if decision.default:
                    words.phrase(f"assumed.{decision.prompt}")
            game.choose(choice)
        for lang in LANGUAGES:
            words = game.texts(lang)
            for event in game.events:
                words.event(event)
                if isinstance(event, Resolved):
                    told |= {words.line(line) for line in event.lines}
            assert words.missing == set()
    assert {"Hull down", "Coaxial machine gun", "Small arms, GP"} <= told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_modifier_result_and_location_has_words(lang: str) -> None:
    texts = TITLE.texts(lang)
    ap = table("ap-modifiers", basic.ApModifiersFile).modifiers
    gp = table("gp-modifiers", fire.GpModifiersFile).modifiers
    names = [name for name, row in ap.items() if row.level == "advanced" and not row.each]
    names += [name for name, row in gp.items() if row.level == "advanced" and row.direct and not row.each]
    for name in names:
        texts.phrase(f"line.{name}")
    for angle in get_args(fire.Angle):
        texts.phrase(f"line.hit-angle-{angle}")
    for location in get_args(fire.Location):
        texts.phrase(f"line.location-{location.rstrip('*')}")
    for result in {*get_args(Strike), *get_args(Outcome)} - set(UNTOLD):
        texts.result(result)
    for what in ("bails-out-crew-", "bails-out-passenger-"):
        rows = table("bail-out", fire.BailOutFile)
        for cause in rows.crew if what == "bails-out-crew-" else rows.passengers:
            texts.phrase(f"line.{what}{cause}")
    assert texts.missing == set()


def test_a_game_can_be_saved_at_every_question() -> None:
    asked = set()
    for seed in range(20):
        chance, game = random.Random(seed), meeting(seed)
        while game.decisions[0].prompt != "rest":
            asked.add(game.decisions[0].prompt)
            state = fork(game.state)
            state.stack = state.stack[1:]
            assert TITLE.codec.decode(TITLE.codec.encode(state)) == state
            game.choose(chance.choice([each for each in game.decisions[0].ids if not each.startswith("smoke:")]))
    assert asked >= {
        "target",
        "firers",
        "load",
        "second-weapon",
        "second-target",
        "claim",
        "share-hits",
        "bailed-facing",
    }
