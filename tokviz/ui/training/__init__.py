"""Training for a page."""
