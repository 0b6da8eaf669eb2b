"""Computer players of squad battles, and how they judge a position."""
