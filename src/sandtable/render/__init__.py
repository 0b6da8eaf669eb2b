"""Maps, counters and positions as SVG and PNG."""

from sandtable.render.cross_section import cross_section
from sandtable.render.map import terrain_svg
from sandtable.render.picture import Picture, picture, png, save, save_picture
from sandtable.render.scene import overlay_svg, scene_svg
from sandtable.render.svg import RenderError

__all__ = [
    "Picture", "RenderError", "cross_section", "overlay_svg", "picture", "png", "save", "save_picture", "scene_svg",
    "terrain_svg",
]  # fmt: skip
