"""Finding an option among many, compiled."""

from typing import Protocol, TypeVar

class _Identified(Protocol):
    @property
    def id(self) -> str: ...

_O = TypeVar("_O", bound=_Identified)

def find(options: tuple[_O, ...], option_id: str) -> _O | None:
    """The option of an id, or None.

    Computer players answer with the very text that they were offered, which is looked for first: it is faster found
    than an equal one.
    """
