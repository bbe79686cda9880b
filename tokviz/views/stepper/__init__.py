"""The stepper: the player's sibling, for lessons that do not merge."""
