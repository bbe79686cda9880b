"""The buttons that lead two replays on one clock to the step at which they part."""
