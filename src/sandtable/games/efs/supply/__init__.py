"""Chapter 6: supply routes, sources and states, supply units, fuel shortage."""
