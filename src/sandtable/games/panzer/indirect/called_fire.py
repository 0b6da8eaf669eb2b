"""Chapters 6.5.1.7, 6.5.1.8.2, 6.5.1.10 and 6.5.1.12: an observer calls fire or adjusts it, and the sources respond."""

from __future__ import annotations

from sandtable.games.panzer.command.shared_fire import NOBODY, note_aim
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.indirect.batteries import change_battery, figures, is_battery
from sandtable.games.panzer.indirect.events import CalledFire, WentAstray
from sandtable.games.panzer.indirect.missions import able_sources, end_mission, left_out, put_down
from sandtable.games.panzer.indirect.observers import commanded_by, sees_point, spend_overwatch, target_hexes
from sandtable.games.panzer.indirect.response import friends_in_danger, lines_of, response_chance, roll_response
from sandtable.games.panzer.indirect.salvo import Salvo
from sandtable.games.panzer.indirect.sheafs import CLOSED, GP, LINEAR, ON_MAP, SMOKE, patterns
from sandtable.games.panzer.indirect.sources import (
    band_of,
    callable_sources,
    has_capacity,
    range_to_point,
    weapon_reaching,
    why_no_source,
)
from sandtable.games.panzer.movement.reach import facing_name, facings_by_name
from sandtable.games.panzer.state import Mission, Sheaf, Shell, enemy_of
from sandtable.games.panzer.units import Game, order, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.switches import is_on

CALL = Option("do:call", rule="6.5.1.7")
SHELLS: dict[str, Shell] = {GP: GP, SMOKE: SMOKE}
SHEAFS: dict[str, Sheaf] = {ON_MAP: ON_MAP, "closed": "closed", "open": "open", "closed-linear": "closed-linear"}
STEP = "IndirectFireStep"
PICKING = ("begin", "load", "gather", "pattern", "direct")
"""The steps of a call before it is declared."""


def source_option(game: Game, source: str) -> str:
    """The id of the option that names a source of fire."""
    return f"battery:{source}" if is_battery(game, source) else f"unit:{source}"


@rule("6.5.1.6", "6.5.1.6.1", "6.5.1.7")
def shells_for(game: Game, observer: str, at: str, barred: tuple[str, ...]) -> list[Shell]:
    """What may be called onto a hex: GP fire, and smoke where somebody has it."""
    return [shell for shell in SHELLS.values() if callable_sources(game, observer, at, shell, barred)]


@rule("6.5.1.1", "6.5.1.7")
def call_hexes(game: Game, observer: str, barred: tuple[str, ...]) -> list[str]:
    """The hexes with spotted targets onto which an observer may call something."""
    return [at for at in target_hexes(game, observer) if shells_for(game, observer, at, barred)]


@rule("6.5.1.8.2")
def adjusted_hexes(game: Game, mission: Mission) -> list[str]:
    """Where a mission may be moved to: its own target point, and hexes near with a target that its observer spots."""
    most, content = figures(game.content).adjust_called, game.content
    near = [at for at in target_hexes(game, mission.observer) if content.distance(mission.at, at) <= most]
    own = () if is_on(content, "adjusting-needs-target") else (mission.at,)
    found = list(dict.fromkeys((*own, *near)))
    return [at for at in found if sees_point(game, mission.observer, at) and _still_reaching(game, mission, at, GP)]


def _still_reaching(game: Game, mission: Mission, at: str, shell: Shell) -> tuple[str, ...]:
    """The sources of a mission that can fire on and reach another target point."""
    return tuple(
        source
        for source in able_sources(game, mission, at)
        if weapon_reaching(game, source, range_to_point(game, mission.observer, source, at), shell) is not None
    )


