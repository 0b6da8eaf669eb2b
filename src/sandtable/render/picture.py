"""A drawing to show in a notebook, to turn into pixels, or to keep in a file."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import resvg_py

from sandtable.board.scene import Scene
from sandtable.render.scene import scene_svg
from sandtable.render.svg import RenderError

_SUFFIXES = (".svg", ".png")


class Picture(msgspec.Struct, frozen=True):
    """A drawing that shows itself in a notebook."""

    svg: str

    def png(self, scale: float = 1.0) -> bytes:
        return png(self.svg, scale)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_png_(self) -> bytes:
        return self.png()


def picture(scene: Scene, lang: str = "en") -> Picture:
    """A position as a picture."""
    return Picture(scene_svg(scene, lang))


def png(svg: str, scale: float = 1.0) -> bytes:
    """A drawing as PNG, so many pixels to each unit of the drawing.

    Raises RenderError for a scale that is not positive and for a drawing that is not SVG.
    """
    if scale <= 0:
        raise RenderError(f"a picture needs a scale above 0, not {scale}")
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                font_family="DejaVu Sans",
                sans_serif_family="DejaVu Sans",
                serif_family="DejaVu Serif",
            )
        )
    except ValueError as error:
        raise RenderError(f"the drawing cannot be turned into a PNG: {error}") from None


def save(scene: Scene, path: str | Path, lang: str = "en", scale: float = 1.0) -> Path:
    """Writes a position to a file, as SVG or PNG by the suffix; a file that was there stays whole until the new one is.

    Raises RenderError for another suffix.
    """
    target = _checked(path)
    return save_picture(picture(scene, lang), target, scale)


def save_picture(drawn: Picture, path: str | Path, scale: float = 1.0) -> Path:
    """Writes a drawing to a file in the same way. Raises RenderError for another suffix."""
    target = _checked(path)
    _write(target, drawn.svg.encode() if target.suffix.lower() == ".svg" else drawn.png(scale))
    return target


def _checked(path: str | Path) -> Path:
    target = Path(path)
    if target.suffix.lower() not in _SUFFIXES:
        raise RenderError(f"cannot save a picture as {target.name!r}: the name must end in {' or '.join(_SUFFIXES)}")
    return target


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
