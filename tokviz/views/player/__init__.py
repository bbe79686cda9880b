"""The player: a trace, replayed in the browser from one payload."""
