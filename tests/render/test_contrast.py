"""What is written on maps and counters can be read, as WCAG AA asks for, by daylight and in the dark room."""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from sandtable.board.scene import Counter, Palette, Scene, Symbol
from sandtable.kernel import Game, title, titles
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.render import png, terrain_svg
from sandtable.render.contrast import ENOUGH, contrast, is_light, readable
from sandtable.render.counters import BADGES, OUTLINE, edge_of, stack
from sandtable.render.svg import mix

SEEN = 3.0
"""The contrast that WCAG AA asks for of what is no text."""
Colour = tuple[float, float, float]

CSS = Path(__file__).parents[2] / "web/src/styles/board.css"
_PAINT = re.compile(
    r'<(?:rect|path)[^>]*? fill="(#\w{6})"(?: fill-opacity="([\d.]+)")?[^>]*/>|<(text)[^>]*fill="(#\w{6})"'
)
_NUMBERS = re.compile(r'<g class="hex-numbers"([^>]*)>(.*?)</g>', re.DOTALL)
_TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"')
_NAME = re.compile(r"<text ([^>]*)>")
_ANGLES = [30.0 * turn for turn in range(12)]


@functools.cache
def palettes(title_id: str) -> dict[str, Palette]:
    """Every colour scheme of a title."""
    of = title(title_id)
    assert isinstance(of, HexTitle)
    found: dict[str, Palette] = {}
    for scenario in of.known_scenarios:
        content = of.content(scenario)
        scene = of.scene(Game(of, content, of.start(content)), "en")
        found |= {f"{scenario}-{name}": palette for name, palette in scene.palettes.items()}
    return found


def scenes(of: AnyHexTitle) -> list[Scene]:
    """The beginning of every scenario of a title."""
    return [of.scene(of.new_game(scenario), "en") for scenario in of.known_scenarios]


@pytest.mark.parametrize("title_id", titles())
def test_a_side_has_the_same_colours_in_every_scenario(title_id: str) -> None:
    of = title(title_id)
    assert isinstance(of, HexTitle)
    seen: dict[str, Palette] = {}
    for scene, info in zip(scenes(of), of.known_scenarios.values(), strict=True):
        assert {side: scene.palettes[side] for side in info.sides} == {
            side: seen.setdefault(side, scene.palettes[side]) for side in info.sides
        }
    assert len({palette.fill for palette in seen.values()}) == len(seen)


@pytest.mark.parametrize("title_id", titles())
def test_a_card_stands_out_from_every_ground(title_id: str) -> None:
    of = title(title_id)
    assert isinstance(of, HexTitle)
    for scene in scenes(of):
        grounds = [style.fill for style in scene.board.legend.terrain.values()]
        rims = [edge_of(readable(palette)) for palette in scene.palettes.values()]
        assert min(contrast(rim, ground) for rim in rims for ground in grounds) >= SEEN


def printed_on(palette: Palette, states: tuple[str, ...], steps: int) -> list[float]:
    """The contrast of every text on a counter to what is painted beneath it, one coat over the other."""
    counter = Counter("u", "0101", "us", "us", Symbol("armour"), "1 X", "3-4-5", "A", states, steps, full_steps=2)
    ground, found = "", []
    for paint, share, is_text, ink in _PAINT.findall(stack([counter], {"us": palette}, _ANGLES)):
        if is_text:
            found.append(contrast(ink, ground))
        elif paint != "#000000" or share != "0.32":
            ground = mix(ground, paint, float(share)) if share and ground else paint
    return found


@pytest.mark.parametrize("title_id", titles())
@pytest.mark.parametrize("states", [(), ("moved",)])
@pytest.mark.parametrize("steps", [2, 1])
def test_what_is_printed_on_a_counter_can_be_read(title_id: str, states: tuple[str, ...], steps: int) -> None:
    shown = {name: printed_on(palette, states, steps) for name, palette in palettes(title_id).items()}
    assert {len(contrasts) for contrasts in shown.values()} == {3}
    assert {name: contrasts for name, contrasts in shown.items() if min(contrasts) < ENOUGH} == {}


@pytest.mark.parametrize("title_id", titles())
def test_a_symbol_stands_out_from_its_field(title_id: str) -> None:
    shown = {name: readable(palette) for name, palette in palettes(title_id).items()}
    assert [name for name, palette in shown.items() if contrast(palette.ink, palette.symbol) < ENOUGH] == []


@pytest.mark.parametrize("state", BADGES)
def test_a_badge_can_be_read(state: str) -> None:
    assert contrast(BADGES[state].ink, BADGES[state].fill) >= ENOUGH


def test_ink_that_can_be_read_stays_as_it_is() -> None:
    palette = Palette(fill="#9db9d8", ink="#14263c", symbol="#dfe9f5")
    assert readable(palette) == palette


