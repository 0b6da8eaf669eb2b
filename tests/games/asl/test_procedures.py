"""Every procedure is known to the titles of the system, so that a game can be saved in the middle of it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import sandtable.games.asl
from sandtable.games.asl.system import AslTitle
from sandtable.kernel import Procedure


def procedures() -> set[type[Procedure]]:
    """The procedures of all modules that nothing else is made of."""
    found = set()
    for module in pkgutil.walk_packages(sandtable.games.asl.__path__, "sandtable.games.asl."):
        for each in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(each) and issubclass(each, Procedure) and each.__module__ == module.name:
                found.add(each)
    return {each for each in found if not any(other is not each and issubclass(other, each) for other in found)}


def test_a_game_can_be_saved_in_the_middle_of_everything() -> None:
    assert procedures() <= set(AslTitle.procedures)
