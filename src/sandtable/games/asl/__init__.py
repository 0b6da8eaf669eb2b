"""A system of rules for squad battles; titles are built on it, and it has no scenarios of its own."""
