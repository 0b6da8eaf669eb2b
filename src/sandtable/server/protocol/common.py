"""What all that is said between server and browser is made of."""

from __future__ import annotations

from typing import Literal

import msgspec

Lang = Literal["en", "ja"]
Mode = Literal["human", "bot", "open"]
Scalar = str | int | float | bool
Study = Literal["seed", "seats", "past"]
"""Why a game is for study and no fair one between people: who set it up chose the seed of its dice, one visitor has
held several of its seats, or it goes on from a save or a position of another game."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all WebSocket messages; `type` names the message in kebab case."""


class ClockPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is: so many days for a move, or so many minutes for each side and the whole game."""

    kind: Literal["days", "minutes"]
    amount: int


class Problem(msgspec.Struct, frozen=True):
    """What every failed call is answered with."""

    code: str
    message: str
    rule: str = ""


class Clocks(Message, frozen=True, kw_only=True, tag="clocks"):
    """How much time everybody has, at a table with clocks: after the first position and whenever it is otherwise.

    It says no more of who is being waited for than the position does.
    """

    plan: ClockPlan
    now: float
    """The time of the server, in seconds since 1970."""
    due: dict[str, float]
    """By side, of those that are waited for: when they run out."""
    left: dict[str, float]
    """By side, of the others: how many seconds they have."""
