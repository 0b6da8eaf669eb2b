"""Which code that cites a rule is reached in play, found out while games are played.

A rule is enforced only where the game itself gets to the code that cites it: a function that nothing but tests call
enforces nothing. While this is recorded, each cited function notes the first time that it runs while the kernel sets
up, advances, explains, previews or masks a game, or while a title shows one; after that it costs nothing.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from types import CodeType, FrameType, FunctionType
from typing import Any

from sandtable.kernel.rules import cited_code

_PLAY = frozenset({"sandtable.kernel.game", "sandtable.kernel.title", "sandtable.kernel.views"})
"""The modules through which a game is played."""
_SHOWING = frozenset({"scene", "status", "goals", "inspect", "overlay"})
"""What front ends ask of a title to show a game (`mechanics.title.HexTitle`)."""


class Reaches:
    """A record of what play reaches of the code of some titles that cites a rule, by its places."""

    def __init__(self, title_ids: Iterable[str]) -> None:
        """The titles must have been imported."""
        self.cited: set[str] = set()
        """Every place that cites a rule."""
        self.reached: set[str] = set()
        """Those of them that were reached in play."""
        self._traps: list[_Trap] = []
        for title_id in title_ids:
            for place, subject in cited_code(title_id).items():
                self.cited.add(place)
                self._traps += [_Trap(function, place, self.reached) for function in _functions(subject)]

    def go_on(self) -> None:
        """Note from now on what is reached."""
        for trap in self._traps:
            trap.set()

    def pause(self) -> None:
        """Note nothing until told to go on; nothing is slower meanwhile than without any record."""
        for trap in self._traps:
            trap.lift()


def _functions(subject: Callable[..., object]) -> list[FunctionType]:
    """The function that a citation stands on, below what decorates it, or the methods of the class."""
    found = inspect.unwrap(subject)
    if isinstance(found, type):
        return [member for member in vars(found).values() if isinstance(member, FunctionType)]
    assert isinstance(found, FunctionType), f"{subject!r} cites a rule and is neither a function nor a class"
    return [found]


class _Trap:
    """Takes the place of a function's code until play has run into it.

    The function itself stays the same object, so that it does not matter who already holds it.
    """

    def __init__(self, function: FunctionType, place: str, reached: set[str]) -> None:
        self._function, self._place, self._reached = function, place, reached
        self._code = function.__code__
        self._trap = _code_that_calls(self._sprung, self._code)
        self._twin = FunctionType(
            self._code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        self._twin.__kwdefaults__ = function.__kwdefaults__

    def set(self) -> None:
        if self._place not in self._reached:
            self._function.__code__ = self._trap

    def lift(self) -> None:
        self._function.__code__ = self._code

    def _sprung(self, *args: Any, **kwargs: Any) -> Any:
        if _in_play(sys._getframe(1)):
            self._reached.add(self._place)
            self.lift()
        return self._twin(*args, **kwargs)


def _in_play(frame: FrameType | None) -> bool:
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module in _PLAY or (frame.f_code.co_name in _SHOWING and module.endswith(".title")):
            return True
        frame = frame.f_back
    return False


def _template(*args: Any, **kwargs: Any) -> Any:
    called: Any = "what is called"
    return called(*args, **kwargs)


def _code_that_calls(called: Callable[..., Any], instead_of: CodeType) -> CodeType:
    """Code for a function that passes everything on; a function takes only code with as many free variables."""
    code = _template.__code__
    constants = tuple(called if constant == "what is called" else constant for constant in code.co_consts)
    return code.replace(co_consts=constants, co_name=instead_of.co_name, co_freevars=instead_of.co_freevars)
