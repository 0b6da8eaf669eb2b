"""Where the options of a decision lie on the board, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.board.scene import Scene
from sandtable.kernel import Choice, Decision, Option


class Places:
    """The hexes that the options of a decision stand for: by their own label, or by the counter that they name."""

    def __init__(self, scene: Scene, decision: Decision | None) -> None:
        self._labels = scene.board.index
        self._counters = {counter.id: counter.at for counter in scene.counters if counter.at in self._labels}
        self._stacks: dict[str, list[str]] = {}
        for counter, at in self._counters.items():
            self._stacks.setdefault(at, []).append(counter)
        self._kinds = {"hex": None, "unit": None}
        self.options: dict[str, list[Option]] = {}
        for option in decision.options if decision else ():
            places = self.of(option.id)
            for label in places:
                self.options.setdefault(label, []).append(option)
            if places:
                self._kinds[Choice.of(option.id).kind] = None

    def of(self, option_id: str) -> Sequence[str]:
        """The hexes of an option: one, or the two beside a hexside; none for what lies nowhere."""
        name = Choice.of(option_id).name
        if name in self._labels:
            return (name,)
        if name in self._counters:
            return (self._counters[name],)
        first, _, second = name.partition("-")
        return (first, second) if first in self._labels and second in self._labels else ()

    def cost(self, label: str) -> str:
        """The least that an option in this hex costs, written as shortly as can be; nothing where none has a cost."""
        costs = [option.cost for option in self.options.get(label, ()) if option.cost is not None]
        if not costs:
            return ""
        whole, rest = divmod(min(costs), 1)
        if rest == 0.5:
            return f"{whole:g}½" if whole else "½"
        return f"{min(costs):g}"

    def candidates(self, label: str) -> Iterable[str]:
        """The ids that a player might mean by pointing at a hex: the hex itself and each counter in it."""
        for kind in self._kinds:
            names = self._stacks.get(label, []) if kind == "unit" else [label]
            yield from (f"{kind}:{name}" for name in names)
