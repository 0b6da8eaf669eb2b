"""What happened, as typed facts: each names the rule that made it so and who may know of it."""

from __future__ import annotations

import msgspec

from sandtable.kernel.decisions import Line


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="event", gc=False):
    """The base of all events. Its class name is the key of its sentence in the title's texts."""

    rule: str
    seen_by: tuple[str, ...] | None = None
    """The sides that may know; None means everybody."""

    def outcome(self) -> str | None:
        """The key of the result that this event settles, where it settles one: what odds are grouped by."""
        return None

    def arithmetic(self) -> tuple[Line, ...]:
        """The sum behind it, line by line, where it has one."""
        return ()

    def visible_to(self, side: str) -> bool:
        return self.seen_by is None or side in self.seen_by


class Rolled(Event, frozen=True, kw_only=True):
    """Dice fell, or one of several equal things was drawn."""

    dice: str
    faces: tuple[int, ...]
    total: int
    why: str
    of: str = ""
    """Whom it was rolled for, where the sentence names it."""
    lines: tuple[Line, ...] = ()
    """What it was measured against, where no other event tells the sum."""

    @property
    def thrown(self) -> str:
        """The total, and the faces where there were several dice."""
        return str(self.total) if len(self.faces) == 1 else f"{self.total} ({', '.join(map(str, self.faces))})"

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class Drew(Event, frozen=True, kw_only=True):
    """One thing was drawn at random from several."""

    drawn: str
    among: int
    why: str


class Resolved(Event, frozen=True, kw_only=True):
    """Something was settled, with its whole sum: base, modifiers, roll, row and result."""

    what: str
    result: str
    lines: tuple[Line, ...] = ()
    subject: str = ""
    target: str = ""
    """What the subject did it to, where the sentence names both."""
    favours: str = ""
    """The side for which this is good; an empty text where it is as good for one as for another."""
    leads_on: bool = False
    """Whether it only leads on to another result, as a bonus does: odds do not tell it apart."""

    def outcome(self) -> str | None:
        return None if self.leads_on else self.result

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class Began(Event, frozen=True, kw_only=True):
    """A turn, phase or step of the sequence of play began."""

    what: str
    turn: int
    side: str = ""


class Ended(Event, frozen=True, kw_only=True):
    """The game is over."""

    winner: str
    """The side that won, or an empty text for a draw."""
    level: str
    """The key of the degree of victory."""


class Obeyed(Event, frozen=True, kw_only=True):
    """A question was answered by a standing order, which only the side that gave it may know."""

    prompt: str
    option: str


KERNEL_EVENTS: tuple[type[Event], ...] = (Rolled, Drew, Resolved, Began, Ended, Obeyed)
