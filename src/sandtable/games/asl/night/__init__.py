"""E1: night: what men see in the dark, what lights it up, and how they find their way."""
