"""What can happen: one small class each, by the chapter that brings it about."""
