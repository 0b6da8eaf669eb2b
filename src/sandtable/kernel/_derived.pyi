"""What is derived from a state and kept while it holds, compiled."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, final

_K = TypeVar("_K")
_V = TypeVar("_V")

@final
class Follower(Generic[_K, _V]):
    """Remembers what a dict of a state held, so that an index of it can be kept up to date.

    Values of a state are replaced, never altered: where there is the same object as before under the same key,
    nothing has changed. Looking through hundreds of them takes about a microsecond, and much less where the dict has
    not been touched at all.
    """

    def changes(self, now: dict[_K, _V]) -> list[tuple[_K, _V | None, _V | None]]:
        """What has changed since this was last asked, the first time since the dict was empty.

        Each is a key with the value it had and the one it has; None where it had or has none. A key that has come
        stands after all others. If keys that both have stand in another order, all of them go and come again.
        """

@final
class Kept:
    """Everything that is kept of what was derived from the states of one game."""

    def holding(self, game: object) -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
        """Everything that still holds of the state of its game: which function was asked, and with which arguments."""

@final
class Filled(dict[_K, _V]):
    """A table that is filled as it is asked: what it does not hold yet, `find` says, and is kept.

    Python looks into a subclass of `dict` with `__missing__` by a detour, and so five times as slowly.
    """

    def __init__(self, find: Callable[[_K], _V]) -> None: ...

class _Function:
    __wrapped__: Callable[..., Any]
    __name__: str
    __qualname__: str

@final
class Derived(_Function):
    """A function of a game whose values are kept until one of the fields or sources that it names has changed."""

    def __init__(
        self,
        function: object,
        names: tuple[str, ...],
        sources: tuple[Callable[..., Any], ...],
        entries_of: str | None = None,
    ) -> None: ...
    def __call__(self, game: Any, *arguments: Any) -> Any: ...

@final
class Index(_Function):
    """An object that follows the fields that it names from question to question."""

    def __init__(self, make: object, names: tuple[str, ...]) -> None: ...
    def __call__(self, game: Any, *arguments: Any) -> Any: ...

@final
class OfContent(_Function):
    """A function of the content of a scenario, worked out once."""

    def __init__(self, function: object) -> None: ...
    def __call__(self, content: Any, *arguments: Any) -> Any: ...

@final
class Remembered(_Function):
    """A function of one argument, worked out once for each."""

    def __init__(self, function: object) -> None: ...
    def __call__(self, argument: Any, /) -> Any: ...
