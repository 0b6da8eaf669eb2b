"""Pictures: pixels, notebooks and files."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from render.drawing import parsed
from sandtable.board.scene import Scene
from sandtable.render import Picture, RenderError, picture, png, save, scene_svg

PNG = b"\x89PNG\r\n\x1a\n"


def size(image: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def pixels(image: bytes) -> bytes:
    """The image data as compressed by rows, unpacked."""
    at, data = len(PNG), b""
    while at < len(image):
        (length,) = struct.unpack(">I", image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += 12 + length
    return zlib.decompress(data)


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
def test_a_png_has_the_size_of_the_drawing_times_the_scale(scene: Scene, scale: float) -> None:
    svg = scene_svg(scene)
    width, height = (float(parsed(svg).attrib[side]) for side in ("width", "height"))
    assert size(png(svg, scale)) == (pytest.approx(width * scale, abs=1), pytest.approx(height * scale, abs=1))


def test_a_png_is_not_blank(scene: Scene) -> None:
    assert len(set(pixels(png(scene_svg(scene))))) > 50


def test_text_is_drawn() -> None:
    def sheet(words: str) -> bytes:
        root = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">'
        return png(f'{root}<text x="2" y="15" font-family="DejaVu Sans">{words}</text></svg>')

    assert pixels(sheet("6-4-8")) != pixels(sheet(""))


@pytest.mark.parametrize("scale", [0, -1])
def test_a_scale_must_be_positive(scale: float) -> None:
    with pytest.raises(RenderError, match="scale above 0"):
        png("<svg/>", scale)


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(RenderError, match="cannot be turned into a PNG"):
        png("not a drawing")


def test_a_picture_shows_itself_in_a_notebook(scene: Scene) -> None:
    shown = picture(scene, "ja")
    assert shown == Picture(scene_svg(scene, "ja"))
    assert shown._repr_svg_() == shown.svg
    assert shown._repr_png_().startswith(PNG)


def test_a_scene_is_saved_as_svg(scene: Scene, tmp_path: Path) -> None:
    target = save(scene, tmp_path / "position.svg", lang="ja")
    assert target.read_text(encoding="utf-8") == scene_svg(scene, "ja")


def test_a_scene_is_saved_as_png(scene: Scene, tmp_path: Path) -> None:
    assert save(scene, tmp_path / "position.PNG", scale=0.5).read_bytes().startswith(PNG)


def test_saving_leaves_nothing_else_behind(scene: Scene, tmp_path: Path) -> None:
    save(scene, tmp_path / "position.svg")
    assert [file.name for file in tmp_path.iterdir()] == ["position.svg"]


@pytest.mark.parametrize("name", ["position.jpg", "position"])
def test_another_suffix_is_refused_and_the_right_ones_are_named(scene: Scene, tmp_path: Path, name: str) -> None:
    with pytest.raises(RenderError, match=rf"'{name}'.*\.svg or \.png"):
        save(scene, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_keeps_the_old_file(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "position.svg"
    target.write_text("old")

    def fail(self: Path, other: Path) -> Path:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        save(scene, target)
    assert target.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["position.svg"]
