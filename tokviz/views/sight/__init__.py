"""A place that says when it comes into sight."""
