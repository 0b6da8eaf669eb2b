"""Chapter 21: leaders and command."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gts.content import Content
from sandtable.games.gts.events.command import LeaderGone, LeaderMoved
from sandtable.games.gts.units import Game, formation_of, in_play, on_map, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import units_in

STAY = Option("do:stay", rule="21.2")
GOES, STAYS = Option("do:leader-goes", rule="21.2/with-units"), Option("do:leader-stays", rule="21.2/with-units")


@of_content
@rule("21.4", "29.14", "29.28")
def chains_of_command(content: Content) -> dict[tuple[str, str], tuple[tuple[str, int], ...]]:
    """The leaders who can command units of a formation that serve in a division, each with his range: the formation's
    own, or for an independent one any of the division.
    """
    formations, leaders = content.formations, content.leaders
    of_division = {
        division: tuple(name for name, row in leaders.items() if formations[row.formation].division == division)
        for division in content.divisions
    }
    able = {
        (name, division): (row.leader,) if row.leader else of_division[division]
        for name, row in formations.items()
        for division in content.divisions
    }
    return {key: tuple((name, leaders[name].range) for name in names) for key, names in able.items()}


def division_of_leader(game: Game, leader: str) -> str:
    return game.content.formations[game.content.leaders[leader].formation].division


def side_of_leader(game: Game, leader: str) -> str:
    return game.content.divisions[division_of_leader(game, leader)].side


def commanders(game: Game, unit_id: str) -> tuple[tuple[str, int], ...]:
    """The leaders who can command a unit, each with his range."""
    kind = game.content.counters[unit_id]
    formation = kind.formation or game.state.units[unit_id].formation
    return chains_of_command(game.content)[formation, kind.division]


@rule("13.3/range", "21.4", "29.28", "29.38")
def in_command(game: Game, unit_id: str) -> bool:
    """Whether a unit is now in the command range of a leader who can command it; never in an entry hex."""
    unit = game.state.units[unit_id]
    if unit.entry:
        return False
    if not unit.at:
        return True
    content, leaders = game.content, game.state.leaders
    for name, far in commanders(game, unit_id):
        leader = leaders.get(name)
        if leader is not None and not leader.entry and unit.at in content.around(leader.at, far):
            return True
    return False


def members(game: Game, formation: str) -> tuple[str, ...]:
    """The units of a formation in play, its rearguards included."""
    return in_play(game, formation)


@rule("21.2", "29.31")
def homes(game: Game, leader: str) -> list[str]:
    """The hexes in which a leader may stand: those with a unit of his formation on the map."""
    own = members(game, game.content.leaders[leader].formation)
    return sorted({game.state.units[unit_id].at for unit_id in own if on_map(game, unit_id)})


@rule("10.0.1/division", "21.2")
def finish_options(game: Game) -> list[Option]:
    """The formations of an activated division that can be declared done, as `finish:FORMATION`."""
    now = game.state.active
    assert now is not None
    leaders, finished = game.state.leaders, game.state.finished
    return [
        option
        for name, leader, option in finishes(game.content)[now.owner]
        if leader in leaders and name not in finished
    ]


@of_content
def finishes(content: Content) -> dict[str, list[tuple[str, str, Option]]]:
    """For each division its formations, with their leaders, and the options that declare them done."""
    found: dict[str, list[tuple[str, str, Option]]] = {division: [] for division in content.divisions}
    for name, row in content.formations.items():
        found[row.division].append((name, row.leader, Option(f"finish:{name}", rule="10.0.1/division")))
    return found


@rule("10.0.1/division", "21.2")
def finish_formation(game: Game, formation: str) -> None:
    """A formation of an activated division is done: it acts no more, and its leader is repositioned."""
    game.state.finished[formation] = True
    game.push(Reposition(leader=game.content.formations[formation].leader))


@rule("13.3", "13.3/leader-stays", "21.2", "21.2/with-units", "21.3")
def after_activation(game: Game) -> None:
    """Reposition the leaders of what was active, then the displaced; after Direct Command nobody is repositioned."""
    now = game.state.active
    assert now is not None
    if now.kind == "direct":
        return
    own = [
        name
        for name in game.state.leaders
        if (leads := game.content.leaders[name].formation) not in game.state.finished
        and now.owner == (leads if now.kind == "formation" else game.content.formations[leads].division)
    ]
    others = [name for name in game.state.leaders if name not in own and not is_with_his_units(game, name)]
    for name in reversed(others):
        game.push(Reposition(leader=name, displaced=True))
    for name in reversed(own):
        game.push(Reposition(leader=name))


def is_with_his_units(game: Game, name: str) -> bool:
    """Whether a unit of his formation is in the hex of a leader."""
    leader, formation = game.state.leaders[name], game.content.leaders[name].formation
    return not leader.entry and any(formation_of(game, i) == formation for i in units_in(game, leader.at))


class Reposition(Procedure, frozen=True):
    """A leader is placed with a unit of his formation: any, or the nearest for one whom others have left alone."""

    leader: str
    displaced: bool = False

    @rule("21.2", "21.3", "29.31")
    def begin(self, game: Game) -> Decision | None:
        leader = game.state.leaders[self.leader]
        hexes = homes(game, self.leader)
        if not hexes:
            self._without_units(game)
            return None
        stays = not leader.entry and leader.at in hexes
        if self.displaced:
            hexes = [] if stays or leader.entry else nearest(game, leader.at, hexes)
        else:
            hexes = [label for label in hexes if label != leader.at or leader.entry]
        if not hexes:
            game.finish()
            return None
        if len(hexes) == 1 and self.displaced:
            self._go(game, hexes[0])
            return None
        options = tuple(Option(game.content.hex_ids[game.content.board.index[label]], rule="21.2") for label in hexes)
        free = (STAY,) if stays or leader.entry else ()
        side = side_of_leader(game, self.leader)
        return Decision(side, "leader", "21.2", (*options, *free), {"leader": self.leader})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == ("do", "stay"):
            return Refusal("refused.leader-alone", "21.2", {"leader": self.leader})
        if choice.kind == "hex":
            return Refusal("refused.leader-hex", "21.3" if self.displaced else "21.2", {"leader": self.leader})
        return None

    @rule("21.4")
    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """How many units of the formation a leader commands from a hex."""
        own = members(game, game.content.leaders[self.leader].formation)
        at = choice.name if choice.kind == "hex" else game.state.leaders[self.leader].at
        if not at:
            return None
        far = game.content.leaders[self.leader].range
        near = [i for i in own if on_map(game, i) and game.content.distance(at, game.state.units[i].at) <= far]
        return Preview(lines=(Line("in-command", f"{len(near)} / {len(own)}", "21.4", {"range": far}),))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            self._go(game, choice.name)
        else:
            game.finish()

    def _go(self, game: Game, label: str) -> None:
        move_leader(game, self.leader, label, "21.3" if self.displaced else "21.2")
        game.finish()

    @rule("21.3")
    def _without_units(self, game: Game) -> None:
        """Nobody of the formation is on the map: the leader waits with those that are to enter, or is removed."""
        own = members(game, game.content.leaders[self.leader].formation)
        if not own:
            del game.state.leaders[self.leader]
            game.say(LeaderGone(rule="21.3", leader=self.leader))
        elif not game.state.leaders[self.leader].entry:
            unit = game.state.units[own[0]]
            game.state.leaders[self.leader] = replace(game.state.leaders[self.leader], at=unit.at, entry=unit.entry)
        game.finish()


@rule("21.3")
def nearest(game: Game, start: str, hexes: list[str]) -> list[str]:
    """Those of some hexes that are nearest to one."""
    distances = {label: game.content.distance(start, label) for label in hexes}
    least = min(distances.values())
    return [label for label, distance in distances.items() if distance == least]


def move_leader(game: Game, name: str, label: str, rule_id: str) -> None:
    """Put a leader into a hex."""
    game.state.leaders[name] = replace(game.state.leaders[name], at=label, entry="")
    game.say(LeaderMoved(rule=rule_id, leader=name, at=label))


def leaders_in(game: Game, label: str, side: str) -> list[str]:
    """The leaders of a side in a hex of the map."""
    return [
        name
        for name, leader in game.state.leaders.items()
        if leader.at == label and not leader.entry and side_of_leader(game, name) == side
    ]


@rule("18.7/5E", "21.2")
def retreat_with(game: Game, units: tuple[str, ...], label: str) -> None:
    """Leaders stacked with units that are about to retreat go with them."""
    start, side = game.state.units[units[0]].at, side_of(game, units[0])
    for name in leaders_in(game, start, side):
        move_leader(game, name, label, "18.7/5E")


@rule("13.3/leader-stays", "21.2/with-units")
def follow(game: Game, units: tuple[str, ...], start: str) -> None:
    """After units have left a hex in an action paid for with command points: leaders who were with them go along."""
    now = game.state.active
    if now is None or not (now.second or now.kind == "direct"):
        return
    formations = {formation_of(game, unit_id) for unit_id in units}
    for name in leaders_in(game, start, now.side):
        if game.content.leaders[name].formation in formations:
            game.push(Follow(leader=name, goal=game.state.units[units[0]].at))


class Follow(Procedure, frozen=True):
    """A leader goes with the units that have left his hex; where others stay with him, his owner decides."""

    leader: str
    goal: str

    @rule("21.2/with-units")
    def begin(self, game: Game) -> Decision | None:
        here = game.state.leaders[self.leader].at
        if here not in homes(game, self.leader):
            self._go(game)
            return None
        args = {"leader": self.leader, "hex": self.goal}
        side = side_of_leader(game, self.leader)
        return Decision(side, "leader-follows", "21.2/with-units", (GOES, STAYS), args, continues=True, default=GOES.id)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "leader-goes":
            self._go(game)
        else:
            game.finish()

    def _go(self, game: Game) -> None:
        move_leader(game, self.leader, self.goal, "21.2/with-units")
        game.finish()


PROCEDURES = (Reposition, Follow)
