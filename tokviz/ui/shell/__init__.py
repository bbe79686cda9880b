"""What every page has: its frame, errors, state, link and text."""
