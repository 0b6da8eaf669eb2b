"""C1.2-C1.71: contact, access, Artillery Requests, Spotting Rounds, corrections, Fire For Effect and how it ends."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.artillery.modules import (
    HARASSING,
    HE,
    ILLUMINATING,
    SMOKE,
    alter,
    blast_area,
    figures,
    is_in_reach,
    is_observed,
    is_phone,
    may_light,
    module_of,
    note_used,
    observer_of,
    refuse_contact,
    salvo_of,
    visible_hexes,
)
from sandtable.games.asl.artillery.shells import burst, preview_of
from sandtable.games.asl.artillery.smoke_missions import lay_smoke, may_smoke
from sandtable.games.asl.events.artillery import (
    AccessDenied,
    ContactFailed,
    ContactMade,
    Corrected,
    FiredForEffect,
    MissionEnded,
    ModuleLost,
    SpottingRound,
)
from sandtable.games.asl.fire.malfunction import malfunction
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night.light import place_light
from sandtable.games.asl.sniper_attack import moved, settle
from sandtable.games.asl.state import Battery
from sandtable.games.asl.units import Game, change, known_enemies
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.sums import Sum

DONE = Option("do:done", rule="C1.2")
DRAW = Option("do:draw", rule="C1.21")
PASS = Option("do:pass", rule="C1.3")
END = Option("do:end", rule="C1.51")
FIRE = Option("do:fire", rule="C1.5")
HOLD = Option("do:hold", rule="C1.4")
CANCEL = Option("do:cancel", rule="C1.4")
BLACK, RED = "black", "red"
LOST = 12
"""The Original Contact DR that breaks a radio and cuts a phone (C1.2)."""


# C1.2


@rule("C1.2")
def contact_sum(game: Game, battery_id: str) -> Sum:
    """The DRM of a Contact DR."""
    battery, table, found = game.state.batteries[battery_id], figures(game), Sum()
    if module_of(game, battery).battalion_mortar and not is_phone(game, battery):
        found.add("battalion-mortar", table.battalion_mortar, "C1.2")
    if battery.contact:
        found.add("contact-held", table.held, "C1.2")
    name = observer_of(game, battery)
    if name and game.state.units[name].pinned:
        found.add("observer-pinned", table.pinned, "C1.2")
    return found


def contact_number(game: Game, battery_id: str) -> int:
    """Up to which Final DR contact is made."""
    weapon = game.state.weapons[game.state.batteries[battery_id].device]
    return game.content.weapons[weapon.kind].contact


@rule("C1.2", "C1/radio")
def try_contact(game: Game, battery_id: str) -> bool:
    """The Contact DR; an Original 12 breaks a radio and removes a field phone."""
    battery = game.state.batteries[battery_id]
    number, drm = contact_number(game, battery_id), contact_sum(game, battery_id).total
    outcomes = ["lost" if total == LOST else str(total + drm <= number) for total in range(2, 13)]
    total = game.roll("2d6", "contact", "C1.2", bands=outcomes)
    if total + drm <= number and total != LOST:
        game.say(ContactMade(rule="C1.2", battery=battery_id))
        return True
    game.say(ContactFailed(rule="C1.2", battery=battery_id))
    if total == LOST:
        malfunction(game, battery.device, "C1.2")
        if battery.mission:
            end_mission(game, battery_id)
    return False


# C1.21


@rule("C1.21")
def draw_chit(game: Game, battery_id: str) -> bool:
    """Draw a chit, which is not put back: whether it is black. The second red one ends the module, and so does the
    end of the pile."""
    battery = game.state.batteries[battery_id]
    pile = [BLACK] * battery.black + [RED] * battery.red
    drawn = game.draw(pile, "chit", "C1.21")
    if drawn == BLACK:
        alter(game, battery_id, black=battery.black - 1)
        return True
    now = alter(game, battery_id, red=battery.red - 1, drawn=battery.drawn + 1)
    game.say(AccessDenied(rule="C1.21", battery=battery_id))
    if now.drawn >= figures(game).red_chits:
        lose_module(game, battery_id)
    return False


@rule("C1.21", "C1.4")
def lose_module(game: Game, battery_id: str) -> None:
    """A module is of no more use in this scenario."""
    battery = alter(game, battery_id, over=True)
    if battery.mission:
        end_mission(game, battery_id)
    game.say(ModuleLost(rule="C1.21", battery=battery_id))


@rule("C1.51", "C1.71")
def end_mission(game: Game, battery_id: str) -> None:
    """A mission ends; the module can be called again while black chits are left."""
    battery = alter(game, battery_id, mission="", at="", shell="", stage=0, lapsed=False, blind=False)
    game.say(MissionEnded(rule="C1.51", battery=battery_id))
    lay_smoke(game)
    if not battery.black and not battery.over:
        lose_module(game, battery_id)


@rule("C1.51")
def end_lost_missions(game: Game) -> None:
    """Missions end whose observer is broken or gone or has lost his device, and Fire For Effect out of his sight."""
    for name, battery in list(game.state.batteries.items()):
        if not battery.mission:
            continue
        sees = is_in_reach if battery.shell == ILLUMINATING else is_observed
        lost = battery.mission == "effect" and not sees(game, battery, battery.at)
        if lost or not observer_of(game, battery):
            end_mission(game, name)


# C1.3, C1.4


@rule("C1.3", "C1.4", "C1.9")
def astray(game: Game, aim: str, extent: list[int]) -> str:
    """Where a round comes down that was aimed at a hex: there, or as far away as a face says, but on the map."""
    table = figures(game)
    accurate = game.roll("d6", "accuracy", "C1.3", bands=(table.accurate + 1,)) <= table.accurate
    if accurate:
        return aim
    direction = game.roll("d6", "error-direction", "C1.3")
    face = game.roll("d6", "error-extent", "C1.3", bands=[str(far) for far in extent])
    return moved(game, aim, direction - 1, extent[face - 1])


@rule("C1.3", "C1.9")
def request_error(game: Game, battery: Battery, aim: str) -> list[int]:
    """How far a new Spotting Round may stray, by the dr: half as far where the hex is Pre-Registered."""
    return [face // 2 if aim in battery.registered else face for face in range(1, 7)]


@rule("C1.4")
def correction_error(distance: int) -> list[int]:
    """How far corrected fire may stray, by the dr: half of it, but not further than the correction."""
    return [min((face + 1) // 2, distance) for face in range(1, 7)]


def corrected(game: Game, aim: str, start: str) -> str:
    """Where fire comes down that was corrected from one hex to another; what was not moved does not stray."""
    distance = game.content.distance(start, aim)
    return astray(game, aim, correction_error(distance)) if distance else aim


@rule("C1.4")
def has_known_enemy(game: Game, side: str, hexes: list[str]) -> bool:
    """Whether a Known enemy is in a blast area."""
    men = any(hex_of(unit.at) in hexes for _, unit in known_enemies(game, side))
    vehicles = game.state.vehicles
    return men or any(
        hex_of(vehicles[name].at) in hexes and not vehicles[name].concealed for name in known_vehicles(game, side)
    )


@rule("C1.7", "C1.71", "C8.7", "E3.5")
def shells_of(game: Game, battery: Battery) -> list[str]:
    """What a battery may fire for effect: HE, also as harassing fire; SMOKE unless it rains; light at night."""
    ammunition = module_of(game, battery).ammunition
    found = [HE, HARASSING] if "he" in ammunition else []
    if "smoke" in ammunition and may_smoke(game):
        found.append(SMOKE)
    if "illuminating" in ammunition and game.state.nvr:
        found.append(ILLUMINATING)
    return found


# C1.5


@rule("C1.5", "C1.7", "C1.71", "C8.7")
def fire_for_effect(game: Game, battery_id: str, aftermath: Aftermath) -> None:
    """Fire For Effect comes down: it attacks each hex of its area, or fills it with SMOKE, or lights it up."""
    battery = game.state.batteries[battery_id]
    said = FiredForEffect(rule="C1.5", battery=battery_id, at=battery.at, shell=battery.shell, stage=battery.stage)
    game.say(said)
    if battery.shell == SMOKE:
        lay_smoke(game)
    elif battery.shell == ILLUMINATING:
        place_light(game, battery.at, "round", "C8.7")
    else:
        lay_smoke(game)
        salvo = salvo_of(game, battery, battery.shell)
        for hex_ in blast_area(game, battery.at, battery.shell):
            burst(game, salvo, hex_, aftermath)


@rule("C1.2")
def note_action(game: Game, battery_id: str) -> None:
    """An observer who takes an action of artillery neither fires nor directs fire in this phase."""
    battery = game.state.batteries[battery_id]
    name = observer_of(game, battery)
    if name:
        spent = game.state.units[name].spent
        change(game, name, spent=tuple(dict.fromkeys((*spent, battery.device))))


# Procedures


class Bombardment(Procedure, frozen=True):
    """The start of a fire phase: a side calls its batteries, one after the other."""

    side: str
    tried: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    """Those with which contact was made."""

    @rule("C1.2", "A3.2", "A3.4")
    def begin(self, game: Game) -> None:
        note_used(game)
        end_lost_missions(game)
        game.goto("ask")

    def able(self, game: Game) -> list[str]:
        """The batteries with which contact may be tried."""
        return [
            name
            for name, battery in game.state.batteries.items()
            if battery.side == self.side and name not in self.tried and refuse_contact(game, name, self.side) is None
        ]

    @rule("C1.2")
    def ask(self, game: Game) -> Decision | None:
        """Ask with which battery contact is tried."""
        able = self.able(game)
        if not able:
            self.close(game)
            return None
        options = tuple(Option(f"battery:{name}", rule="C1.2") for name in able)
        return Decision(self.side, "contact", "C1.2", (*options, DONE))

    def ask_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "battery":
            return None
        number = Line("contact-number", str(contact_number(game, choice.name)), "C1.2")
        return Preview(lines=(number, *contact_sum(game, choice.name).lines))

    def ask_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "battery" or choice.name not in game.state.batteries:
            return None
        if choice.name in self.tried:
            return Refusal("refused.contact-tried", "C1.2", {"battery": choice.name})
        return refuse_contact(game, choice.name, self.side)

    def ask_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "battery":
            self.close(game)
            return
        made = try_contact(game, choice.name)
        reached = (*self.reached, choice.name) if made else self.reached
        game.goto("ask", tried=(*self.tried, choice.name), reached=reached)
        if made:
            game.push(Mission(side=self.side, battery=choice.name))

    @rule("C1.2", "C1.5")
    def close(self, game: Game) -> None:
        """The batteries that were not reached: Fire For Effect stays silent for once, and ends the next time."""
        for name, battery in list(game.state.batteries.items()):
            if battery.side != self.side:
                continue
            heard = name in self.reached
            if battery.mission == "effect" and not heard:
                if battery.lapsed:
                    end_mission(game, name)
                else:
                    alter(game, name, lapsed=True)
            alter(game, name, contact=heard)
        game.finish()


class Mission(Procedure, frozen=True):
    """What an observer does with a battery that he has reached."""

    side: str
    battery: str
    to: str = ""
    """The hex to which fire is corrected."""

    def begin(self, game: Game) -> None:
        battery = game.state.batteries[self.battery]
        if not observer_of(game, battery):
            game.finish()
        elif battery.mission == "spotting":
            game.goto("correct")
        elif battery.mission == "effect":
            game.goto("renew" if battery.stage > 1 else "go_on")
        else:
            game.goto("access")

    @property
    def args(self) -> dict[str, str]:
        return {"battery": self.battery}

    # C1.21, C1.3

    @rule("C1.21")
    def access(self, game: Game) -> Decision:
        """Ask whether a chit is drawn."""
        return Decision(self.side, "battery-access", "C1.21", (DRAW, PASS), self.args, continues=True, done=PASS.id)

    def access_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.pile(game) if choice.name == "draw" else None

    def pile(self, game: Game) -> Preview:
        battery = game.state.batteries[self.battery]
        chits = (Line("black-chits", str(battery.black), "C1.21"), Line("red-chits", str(battery.red), "C1.21"))
        return Preview(lines=chits)

    def access_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name != "draw":
            game.finish()
            return
        note_action(game, self.battery)
        if draw_chit(game, self.battery):
            game.goto("request")
        else:
            game.finish()

    @rule("C1.3", "C1.9")
    def request(self, game: Game) -> Decision | None:
        """Ask for which hex fire is requested."""
        battery = game.state.batteries[self.battery]
        if not observer_of(game, battery):
            game.finish()
            return None
        options = tuple(Option(f"hex:{hex_}", rule="C1.3") for hex_ in visible_hexes(game, battery))
        return Decision(self.side, "artillery-request", "C1.3", (*options, PASS), self.args, continues=True)

    def request_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.not-observed", "C1.3", {"hex": choice.name})
        return None

    def request_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            battery = game.state.batteries[self.battery]
            at = astray(game, choice.name, request_error(game, battery, choice.name))
            alter(game, self.battery, mission="spotting", at=at, blind=False)
            game.say(SpottingRound(rule="C1.3", battery=self.battery, at=at))
        elif not game.state.batteries[self.battery].black:
            lose_module(game, self.battery)
        game.finish()

    # C1.4

    @rule("C1.4", "C1.51")
    def correct(self, game: Game) -> Decision | None:
        """Ask to where the Spotting Round is corrected; its own hex turns it into Fire For Effect where it lies."""
        battery = game.state.batteries[self.battery]
        if not observer_of(game, battery):
            game.finish()
            return None
        options = tuple(Option(f"hex:{hex_}", rule="C1.4") for hex_ in self.corrections(game))
        return Decision(self.side, "correct-round", "C1.4", (*options, PASS, END), self.args, continues=True)

    def corrections(self, game: Game) -> list[str]:
        """The hexes to which the Spotting Round may be moved; one out of sight is moved once."""
        battery = game.state.batteries[self.battery]
        observed = is_in_reach(game, battery, battery.at)
        if not observed and battery.blind:
            return []
        near = game.content.around(battery.at, figures(game).correction)
        return sorted(near if observed else near - {battery.at})

    def correct_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        battery = game.state.batteries[self.battery]
        if game.content.distance(battery.at, choice.name) > figures(game).correction:
            return Refusal("refused.too-far-to-correct", "C1.4", {"hex": choice.name})
        return Refusal("refused.blind-round", "C1.4", {"hex": choice.name})

    def correct_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            game.goto("convert", to=choice.name)
        elif choice.name == "end":
            note_action(game, self.battery)
            game.finish()
            end_mission(game, self.battery)
        else:
            game.finish()

    @rule("C1.4", "C1.7", "C1.71")
    def convert(self, game: Game) -> Decision | None:
        """Ask whether the round is turned into Fire For Effect there, and of what kind."""
        battery = game.state.batteries[self.battery]
        if not observer_of(game, battery):
            game.finish()
            return None
        kinds = shells_of(game, battery)
        if not is_observed(game, battery, self.to):
            kinds = [ILLUMINATING] if may_light(game, battery, self.to) else []
        options = tuple(Option(f"shell:{kind}", rule="C1.4") for kind in kinds)
        hold = (HOLD,) if self.to != battery.at else ()
        args = {**self.args, "hex": self.to}
        return Decision(self.side, "convert", "C1.4", (*options, *hold, CANCEL), args, continues=True, done=CANCEL.id)

    def convert_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "shell":
            return None
        battery = game.state.batteries[self.battery]
        hexes = blast_area(game, self.to, choice.name)
        doubt: tuple[Line, ...] = ()
        if not has_known_enemy(game, self.side, hexes):
            doubt = (Line("no-known-enemy", f"{battery.red}/{battery.red + battery.black}", "C1.4"),)
        if choice.name in (SMOKE, ILLUMINATING):
            return Preview(lines=doubt)
        salvo = salvo_of(game, battery, choice.name)
        return Preview(lines=(*doubt, *preview_of(game, salvo, hexes, self.side)))

    def convert_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "shell":
            return None
        battery = game.state.batteries[self.battery]
        if not is_observed(game, battery, self.to):
            return Refusal("refused.not-observed", "C1.4", {"hex": self.to})
        if choice.name == SMOKE and "smoke" in module_of(game, battery).ammunition:
            return Refusal("refused.smoke-in-rain", "E3.5", self.args)
        if choice.name == ILLUMINATING and "illuminating" in module_of(game, battery).ammunition:
            return Refusal("refused.light-by-day", "C8.7", self.args)
        return Refusal("refused.no-such-shell", "C1.1", self.args)

    def convert_chosen(self, game: Game, choice: Choice) -> None:
        battery = game.state.batteries[self.battery]
        if choice.name == "cancel":
            game.goto("correct", to="")
            return
        note_action(game, self.battery)
        game.finish()
        if choice.kind == "shell":
            self.open_fire(game, choice.name)
            return
        blind = not is_in_reach(game, battery, battery.at)
        alter(game, self.battery, at=self.to, blind=blind)
        game.say(Corrected(rule="C1.4", battery=self.battery, at=self.to))

    @rule("C1.4", "C1.5")
    def open_fire(self, game: Game, shell: str) -> None:
        """A Spotting Round becomes FFE:1; where no enemy is known a red chit ends the mission and the module."""
        battery = game.state.batteries[self.battery]
        pile = [BLACK] * battery.black + [RED] * battery.red
        doubtful = not has_known_enemy(game, self.side, blast_area(game, self.to, shell))
        if doubtful and pile and game.draw(pile, "extra-chit", "C1.4") == RED:
            alter(game, self.battery, red=battery.red - 1, drawn=figures(game).red_chits)
            game.say(AccessDenied(rule="C1.4", battery=self.battery))
            lose_module(game, self.battery)
            return
        at = corrected(game, self.to, battery.at)
        self.effect(game, replace(battery, mission="effect", at=at, shell=shell, stage=1, blind=False))

    def effect(self, game: Game, battery: Battery) -> None:
        game.state.batteries[self.battery] = replace(battery, lapsed=False)
        aftermath = Aftermath()
        fire_for_effect(game, self.battery, aftermath)
        settle(game, aftermath)

    # C1.5

    @rule("C1.5", "C1.4", "C1.51")
    def go_on(self, game: Game) -> Decision | None:
        """FFE:1 lies on the map: ask whether it goes on, corrected or as it lies, or ends."""
        return self.ask_on(game, (PASS, END))

    def ask_on(self, game: Game, others: tuple[Option, ...]) -> Decision | None:
        battery = game.state.batteries[self.battery]
        if not observer_of(game, battery):
            game.finish()
            return None
        near = game.content.around(battery.at, figures(game).effect_correction) - {battery.at}
        options = tuple(Option(f"hex:{hex_}", rule="C1.4") for hex_ in sorted(near))
        return Decision(self.side, "fire-on", "C1.5", (FIRE, *options, *others), self.args, continues=True)

    def go_on_preview(self, game: Game, choice: Choice) -> Preview | None:
        battery = game.state.batteries[self.battery]
        if battery.shell not in (HE, HARASSING) or (choice.kind == "do" and choice.name != "fire"):
            return None
        at = choice.name if choice.kind == "hex" else battery.at
        hexes = blast_area(game, at, battery.shell)
        return Preview(lines=preview_of(game, salvo_of(game, battery, battery.shell), hexes, self.side))

    def go_on_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "hex" and choice.name in game.content.board.index:
            return Refusal("refused.too-far-to-correct", "C1.4", {"hex": choice.name})
        return None

    def go_on_chosen(self, game: Game, choice: Choice) -> None:
        self.take_up(game, choice, 2)

    def take_up(self, game: Game, choice: Choice, stage: int) -> None:
        battery = game.state.batteries[self.battery]
        game.finish()
        if choice.kind == "do" and choice.name == "pass":
            self.fall_silent(game)
            return
        note_action(game, self.battery)
        if choice.kind == "do" and choice.name == "end":
            end_mission(game, self.battery)
            return
        at = battery.at
        if choice.kind == "hex":
            at = corrected(game, choice.name, battery.at)
            game.say(Corrected(rule="C1.4", battery=self.battery, at=at))
        self.effect(game, replace(battery, at=at, stage=stage))

    @rule("C1.5")
    def fall_silent(self, game: Game) -> None:
        """An observer who lets his fire rest is as one without contact: it ends if he does so twice."""
        if game.state.batteries[self.battery].lapsed:
            end_mission(game, self.battery)
        else:
            alter(game, self.battery, lapsed=True)

    @rule("C1.5", "C1.51")
    def renew(self, game: Game) -> Decision | None:
        """FFE:2 has become FFE:C: a black chit makes it FFE:1 again, else the mission is over."""
        battery = game.state.batteries[self.battery]
        if not battery.black and not battery.red:
            game.finish()
            end_mission(game, self.battery)
            return None
        return Decision(self.side, "renew-fire", "C1.5", (DRAW, END), self.args, continues=True)

    def renew_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.pile(game) if choice.name == "draw" else None

    def renew_chosen(self, game: Game, choice: Choice) -> None:
        note_action(game, self.battery)
        if choice.name == "draw" and draw_chit(game, self.battery):
            game.goto("again")
            return
        game.finish()
        if game.state.batteries[self.battery].mission:
            end_mission(game, self.battery)

    @rule("C1.5", "C1.4")
    def again(self, game: Game) -> Decision | None:
        """Access was given: ask where FFE:1 comes down again."""
        return self.ask_on(game, ())

    def again_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.go_on_preview(game, choice)

    def again_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return self.go_on_refused(game, choice)

    def again_chosen(self, game: Game, choice: Choice) -> None:
        self.take_up(game, choice, 1)
