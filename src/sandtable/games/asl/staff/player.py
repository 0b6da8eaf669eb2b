"""The system's own bot: a staff that answers each kind of question by rules of thumb."""

from __future__ import annotations

from sandtable.games.asl.staff import air, answers, artillery, heavy, infantry, night, transport
from sandtable.games.asl.staff.situation import Memory, Situation
from sandtable.games.asl.units import Game
from sandtable.kernel import Decision
from sandtable.mechanics.staff import Answer, Staff

ANSWERS: dict[str, Answer[Situation]] = {
    "purchase": answers.set_up,
    "set-up": answers.set_up,
    "set-up-at": answers.first,
    "hand-out": answers.first,
    "recover": answers.first,
    "recover-by": answers.first,
    "repair": answers.first,
    "interrogate": answers.first,
    "betrayed": answers.last,
    "flee-fire": answers.first,
    "rally-alone": answers.first,
    "self-rally": answers.first,
    "rally": answers.first,
    "claim-wall": answers.claim_wall,
    "prep-fire": answers.who_fires,
    "defensive-fire": answers.who_fires,
    "advancing-fire": answers.who_fires,
    "fire-at": answers.fire_at,
    "act-instead": answers.fire_at,
    "fire-group": answers.fire_group,
    "first-fire": answers.first_fire,
    "first-fire-group": answers.fire_group,
    "lane-row": answers.first,
    "sniper-target": answers.first,
    "sniper-location": answers.first,
    "rout": answers.rout,
    "break-willingly": answers.rout,
    "rout-to": answers.rout_to,
    "interdict": answers.first,
    "capture": answers.capture,
    "hand-prisoner": answers.hand_prisoner,
    "prisoner-to": answers.prisoner_to,
    "move-unit": infantry.who_moves,
    "move-to": infantry.move_to,
    "advance-unit": infantry.who_advances,
    "advance-to": infantry.advance_to,
    "smoke-where": infantry.smoke_where,
    "close-combat": answers.first,
    "hand-to-hand": answers.hand_to_hand,
    "cc-attacker": answers.close_combat,
    "cc-target": answers.close_combat,
    "starshell": night.starshell,
    "starshell-at": night.starshell_at,
    "destroy-gun": night.destroy_gun,
    "contact": artillery.contact,
    "battery-access": artillery.access,
    "artillery-request": artillery.request,
    "correct-round": artillery.correct,
    "convert": artillery.convert,
    "fire-on": artillery.fire_on,
    "renew-fire": artillery.renew,
    "end-barrage": artillery.end_barrage,
    "register-hex": artillery.register,
    "record-barrage": artillery.record_barrage,
    "exchange-radio": artillery.exchange,
    "transfer": artillery.transfer,
    "transfer-to": artillery.transfer_to,
    "aim": heavy.aim,
    "load": heavy.load,
    "screen": heavy.screen,
    "vehicle-arm": heavy.vehicle_arm,
    "sweep": heavy.sweep,
    "drive": heavy.drive,
    "get-on": transport.get_on,
    "get-off": transport.get_off,
    "bail-out": answers.last,
    "take-gun": answers.first,
    "bore-sight": answers.bore_sight,
    "duel": heavy.duel,
    "light-up": heavy.light_up,
    "prevent-overrun": heavy.prevent_overrun,
    "overrun-reaction": heavy.attack_vehicle,
    "vehicle-target": heavy.vehicle_target,
    "call-aircraft": air.call,
    "aircraft-load": air.load,
    "aircraft-at": air.place,
    "recall-aircraft": air.keep,
    "air-attack": air.attack,
    "air-target": air.target,
    "air-flight": air.direction,
    "mistaken-attack": air.mislead,
    "anti-air": air.flak,
}


class StaffPlayer(Staff[Situation]):
    """Fires, moves and fights by rules of thumb."""

    answers = ANSWERS
    quiet = ("do:done", "do:pass", "do:stay", "do:cancel")

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.memory = Memory()

    def situation(self, game: Game, decision: Decision) -> Situation:
        return Situation(game, decision.side, self.memory.at(game, decision.side))
