"""Primer, the tutorial title: small enough to be read in one sitting, complete enough to show how a title is made."""

from sandtable.games.primer.title import Primer

TITLE = Primer
