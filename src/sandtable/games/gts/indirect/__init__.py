"""Chapter 16: indirect fire, observers, radio contact and barrages."""
