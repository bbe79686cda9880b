"""A sheet of paper on which a training is done by hand, and its answers."""
