"""Chapters 6.7.2 to 6.7.3: an aircraft flies across the map, acquires targets and attacks them, and is fired at."""

from __future__ import annotations

from sandtable.games.panzer.air.acquisition import (
    acquirable,
    acquire,
    acquire_distance,
    flown_before,
    fly_for_target,
    is_hidden_from_above,
    keep_target,
    observe,
    observers_for,
    why_not_acquire,
)
from sandtable.games.panzer.air.aircraft import air_side, change_aircraft, figures
from sandtable.games.panzer.air.anti_aircraft import follow, might_fire_at, notice
from sandtable.games.panzer.air.anti_aircraft_fire import AaShot, AntiAircraftShots, DeclareAntiAircraft
from sandtable.games.panzer.air.attacks import (
    Aimed,
    attacks_offered,
    declare,
    from_above,
    preview_of,
    ranges_of,
    weapon_for,
    why_not_attack,
)
from sandtable.games.panzer.air.courses import ahead, crossed_edges, leaves_by
from sandtable.games.panzer.air.events import FlewOff
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.events import Moved, Turned
from sandtable.games.panzer.movement.reach import facing_name, facings_by_name
from sandtable.games.panzer.state import OFF_MAP, Aircraft
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.switches import is_on

LEAVE = Option("do:leave", rule="6.7.2")
AWAY = "away"
"""Where an aircraft flies that leaves the map."""


