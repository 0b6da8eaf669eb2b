"""What front ends ask of a squad battle: pictures, words on hexes and counters, charts, lights on the map."""
