"""The course of a turn, and where in it a game stands."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.tables.basic import SequenceFile, SequenceStep
from sandtable.games.panzer.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.reference import PrintedPhase


def steps(content: Content) -> tuple[SequenceStep, ...]:
    """The steps of the game that is played."""
    file = content.table("sequence", SequenceFile)
    return file.basic if content.game == "basic" else file.advanced


def track(content: Content, texts: Texts) -> tuple[PrintedPhase, ...]:
    """The phases and steps of the sequence of play."""
    return tuple(
        PrintedPhase(
            step.step or step.phase,
            texts.name(*(("step", step.step) if step.step else ("phase", step.phase))),
            step.rule,
        )
        for step in steps(content)
    )


def phase(game: Game) -> str:
    """The step in which a game stands; none while it is set up."""
    return game.state.step
