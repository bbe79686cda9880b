"""A teacher's own questions, in the browser: the boxes to write one, and those that are kept."""
