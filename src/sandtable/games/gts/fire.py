"""Chapter 15: fire combat. STUB"""

from __future__ import annotations

from sandtable.games.gts.modifiers import Modifier
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Option, Preview, Procedure, Refusal

PROCEDURES: tuple[type[Procedure], ...] = ()


def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """What units may be told to do now in this kind of action; empty if nothing. STUB"""
    return []


def takes(game: Game, choice: Choice) -> bool:
    """Whether an option belongs to this kind of action, offered or not. STUB"""
    return False


def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    """Carry out an offered option: change the state or push the procedure that does. STUB"""


def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    """Why an option that this kind of action takes is not offered. STUB"""
    return None


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    """The path or the sum of an offered option. STUB"""
    return None


class Shot(Procedure, frozen=True):
    """A unit (or air unit) fires once at a unit: sum, company bonus, roll, result (15.5, 15.6). STUB

    Leaves what came of it in the outcome of the state: `missed`, or what `results.Harm` leaves. With `apply=False`
    nothing is done to the target and the outcome is `missed` or the result of the table (S?, S, C, 1 or E).
    """

    firer: str
    target: str
    kind: str
    """direct, indirect, opportunity, assault or air."""
    rating: str = "fire"
    """Which rating fires: fire or assault."""
    extra: tuple[Modifier, ...] = ()
    """What the situation adds, such as +3 for moving into a fire zone."""
    bonus: str = ""
    """The company bonus: yes or no where it has been settled already."""
    as_column: bool = False
    """The target counts as in column (17.2/state)."""
    as_face: str = ""
    """front or transport: the side of the target's counter that counts, where it is not the one that is up."""
    no_works: bool = False
    """The target's improved position or entrenchment does not help (17.2/state, 18.7/5E)."""
    terrain: bool = True
    """Whether the terrain of the target's hex counts (18.7/5D-mods c)."""
    size: int | None = None
    """The steps that count for the size of the target, where it is not all units in its hex; below 0 for no size."""
    apply: bool = True
