"""Chapter 16.1: how a result of the Combat Results Table is read."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.kernel import rule


class Result(NamedTuple):
    """What a result says to one side."""

    number: int = 0
    """The steps that it loses."""
    retreats: bool = False
    asterisk: bool = False
    eliminated: bool = False


@rule("16.12")
def read_half(text: str) -> Result:
    """One half of a result: steps, R for a retreat, e for all eliminated, an asterisk, a dash for nothing."""
    digits = "".join(each for each in text if each.isdigit())
    return Result(int(digits or 0), "R" in text, "*" in text, "e" in text)


@rule("16.1", "16.11")
def read_result(text: str) -> tuple[Result, Result]:
    """What a result says to the attacker and to the defender."""
    attacker, _, defender = text.partition("/")
    return read_half(attacker), read_half(defender)
