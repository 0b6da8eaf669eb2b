"""Chapter 6.2.1.1.4: at what units may fire that share a command."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.panzer.command.control import command_range, formation_of, group_of
from sandtable.games.panzer.units import Game, order
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.switches import is_on

NOBODY = ""
"""The target of indirect fire is a hex."""


@rule("6.2.1.1.4/fire", "5.14")
def why_not_shared(
    game: Game, firer: str, target: str, at: str, beside: tuple[tuple[str, str], ...] = ()
) -> Refusal | None:
    """Why a unit may not fire at a target in a hex, beside others that it is about to fire at: all targets of those who
    share a Fire or Short Halt command must be in command range of each other.
    """
    if not game.state.commands[firer].group:
        return None
    content = game.content
    reach = command_range(content, formation_of(content, firer))
    one_only = reach == 0 and is_on(content, "shared-fire-at-one-target")
    for member in group_of(game, firer):
        for other, there in (*game.state.commands[member].aimed, *(beside if member == firer else ())):
            if content.distance(at, there) > reach or (one_only and other != target):
                return Refusal("refused.shared-fire", "6.2.1.1.4/fire", {"unit": firer, "other": member, "hex": there})
    return None


@rule("6.2.1.1.4/overwatch")
def must_join(game: Game, able: Sequence[str], firers: Sequence[str]) -> tuple[str, ...]:
    """Those who must fire overwatch as well: all who share the command of one that does, and can fire at its target."""
    commands = game.state.commands
    groups = {commands[each].group for each in firers} - {""}
    if not groups or is_on(game.content, "watchers-fire-as-they-like"):
        return ()
    return tuple(each for each in able if commands[each].group in groups)


@rule("6.2.1.1.4/fire")
def note_aim(game: Game, firer: str, target: str, at: str) -> None:
    """Remember at what a unit has fired, for those who share its command."""
    command = game.state.commands[firer]
    if command.group:
        order(game, firer, aimed=(*command.aimed, (target, at)))
