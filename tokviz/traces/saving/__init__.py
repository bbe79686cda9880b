"""Traces as files: the whole record as JSON and back, and its steps as a table."""
