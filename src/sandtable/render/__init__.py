"""Maps, counters and positions as SVG and PNG."""

from sandtable.render.map import terrain_svg
from sandtable.render.picture import Picture, picture, png, save
from sandtable.render.scene import overlay_svg, scene_svg
from sandtable.render.svg import RenderError

__all__ = ["Picture", "RenderError", "overlay_svg", "picture", "png", "save", "scene_svg", "terrain_svg"]
