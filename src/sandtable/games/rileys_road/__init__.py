"""Riley's Road: the Canadian attack across the Goch-Calcar road, February 1945, on the squad-level system."""

from sandtable.games.rileys_road.title import RileysRoad

TITLE = RileysRoad
