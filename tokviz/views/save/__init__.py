"""A button that saves a file as it is at the step that the reader sees."""