class Flight(Procedure, frozen=True):
    """An aircraft over the map, hex by hex until it leaves it or is shot down.

    Its owner says how far it flies on; it stops before that where it has acquired or lost its target, or is hit, unless
    it is to leave the map.
    """

    aircraft: str
    entered: tuple[Edge, ...]
    """The edge by which it came in."""
    goal: str = ""
    """The hex to which it flies; empty where its owner has something to say."""
    path: tuple[str, ...] = ()
    """The hexes that it has flown since that was told last."""
    fresh: bool = True
    """Whether it has just come in: what it flew before the edge counts for a target."""
    picked: bool = False
    """Whether it has begun to acquire a target over this hex."""
    target: str = ""
    """The target for which an observer is being picked."""
    attack: str = ""
    aimed: Aimed | None = None
    """The attack that is being made."""
    shots: tuple[AaShot, ...] = ()
    """Fire at it that was declared after its attack."""

    def _plane(self, game: Game) -> Aircraft:
        return game.state.aircraft[self.aircraft]

    def _side(self, game: Game) -> str:
        return air_side(game.content)

    # Over a hex

    @rule("6.7.4.1.1")
    def begin(self, game: Game) -> None:
        notice(game, self.aircraft)
        game.goto("arrive")

    @rule("6.7", "6.7.4", "6.7.4.1.1")
    def arrive(self, game: Game) -> None:
        """Over every hex the enemy may fire before the aircraft does anything."""
        asked = bool(might_fire_at(game, self.aircraft))
        if self.path and (asked or not self.goal):
            game.say(Moved(rule="6.7.2.3", unit=self.aircraft, path=self.path))
            game.goto("arrive", path=())
        if asked:
            game.push(DeclareAntiAircraft(aircraft=self.aircraft))
        else:
            game.goto("act")

    def arrive_done(self, game: Game, shots: tuple[AaShot, ...]) -> None:
        game.goto("act")
        if shots:
            game.push(AntiAircraftShots(aircraft=self.aircraft, shots=shots))

    @rule("6.7.4.2.1/eliminated")
    def act_done(self, game: Game, hit: bool) -> None:
        """The aircraft has been fired at."""
        if self._plane(game).lost:
            game.finish()
        elif hit and self.goal != AWAY:
            game.goto("act", goal="")

    @rule("6.7.2.3", "6.7.2.3.1", "6.7.3", "6.7.3.1.1")
    def act(self, game: Game) -> Decision | None:
        """Fly on, turn, acquire a target, or attack the one that is acquired."""
        if self.goal:
            game.goto("fly")
            return None
        plane, content = self._plane(game), game.content
        options = [Option(f"attack:{attack}", rule="6.7.3") for attack in attacks_offered(game, self.aircraft)]
        if not self.picked:
            options += [Option(f"unit:{target}", rule="6.7.3.1.1") for target in acquirable(game, self.aircraft)]
        options += [Option(f"face:{facing_name(content, way)}", rule="6.7.2.3.1") for way in self._turns(game)]
        options += [Option(f"hex:{at}", rule="6.7.2.3") for at in ahead(content, plane.at, plane.facing)]
        args: dict[str, str | int] = {"unit": self.aircraft, "hex": plane.at}
        prompt = "fly"
        if plane.target:
            prompt = "fly-acquiring" if plane.to_fly else "fly-acquired"
            args |= {"target": plane.target, "hexes": plane.to_fly}
        return Decision(self._side(game), prompt, "6.7.2.3", (*options, LEAVE), args, done=LEAVE.id)

    @rule("6.7.2", "6.7.2.3.1")
    def _turns(self, game: Game) -> list[int]:
        """The directions to which it may turn: one hexside, once, when it flies slow; and not so that it would leave
        the map by the edge by which it came.
        """
        plane = self._plane(game)
        most = 0 if plane.turned else figures(game.content).turns[plane.speed]
        sides = [way for by in range(1, most + 1) for way in ((plane.facing - by) % 6, (plane.facing + by) % 6)]
        return [way for way in sides if self._leaves_elsewhere(game, way)]

    @rule("6.7.2")
    def _leaves_elsewhere(self, game: Game, facing: int) -> bool:
        return not set(leaves_by(game.content, self._plane(game).at, facing)) <= set(self.entered)

    def act_refused(self, game: Game, choice: Choice) -> Refusal | None:
        plane, args = self._plane(game), {"unit": self.aircraft}
        if choice.kind == "attack" and choice.name in figures(game.content).patterns:
            return why_not_attack(game, self.aircraft, choice.name)
        if choice.kind == "unit" and choice.name in game.state.units:
            if choice.name == plane.target:
                return Refusal("refused.acquiring-already", "6.7.3.1.1", {"unit": choice.name})
            refusal = why_not_acquire(game, self.aircraft, choice.name)
            return refusal or Refusal("refused.one-target-at-a-time", "6.7.3.1.1", args)
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.not-on-course", "6.7.2.3", {**args, "hex": choice.name})
        return self._why_no_turn(game, choice) if choice.kind == "face" else None

    def _why_no_turn(self, game: Game, choice: Choice) -> Refusal:
        plane, args = self._plane(game), {"unit": self.aircraft}
        if plane.turned:
            return Refusal("refused.has-turned", "6.7.2.3.1", args)
        if not figures(game.content).turns[plane.speed]:
            return Refusal("refused.too-fast-to-turn", "6.7.2.3.1", args)
        way = facings_by_name(game.content).get(choice.name, plane.facing)
        if (way - plane.facing) % 6 not in (1, 5):
            return Refusal("refused.one-hexside", "6.7.2.3.1", args)
        return Refusal("refused.back-over-the-edge", "6.7.2", args)

    def act_preview(self, game: Game, choice: Choice) -> Preview | None:
        plane = self._plane(game)
        if choice.kind == "attack":
            return preview_of(game, self.aircraft, choice.name)
        if choice.kind == "hex":
            way = ahead(game.content, plane.at, plane.facing)
            return Preview((plane.at, *way[: way.index(choice.name) + 1]))
        if choice.kind == "face":
            return Preview((plane.at, *ahead(game.content, plane.at, facings_by_name(game.content)[choice.name])))
        return None

    def act_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("fly", goal=AWAY)
        elif choice.kind == "hex":
            game.goto("fly", goal=choice.name)
        elif choice.kind == "face":
            self._turn(game, facings_by_name(game.content)[choice.name])
        elif choice.kind == "unit":
            game.goto("observer", target=choice.name)
        else:
            game.goto("run", attack=choice.name)

    # Flying

    @rule("6.7.2.3.1", "6.7.3.1.1")
    def _turn(self, game: Game, facing: int) -> None:
        """It turns on the spot; a target that is no longer before it is lost."""
        change_aircraft(game, self.aircraft, facing=facing, turned=True)
        game.say(Turned(rule="6.7.2.3.1", unit=self.aircraft, facing=facing_name(game.content, facing)))
        keep_target(game, self.aircraft)

    @rule("5.5", "6.7.2", "6.7.2.3")
    def fly(self, game: Game) -> None:
        """It flies a hex straight on, over whatever is there, or off the map."""
        plane = self._plane(game)
        way = ahead(game.content, plane.at, plane.facing)
        if not way:
            self._leave(game)
            return
        change_aircraft(game, self.aircraft, at=way[0])
        has_news = fly_for_target(game, self.aircraft)
        stops = way[0] == self.goal or (has_news and self.goal != AWAY)
        follow(game, self.aircraft)
        goal = "" if stops else self.goal
        game.goto("arrive", goal=goal, path=(*self.path, way[0]), fresh=False, picked=False)

    @rule("6.7.2", "6.7.2.1")
    def _leave(self, game: Game) -> None:
        plane = self._plane(game)
        if self.path:
            game.say(Moved(rule="6.7.2.3", unit=self.aircraft, path=self.path))
        edges = crossed_edges(game.content, plane.at, plane.facing)
        change_aircraft(game, self.aircraft, at=OFF_MAP, left_by=edges, target="", to_fly=0, tracks=())
        game.say(FlewOff(rule="6.7.2", unit=self.aircraft, edges=edges))
        game.finish()

    # Acquiring

    @rule("6.7.3.1.1", "6.7.3.1.2")
    def observer(self, game: Game) -> Decision | None:
        """Begin to acquire a target; where it is hidden from above, an observer must have spotted it."""
        if not is_hidden_from_above(game, self.target):
            self._acquire(game)
            return None
        found = observers_for(game, self.aircraft, self.target)
        if len(found) == 1:
            self._observed(game, found[0])
            return None
        options = tuple(Option(f"unit:{observer}", rule="6.7.3.1.2") for observer in found)
        args = {"unit": self.aircraft, "target": self.target}
        return Decision(self._side(game), "air-observer", "6.7.3.1.2", options, args, continues=True)

    def observer_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.cannot-spot-for-aircraft", "6.7.3.1.2", {"unit": choice.name, "target": self.target})

    def observer_chosen(self, game: Game, choice: Choice) -> None:
        self._observed(game, choice.name)

    def _observed(self, game: Game, observer: str) -> None:
        observe(game, observer, self.target)
        self._acquire(game)

    @rule("6.7.3.1.1")
    def _acquire(self, game: Game) -> None:
        at_once = self.fresh and flown_before(game, self.aircraft, self.target)
        acquire(game, self.aircraft, self.target, 0 if at_once else acquire_distance(game, self.aircraft))
        game.goto("act", target="", picked=True)

    # Attacking

    @rule("6.7.3.2")
    def run(self, game: Game) -> Decision | None:
        """A strafing run strikes all hexes of its pattern, unless it may be shorter."""
        ranges = ranges_of(game.content, self.attack)
        most = ranges[1] if weapon_for(self.attack) == "strafing" and ranges is not None else 0
        if not most or not is_on(game.content, "strafe-fewer-hexes"):
            self._declare(game, most)
            return None
        options = tuple(Option(f"hexes:{number}", rule="6.7.3.2") for number in range(1, most + 1))
        return Decision(self._side(game), "strafe-hexes", "6.7.3.2", options, {"unit": self.aircraft}, continues=True)

    def run_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, int(choice.name))

    @rule("6.7.3")
    def _declare(self, game: Game, hexes: int) -> None:
        aimed = declare(game, self.aircraft, self.attack, hexes)
        game.goto("answer", attack="", aimed=aimed, picked=False, fresh=False)

    @rule("6.7.4.1.1")
    def answer(self, game: Game) -> None:
        """Fire that is declared after an attack is resolved after it."""
        if might_fire_at(game, self.aircraft):
            game.push(DeclareAntiAircraft(aircraft=self.aircraft))
        else:
            game.goto("strike")

    def answer_done(self, game: Game, shots: tuple[AaShot, ...]) -> None:
        game.goto("strike", shots=shots)

    @rule("6.7.3", "6.7.3.2", "6.7.3.3", "6.7.3.4")
    def strike(self, game: Game) -> None:
        assert self.aimed is not None
        game.goto("struck", aimed=None)
        game.push(from_above(game, self.aircraft, self.aimed))

    @rule("6.7.4.1.1")
    def struck(self, game: Game) -> None:
        """The attack is over, and what was declared in answer to it follows."""
        game.goto("act", shots=())
        if self.shots:
            game.push(AntiAircraftShots(aircraft=self.aircraft, shots=self.shots))


PROCEDURES: tuple[type[Procedure], ...] = (Flight,)
