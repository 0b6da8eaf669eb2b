"""What can be turned to make a scenario of East Front Series even: what the Axis needs to win, and its length."""

from __future__ import annotations

from sandtable.datafile import read
from sandtable.games.efs.files import ScenarioFile, SetUpCard
from sandtable.kernel import AnyTitle, Change, Handle
from sandtable.mechanics.handles import last_turn

MOST_POINTS = 10
TURNS = 2
"""How many turns longer a scenario may be made."""


def handles(title: AnyTitle, scenario: str) -> tuple[Handle, ...]:
    """The handles of a scenario, the points first; one that is like another has its length alone."""
    file = read(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    whole = read(title.data_file(f"scenarios/{file.like}.yaml"), ScenarioFile) if file.like else file
    assert whole.card is not None
    length = last_turn(title.words("handle.turns"), whole.card.first_turn, file.last_turn, file.last_turn + TURNS)
    return (length,) if file.card is None else (points(title, file.card), length)


def points(title: AnyTitle, card: SetUpCard) -> Handle:
    """How many victory points more the Axis needs for every level."""
    settings = {
        more: (Change(("card", "levels"), {level: least + more for level, least in card.levels.items()}),)
        for more in range(-MOST_POINTS, MOST_POINTS + 1)
    }
    return Handle("points", title.words("handle.points"), 0, settings)