class CallFire(Procedure, frozen=True):
    """An observer calls fire on a hex, or adjusts his mission: where, what, by whom, in which pattern."""

    observer: str
    mission: str = ""
    """The mission that is adjusted; nothing for a new call."""
    barred: tuple[str, ...] = ()
    at: str = ""
    shell: Shell = GP
    sources: tuple[str, ...] = ()
    sheaf: Sheaf = CLOSED
    direction: int = 0
    number: int = 0
    """How many sources have been rolled for."""
    landed: tuple[str, ...] = ()
    """Those that have responded."""
    astray: tuple[tuple[str, str], ...] = ()
    """Those whose fire goes astray, with the hexes on which it comes down."""
    impacts: tuple[str, ...] = ()
    """The missions that are to be fired."""
    checked: tuple[str, ...] = ()
    """The sources of an adjusted mission that fire no more, since they do not reach so far or lack the shell."""

    def _adjusted(self, game: Game) -> Mission | None:
        return game.state.missions.get(self.mission)

    def _args(self, **more: str) -> dict[str, str]:
        return {"unit": self.observer, "hex": self.at, **more}

    # Where

    @rule("6.5.1.1", "6.5.1.7", "6.5.1.8.2")
    def begin(self, game: Game) -> Decision:
        adjusted = self._adjusted(game)
        found = call_hexes(game, self.observer, self.barred) if adjusted is None else adjusted_hexes(game, adjusted)
        rule_id = "6.5.1.7" if adjusted is None else "6.5.1.8.2"
        options = tuple(Option(f"hex:{at}", rule=rule_id) for at in found)
        prompt = "call-hex" if adjusted is None else "adjust-hex"
        return Decision(
            side_of(game, self.observer),
            prompt,
            rule_id,
            options,
            {"unit": self.observer},
            continues=True,
            turns_to=STEP,
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        adjusted, args = self._adjusted(game), {"unit": self.observer, "hex": choice.name}
        if choice.name not in target_hexes(game, self.observer):
            return Refusal("refused.nothing-spotted-there", "6.5.1.7", args)
        if (
            adjusted is not None
            and game.content.distance(adjusted.at, choice.name) > figures(game.content).adjust_called
        ):
            return Refusal("refused.too-far-to-adjust", "6.5.1.8.2", args)
        return Refusal("refused.no-source-for-hex", "6.5.1.13", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("load", at=choice.name)

    # What

    def _shells(self, game: Game) -> list[Shell]:
        adjusted = self._adjusted(game)
        if adjusted is None:
            return shells_for(game, self.observer, self.at, self.barred)
        return [shell for shell in SHELLS.values() if _still_reaching(game, adjusted, self.at, shell)]

    @rule("6.5.1.6", "6.5.1.6.1")
    def load(self, game: Game) -> Decision | None:
        found = self._shells(game)
        if len(found) == 1:
            self._load(game, found[0])
            return None
        options = tuple(Option(f"shell:{shell}", rule="6.5.1.6") for shell in found)
        return Decision(
            side_of(game, self.observer), "shell", "6.5.1.6", options, self._args(), continues=True, turns_to=STEP
        )

    def load_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.nobody-has-smoke", "6.5.1.6", self._args()) if choice.kind == "shell" else None

    def load_chosen(self, game: Game, choice: Choice) -> None:
        self._load(game, SHELLS[choice.name])

    def _load(self, game: Game, shell: Shell) -> None:
        """Those who fire already go on; who else does, is asked next."""
        adjusted = self._adjusted(game)
        sources = () if adjusted is None else _still_reaching(game, adjusted, self.at, shell)
        game.goto("gather", shell=shell, sources=sources)

    # By whom

    def _further(self, game: Game) -> list[str]:
        """The sources that may still be added."""
        found = callable_sources(game, self.observer, self.at, self.shell, self.barred)
        return [
            source
            for source in found
            if source not in self.sources and has_capacity(game, self.observer, (*self.sources, source))
        ]

    @rule("6.5.1.1", "6.5.1.1.1", "6.5.1.1.4", "6.5.1.8.2")
    def gather(self, game: Game) -> Decision | None:
        """Pick the sources, as many as the observer may call."""
        further = self._further(game)
        if not further:
            game.goto("pattern")
            return None
        if not self.sources and len(further) == 1:
            game.goto("pattern", sources=(further[0],))
            return None
        options = [Option(source_option(game, source), rule="6.5.1.1") for source in further]
        if self.sources:
            options.append(CALL)
        return Decision(
            side_of(game, self.observer),
            "sources",
            "6.5.1.1",
            tuple(options),
            {**self._args(), "number": len(self.sources)},
            continues=True,
            gathers=CALL.id,
            turns_to=STEP,
        )

    def gather_refused(self, game: Game, choice: Choice) -> Refusal | None:
        known = game.content.batteries if choice.kind == "battery" else game.state.units
        if choice.kind not in ("battery", "unit") or choice.name not in known:
            return None
        if choice.name in self.sources:
            return Refusal("refused.called-already", "6.5.1.1", {"source": choice.name})
        own = game.content.batteries[choice.name].side if choice.kind == "battery" else side_of(game, choice.name)
        if own != side_of(game, self.observer):
            return Refusal("refused.not-your-source", "6.5.1.1", {"source": choice.name})
        refusal = why_no_source(game, self.observer, choice.name, self.at, self.shell, self.barred)
        return refusal or Refusal("refused.too-many-sources", "6.5.1.1.1", {"unit": self.observer})

    def gather_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "do":
            return None
        path = (game.state.units[self.observer].at, self.at)
        return Preview(path, lines_of(response_chance(game, self.observer, choice.name, self.at, adjusted=False)))

    def gather_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("pattern")
        else:
            game.goto("gather", sources=(*self.sources, choice.name))

    # In which pattern

    @rule("6.5.1.5", "6.5.1.6.1")
    def pattern(self, game: Game) -> Decision | None:
        found = patterns(game.content, self.sources)
        if len(found) == 1:
            game.goto("declare", sheaf=found[0])
            return None
        options = tuple(Option(f"sheaf:{sheaf}", rule="6.5.1.5") for sheaf in found)
        return Decision(
            side_of(game, self.observer), "sheaf", "6.5.1.5", options, self._args(), continues=True, turns_to=STEP
        )

    def pattern_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-such-sheaf", "6.5.1.5", self._args()) if choice.kind == "sheaf" else None

    def pattern_chosen(self, game: Game, choice: Choice) -> None:
        sheaf = SHEAFS[choice.name]
        game.goto("direct" if sheaf == LINEAR else "declare", sheaf=sheaf)

    @rule("6.5.1.5")
    def direct(self, game: Game) -> Decision:
        """A Closed Linear SHEAF runs from the target point in one of six directions."""
        options = tuple(Option(f"face:{facing_name(game.content, way)}", rule="6.5.1.5") for way in range(6))
        return Decision(
            side_of(game, self.observer), "sheaf-way", "6.5.1.5", options, self._args(), continues=True, turns_to=STEP
        )

    def direct_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("declare", direction=facings_by_name(game.content)[choice.name])

    # The response

    @rule("6.5.1", "6.5.1.7/response", "6.5.1.12", "5.3")
    def declare(self, game: Game) -> None:
        """The observer and the units on the map show their commands, which are carried out now, response or not."""
        holder = commanded_by(game, self.observer)
        game.say(Shown(rule="6.5.1", unit=holder, order=game.state.commands[holder].order))
        spend_overwatch(game, self.observer)
        for source in self.sources:
            commit(game, source, self.at)
        adjusted = self._adjusted(game)
        checked = () if adjusted is None else left_out(game, adjusted, self.sources)
        rule_id = "6.5.1.8.2" if self.mission else "6.5.1.7"
        game.say(
            CalledFire(
                rule=rule_id, unit=self.observer, at=self.at, shell=self.shell, sheaf=self.sheaf, sources=self.sources
            )
        )
        game.goto("respond", checked=checked)

    @rule("6.5.1.7/response", "6.5.1.8.2", "6.5.1.12", "6.5.1.12.1/adjusted")
    def respond(self, game: Game) -> None:
        """Each source rolls for itself; those that were on the mission before have the modifier of adjusted fire."""
        if self.number == len(self.sources):
            game.goto("land")
            return
        source, adjusted = self.sources[self.number], self._adjusted(game)
        again = adjusted is not None and source in adjusted.sources
        result = roll_response(game, self.observer, source, self.at, adjusted=again)
        if result == "astray":
            game.goto("misdirect")
        else:
            if result == "no-response" and not is_battery(game, source):
                order(game, source, silent=True)
            landed = (*self.landed, source) if result == "responds" else self.landed
            game.goto("respond", number=self.number + 1, landed=landed)

    @rule("6.5.1.10", "6.5.1.12")
    def misdirect(self, game: Game) -> Decision:
        """The enemy puts fire that goes astray on a spotted unit of the calling side near the target point."""
        side = side_of(game, self.observer)
        options = tuple(Option(f"hex:{at}", rule="6.5.1.12") for at in self._danger(game))
        return Decision(enemy_of(side), "misdirect", "6.5.1.12", options, {"source": self.sources[self.number]})

    def _danger(self, game: Game) -> list[str]:
        """Where the enemy may put it: on any of those in danger, or on the nearest in the other reading."""
        content, found = game.content, list(friends_in_danger(game, side_of(game, self.observer), self.at))
        nearest = min(content.distance(self.at, at) for at in found)
        only_nearest = is_on(content, "astray-on-nearest")
        return [at for at in found if not only_nearest or content.distance(self.at, at) == nearest]

    def misdirect_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-friend-there", "6.5.1.12", {"hex": choice.name})

    def misdirect_chosen(self, game: Game, choice: Choice) -> None:
        source = self.sources[self.number]
        game.say(WentAstray(rule="6.5.1.12", source=source, at=choice.name))
        game.goto("respond", number=self.number + 1, astray=(*self.astray, (source, choice.name)))

    @rule("6.5.1.5", "6.5.1.8.2", "6.5.1.10", "6.5.1.12")
    def land(self, game: Game) -> None:
        """Put down the Impact counters; that of an adjusted mission is moved, or removed if nobody responds."""
        if self.mission:
            end_mission(game, self.mission, "moved" if self.landed else "no-response")
        impacts = [put_down(game, self._mission(game, self.landed, self.at))] if self.landed else []
        for source, at in self.astray:
            impacts.append(put_down(game, self._mission(game, (source,), at)))
        game.goto("fire", impacts=tuple(impacts))

    def _mission(self, game: Game, sources: tuple[str, ...], at: str) -> Mission:
        """The mission of some sources at a hex; the range is that of the call, wherever their fire goes."""
        side = side_of(game, self.observer)
        bands = [band_of(game, self.observer, source, self.at, self.shell) for source in sources]
        return Mission(
            side=side,
            sources=sources,
            bands=tuple(bands),
            at=at,
            sheaf=self.sheaf if any(is_battery(game, source) for source in sources) else ON_MAP,
            direction=self.direction,
            shell=self.shell,
            observer=self.observer,
            misdirected=sources != self.landed,
            near_friends=bool(friends_in_danger(game, side, self.at)),
        )

    @rule("6.5.1")
    def fire(self, game: Game) -> None:
        """Resolve what has come down."""
        if not self.impacts:
            game.finish(self.checked or None)
            return
        game.goto("fire", impacts=self.impacts[1:])
        game.push(Salvo(mission=self.impacts[0]))


@rule("6.5.1", "6.5.1.7/response")
def commit(game: Game, source: str, at: str) -> None:
    """A source takes part in a mission, its only one in this turn, and a unit on the map shows its Fire command."""
    if is_battery(game, source):
        change_battery(game, source, used=game.state.turn)
        return
    command = game.state.commands[source]
    if not command.shown:
        game.say(Shown(rule="6.5.1", unit=source, order=command.order))
    order(game, source, shown=True, fired=True)
    note_aim(game, source, NOBODY, at)


PROCEDURES: tuple[type[Procedure], ...] = (CallFire, Salvo)
