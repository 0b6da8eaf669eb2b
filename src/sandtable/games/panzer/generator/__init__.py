"""Meeting engagements made to order: a balanced scenario from year, size, terrain, rules and seed."""
