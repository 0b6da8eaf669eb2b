"""What can happen in this game, beside what happens in every game."""

from sandtable.games.gts.events import assault, base, command, engineers, fighting, moving, scenario
from sandtable.kernel import Event

EVENTS: tuple[type[Event], ...] = (
    *base.EVENTS, *command.EVENTS, *moving.EVENTS, *fighting.EVENTS, *assault.EVENTS, *engineers.EVENTS,
    *scenario.EVENTS,
)  # fmt: skip

__all__ = ["EVENTS"]
