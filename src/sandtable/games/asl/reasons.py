"""Why something cannot be done: the first of several reasons that holds."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel import Refusal

Reason = tuple[bool, str, str]
"""Whether something bars a counter, how that is called, and its rule."""


def first_of(reasons: Iterable[Reason], **args: str) -> Refusal | None:
    """The first reason that holds."""
    return next((Refusal(f"refused.{name}", rule_id, args) for holds, name, rule_id in reasons if holds), None)
