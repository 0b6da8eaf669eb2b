"""Everything that moving in the Advanced Game asks and tells has words in both languages, and can be saved."""

from __future__ import annotations

import random

import pytest

from games.panzer.country import country
from games.panzer.firing import placed, position
from games.panzer.marching import BIKES, CARRIER, GUN, HMG, HORSE, RED, RIFLES, SECTION, TANK, TRUCK, mover
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.movement_events import MOVEMENT_EVENTS, Entrenched, Entrenching, MinesLaid
from sandtable.games.panzer.state import Mines, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.state import fork
from sandtable.kernel.text import Texts

LANGUAGES = ("en", "ja")


def march() -> Game:
    """All kinds of units among all kinds of obstacles."""
    board = country("..wb.b\n.x.R..\n......\n.xt...\n......\n......", storeys={"D1": 3, "C4": 2}).board
    units = {
        "g1": mover(TANK, "A4"), "g2": mover(RIFLES, "A4", attached=("de-pzf",)), "g3": mover(TRUCK, "B5"),
        "g4": placed(GUN, "B5", carrier="g3", order="no-command", shown=False), "g5": mover(SECTION, "B6"),
        "g6": mover(HORSE, "C6"), "g7": mover(BIKES, "D6"), "g8": mover(RIFLES, "C4", full_cover=True),
        "g9": mover(HMG, "D1", attached=("de-hmg",), floor=2),
        "ga": placed(CARRIER, "E5", order="no-command", shown=False),
        "gb": placed(RIFLES, "E5", carrier="ga", order="no-command", shown=False), "gc": mover(GUN, "F4"),
        "gd": mover(TANK, "B4", damaged=True), "ge": mover(TANK, "D2"), "gf": mover(RIFLES, "E5"),
        "s1": placed(RED, "E1", order="overwatch", shown=False),
    }  # fmt: skip
    works = {"w1": Work("A3", "wire"), "w2": Work("E4", "improved-position"), "w3": Work("B3", "hasty-entrenchment")}
    mines = {f"soviet-{at}": Mines(at, "soviet", "mines-hasty", "both") for at in ("A2", "B4", "C5", "D5")}
    return position(units, MovementPhase(side="german"), board=board, date="1944-06", works=works, mines=mines)


def hear(game: Game, texts: Texts, since: int) -> None:
    for event in game.events[since:]:
        texts.event(event)
        for line in event.lines if isinstance(event, Resolved) else ():
            texts.line(line)


@pytest.mark.rule("panzer:6.6")
def test_whatever_is_asked_and_told_has_words_and_a_reason() -> None:
    seen: set[type[object]] = set()
    start = march()
    for seed in range(8):
        chance, game = random.Random(seed), start.fork()
        game.dice = SeededDice()
        game.state.seed = seed
        while game.decisions[0].prompt != "rest":
            decision = game.decisions[0]
            assert len(set(decision.ids)) == len(decision.ids)
            kind = chance.choice(sorted({ident if ident.startswith("do:") else ident[:4] for ident in decision.ids}))
            choice = chance.choice([ident for ident in decision.ids if ident.startswith(kind)])
            since = len(game.events)
            for lang in LANGUAGES:
                words = game.texts(lang)
                words.prompt(decision)
                for option in decision.options:
                    words.option(option)
                for line in game.preview(choice).lines:
                    words.line(line)
            assert fork(game.state) == game.state
            game.choose(choice, decision.side)
            for lang in LANGUAGES:
                hear(game, game.texts(lang), since)
            seen |= {type(event) for event in game.events[since:]}
    assert seen >= set(MOVEMENT_EVENTS) - {Entrenching, Entrenched, MinesLaid}


@pytest.mark.rule("panzer:6.6.8", "panzer:7.31.1")
def test_digging_and_laying_mines_have_words() -> None:
    game = march()
    begun = Entrenching(rule="6.6.8", unit="g1", at="A1", progress=2)
    laid = MinesLaid(rule="7.31.1", at="A1", work="mines-hasty")
    for event in (begun, Entrenched(rule="6.6.8", unit="g1", at="A1"), laid):
        assert len({game.texts(lang).event(event) for lang in LANGUAGES}) == len(LANGUAGES)
