"""What each page does by itself, whatever is mounted on it; the bar of a class starts it."""
