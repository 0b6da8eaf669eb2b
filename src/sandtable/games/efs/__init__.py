"""East Front Series: the German advance into the Soviet Union, 1941, division by division."""

from sandtable.games.efs.title import Efs

TITLE = Efs
