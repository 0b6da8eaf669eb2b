"""Options looked up among those of a decision."""

from typing import TypeVar

import msgspec

O = TypeVar("O", bound=msgspec.Struct)

def find(options: tuple[O, ...], option_id: str) -> O | None:
    """The option with an id, the very same text before an equal one; None if there is none."""
