"""C1, E12: Off-Board Artillery and Creeping Barrages."""
