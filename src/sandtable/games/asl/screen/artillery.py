"""Artillery and aircraft as they are drawn, and what there is to know of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board.scene import Counter, Marker, Symbol
from sandtable.games.asl.artillery import barrages
from sandtable.games.asl.artillery.modules import HARASSING, ILLUMINATING, SMOKE, blast_area, module_of, salvo_of
from sandtable.games.asl.state import UNKNOWN, Aircraft, Barrage, Battery
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.units import Game
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.title import StatusLine

LABELS = {"he": "FFE", HARASSING: "HF", SMOKE: "SMK", ILLUMINATING: "IR"}
"""What is written on the markers of fire for effect."""


# Drawn


@rule("C1.3", "C1.5", "C1.7", "E12/creeping-barrage", "C1.9")
def markers(game: Game) -> Iterator[Marker]:
    """Spotting Rounds, Fire For Effect with its area, barrages, and the hexes that a side has recorded."""
    known = game.content.board.index
    for battery in game.state.batteries.values():
        if battery.mission == "spotting":
            yield Marker(battery.at, "SR", "disc", battery.side)
        elif battery.mission == "effect":
            label = LABELS[battery.shell]
            for hex_ in blast_area(game, battery.at, battery.shell):
                middle = hex_ == battery.at
                yield Marker(hex_, f"{label}{battery.stage}" if middle else label, "star" if middle else "disc", "fire")
        for hex_ in battery.registered:
            if hex_ in known:
                yield Marker(hex_, "PR", "lozenge", battery.side)
    for barrage in game.state.barrages.values():
        if barrages.lies(barrage):
            for hex_ in barrages.line_across(game.content, barrage.at):
                yield Marker(hex_, "BRG", "star", "fire")
        elif barrage.at in known and not barrage.over:
            yield Marker(barrage.at, "BRG", "lozenge", barrage.side)


@rule("E7/arrival")
def aircraft(game: Game) -> Iterator[Counter]:
    """The fighter-bombers above the map."""
    for name, plane in game.state.aircraft.items():
        if plane.at:
            yield Counter(
                id=name,
                at=plane.at,
                side=plane.side,
                palette=plane.side,
                symbol=Symbol("aircraft"),
                name="FB",
                values={"rockets": "RKT", "bomb": "BOMB"}.get(plane.load, "MG"),
                states=plane_states(plane),
            )


def plane_states(plane: Aircraft) -> tuple[str, ...]:
    """What has become of an aircraft in this Player Turn."""
    return ("attacked",) if plane.attacks or plane.blind else ()


# In words


@rule("C1.5", "C1.7", "E12/creeping-barrage")
def facts_of_hex(game: Game, label: str, texts: Texts) -> Iterator[Fact]:
    """What artillery lies on a hex, or is meant to."""
    ift = game.content.table("ift", Ift)
    for name, battery in game.state.batteries.items():
        called = texts.name("battery", name)
        if battery.mission == "spotting" and battery.at == label:
            yield Fact(texts.phrase("fact.spotting-round"), called, "C1.3")
        if battery.mission == "effect" and label in blast_area(game, battery.at, battery.shell):
            args: dict[str, str | int] = {"shell": battery.shell, "stage": battery.stage}
            said = [called, texts.phrase("fact.effect-stage", args)]
            if battery.shell in ("he", HARASSING):
                column = ift.column(salvo_of(game, battery, battery.shell).fp)
                said.append(texts.phrase("fact.column", {"number": column}))
            if battery.lapsed:
                said.append(texts.phrase("fact.lapsed"))
            yield Fact(texts.phrase("fact.effect"), texts.separator.join(said), "C1.5")
        if label in battery.registered:
            yield Fact(texts.phrase("fact.registered"), called, "C1.9")
    for name, barrage in game.state.barrages.items():
        if barrages.lies(barrage) and label in barrages.line_across(game.content, barrage.at):
            column = ift.column(barrages.salvo_of(game, barrage).fp)
            said = [texts.name("barrage", name), texts.phrase("fact.column", {"number": column})]
            yield Fact(texts.phrase("fact.barrage"), texts.separator.join(said), "E12/creeping-barrage")
        elif not barrage.over and barrage.at == label:
            yield Fact(texts.phrase("fact.barrage-planned"), texts.name("barrage", name), "I.2")
    for name, plane in game.state.aircraft.items():
        if plane.at == label:
            yield Fact(texts.phrase("fact.aircraft"), _carries(name, plane, texts), "E7/attacks")


def _carries(name: str, plane: Aircraft, texts: Texts) -> str:
    load = texts.name("load", plane.load) if plane.load else texts.phrase("fact.machine-guns")
    return texts.separator.join([texts.name("aircraft", name), load])


def facts_of_aircraft(game: Game, name: str, texts: Texts) -> list[Fact]:
    """A fighter-bomber in words."""
    plane = game.state.aircraft[name]
    done = texts.phrase("fact.attacked" if plane.attacks or plane.blind else "fact.may-attack")
    return [
        Fact(texts.phrase("fact.kind"), _carries(name, plane, texts), "E7/attacks"),
        Fact(texts.phrase("fact.nation"), texts.name("side", plane.side)),
        Fact(texts.phrase("fact.ability"), done, "E7/sighting"),
    ]


@rule("C1.2", "C1.21", "CG21")
def status(game: Game, texts: Texts) -> Iterator[StatusLine]:
    """How each battery, the barrages and the aircraft of each side stand."""
    for name, battery in game.state.batteries.items():
        yield StatusLine(texts.name("battery", name), _battery(game, battery, texts), battery.side)
    for name, barrage in game.state.barrages.items():
        yield StatusLine(texts.name("barrage", name), _barrage(barrage, texts), barrage.side)
    for group in game.state.air_groups.values():
        unknown = group.status in ("called", "due") and group.planes <= 0
        key = "status.air-unknown" if unknown else f"status.air-{group.status}"
        said = texts.phrase(key, {"number": max(group.planes, 0)})
        yield StatusLine(texts.phrase("status.aircraft"), said, group.side)


def _battery(game: Game, battery: Battery, texts: Texts) -> str:
    said = [f"{module_of(game, battery).caliber}mm"]
    if battery.over:
        said.append(texts.phrase("status.battery-over"))
    elif battery.mission == "spotting":
        said.append(texts.phrase("status.spotting", {"hex": battery.at}))
    elif battery.mission == "effect":
        args: dict[str, str | int] = {"hex": battery.at, "shell": battery.shell, "stage": battery.stage}
        said.append(texts.phrase("status.effect", args))
    if not battery.over:
        said.append(texts.phrase("status.chits", {"black": battery.black, "red": battery.red}))
    return texts.separator.join(said)


def _barrage(barrage: Barrage, texts: Texts) -> str:
    if barrage.over:
        return texts.phrase("status.barrage-over")
    if barrage.at in ("", UNKNOWN):
        return texts.phrase("status.barrage-secret")
    key = "status.barrage-lies" if barrage.placed else "status.barrage-begins"
    return texts.phrase(key, {"hex": barrage.at})
