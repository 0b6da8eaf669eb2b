"""Where the options of a decision, its subject and what has happened lie on the board, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.board.scene import Counter, Scene
from sandtable.kernel import Choice, Decision, Event, Option


class Places:
    """The hexes that the options of a decision stand for: by their own label, or by the counter that they name."""

    def __init__(self, scene: Scene, decision: Decision | None) -> None:
        self._board = scene.board
        self._labels = scene.board.index
        self._counters = {counter.id: counter for counter in scene.counters}
        self._stacks: dict[str, list[Counter]] = {}
        for counter in scene.counters:
            if counter.at in self._labels:
                self._stacks.setdefault(counter.at, []).append(counter)
        self._kinds = {"hex": None, "unit": None}
        self.options: dict[str, list[Option]] = {}
        for option in decision.options if decision else ():
            places = self.of(option.id)
            for label in places:
                self.options.setdefault(label, []).append(option)
            if places:
                self._kinds[Choice.of(option.id).kind] = None
        named = [str(name) for name in decision.args.values()] if decision else []
        self.subjects = [label for name in named for label in self._named(name)]
        """The hexes that the question names: where a battle is fought, where the unit stands that is about to move."""
        self.actors = frozenset(self._counters[name].at for name in named if name in self._counters)
        """Where the units stand that the question is about."""

    def of(self, option_id: str) -> Sequence[str]:
        """The hexes of an option: one, or the two beside a hexside; none for what lies nowhere."""
        name = Choice.of(option_id).name
        first, _, second = name.partition("-")
        if first in self._labels and second in self._labels:
            return (first, second)
        return self._named(name)

    def _named(self, name: str) -> Sequence[str]:
        """The hex of this label, or of the counter with this id."""
        if name in self._labels:
            return (name,)
        counter = self._counters.get(name)
        return (counter.at,) if counter is not None and counter.at in self._labels else ()

    def note(self, option_id: str) -> str:
        """What a player would look up before choosing an option: who stands in its hex, or where its unit is."""
        name = Choice.of(option_id).name
        if name in self._labels:
            return ", ".join(card(counter) for counter in reversed(self._stacks.get(name, [])))
        counter = self._counters.get(name)
        if counter is None:
            return ""
        steps = f"{counter.steps}/{counter.full_steps}" if counter.steps < counter.full_steps else ""
        at = counter.at if counter.at in self._labels else ""
        return " ".join(part for part in (counter.values, steps, at) if part)

    def cost(self, label: str) -> str:
        """The least that an option in this hex costs, written as shortly as can be; nothing where none has a cost."""
        costs = [option.cost for option in self.options.get(label, ()) if option.cost is not None]
        if not costs:
            return ""
        whole, rest = divmod(min(costs), 1)
        if rest == 0.5:
            return f"{whole:g}½" if whole else "½"
        return f"{min(costs):g}"

    def nearest(self, label: str) -> str:
        """Of the hexes of options the one that lies nearest to a hex; there must be any."""
        here = self._labels[label]
        return min(self.options, key=lambda other: self._board.distance(here, self._labels[other]))

    def candidates(self, label: str) -> Iterable[str]:
        """The ids that a player might mean by pointing at a hex: the hex itself and each counter in it."""
        for kind in self._kinds:
            names = [counter.id for counter in self._stacks.get(label, [])] if kind == "unit" else [label]
            yield from (f"{kind}:{name}" for name in names)

    def of_event(self, event: Event) -> str:
        """The hex in which something happened, at the end of a path the last of it; empty for what has no place."""
        values = [getattr(event, field) for field in event.__struct_fields__ if field != "rule"]
        names = [value if isinstance(value, str) else value[-1] for value in values if value and _is_name(value)]
        found = [name for name in names if name in self._labels]
        found += [label for name in names for label in self._named(name)]
        return found[0] if found else ""


def _is_name(value: object) -> bool:
    """Whether a field of an event may name things: one, or several in a row."""
    return isinstance(value, str) or (isinstance(value, tuple) and all(isinstance(part, str) for part in value))


def card(counter: Counter) -> str:
    """The name and the printed values of a counter."""
    return " ".join(part for part in (counter.name or counter.id, counter.values) if part)