@pytest.mark.parametrize("ink", ["#5f7f9e", "#f2f5f8", "#333333"])
def test_ink_that_cannot_be_read_gives_way(ink: str) -> None:
    palette = readable(Palette(fill="#5f7f9e", ink=ink, symbol="#5f7f9e"))
    assert contrast(palette.ink, palette.fill) >= ENOUGH
    assert contrast(palette.ink, palette.symbol) >= ENOUGH


def test_colours_that_have_names_stay_as_they_are() -> None:
    palette = Palette(fill="tan", ink="tan", symbol="tan")
    assert readable(palette) == palette
    assert not is_light("tan")


# The map


def bare(svg: str) -> str:
    """A map without its lettering."""
    start = svg.index('<g class="names"')
    end = svg.index("</g>", start) + len("</g>")
    return _NUMBERS.sub("", svg[:start] + svg[end:])


def dimmed(colour: Colour) -> Colour:
    """A colour of the map in the dark room, as the style sheet dims it."""
    found = re.search(r"filter: brightness\(([\d.]+)\) saturate\(([\d.]+)\)", CSS.read_text())
    assert found is not None
    dim, saturate = float(found[1]), float(found[2])
    grey = sum(share * channel for share, channel in zip((0.213, 0.715, 0.072), colour, strict=True))
    red, green, blue = (dim * (grey + saturate * (channel - grey)) for channel in colour)
    return red, green, blue


def hexed(colour: Colour) -> str:
    return "#" + "".join(f"{round(min(255, max(0, channel))):02x}" for channel in colour)


def channels(colour: str) -> Colour:
    red, green, blue = (float(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return red, green, blue


def darkest(drawn: Image.Image, x: float, y: float, size: float) -> str:
    """The darkest tenth of what lies around a text."""
    box = (round(x - 1.6 * size), round(y - size), round(x + 1.6 * size), round(y + 1))
    data = drawn.crop(box).tobytes()
    pixels = sorted(zip(data[::3], data[1::3], data[2::3], strict=True), key=sum)
    some = pixels[: max(1, len(pixels) // 10)]
    red, green, blue = (sum(channel) / len(some) for channel in zip(*some, strict=True))
    return hexed((red, green, blue))


def read_on(ground: str, ink: str, halo: str, share: float) -> float:
    """The contrast of a text with a halo on some ground, in the worse of both rooms."""
    haloed = mix(ground, halo, share)
    dark = contrast(hexed(dimmed(channels(ink))), hexed(dimmed(channels(haloed))))
    return min(dark, contrast(ink, haloed))


def attribute(text: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]+)"', text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("title_id", titles())
def test_hex_numbers_and_names_can_be_read_on_any_terrain(title_id: str) -> None:
    of = title(title_id)
    assert isinstance(of, HexTitle)
    content = of.content(next(iter(of.known_scenarios)))
    svg = terrain_svg(of.board(content), "en")
    drawn = Image.open(io.BytesIO(png(bare(svg)))).convert("RGB")
    numbers = _NUMBERS.search(svg)
    assert numbers is not None
    style = numbers[1]
    shown = [
        read_on(
            darkest(drawn, float(x), float(y), 6), attribute(style, "fill"), attribute(style, "stroke"),
            float(attribute(style, "stroke-opacity")),
        )
        for x, y in _TEXT.findall(numbers[2])
    ]  # fmt: skip
    assert len(shown) == len(of.board(content).labels)
    assert min(shown) >= ENOUGH
    for written in _NAME.findall(svg[svg.index('<g class="names"') :]):
        if 'stroke="' in written and ' x="' in f" {written}":
            x, y = float(attribute(written, "x")), float(attribute(written, "y"))
            ground = darkest(drawn, x, y, float(attribute(written, "font-size")))
            share = float(attribute(written, "stroke-opacity"))
            assert read_on(ground, attribute(written, "fill"), attribute(written, "stroke"), share) >= ENOUGH


@pytest.mark.parametrize("title_id", titles())
def test_figures_in_a_colour_of_their_own_can_be_read_on_their_rim(title_id: str) -> None:
    of = title(title_id)
    assert isinstance(of, HexTitle)
    tints = {tint for scene in scenes(of) for counter in scene.counters for tint in counter.tints if tint}
    assert not [tint for tint in tints if contrast(tint, OUTLINE) < ENOUGH]


def test_numbers_of_hexes_can_be_read_at_night() -> None:
    """They lie beneath the darkness, and so does the rim that they are read on."""
    style = CSS.read_text()
    numbers, night = (
        style[style.index(rule) :].partition("}")[0] for rule in (".by-night .hex-numbers", ".night .dark")
    )
    ink, rim = (declared(numbers, name) for name in ("fill", "stroke"))
    veil, share = declared(night, "fill"), float(declared(night, "fill-opacity"))
    assert contrast(mix(ink, veil, share), mix(rim, veil, share)) >= ENOUGH


def declared(rule: str, name: str) -> str:
    found = re.search(rf"\b{name}: ([^;]+);", rule)
    assert found is not None
    return found[1]
