"""Chapter 13.2: a kind of action that a unit, or units stacked together, can perform."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.gts.units import Game
from sandtable.kernel import Action

Units = tuple[str, ...]
"""The units that act together; mostly it is one."""

ACTIVATION = "Activation"
"""The procedure that asks which unit acts next: to pick another there is to be done with the one in hand."""


class UnitAction(Action[Game, Units]):
    """A kind of action, by the name under which chits allow it (data/tables/chits.yaml)."""

    name: ClassVar[str]
