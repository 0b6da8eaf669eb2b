"""Chapter 6.5.1: indirect fire, called and planned, with smoke and barrages."""
