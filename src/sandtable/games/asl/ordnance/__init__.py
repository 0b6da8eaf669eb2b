"""C: Guns, main armament, mortars and light anti-tank weapons: arcs, to hit, to kill."""
