"""D: vehicles: what they are, how they move, fire and are lost."""
