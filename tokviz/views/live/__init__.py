"""A script that sends a text box while the reader types."""
