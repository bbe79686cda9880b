"""The button that shows the stage alone."""
