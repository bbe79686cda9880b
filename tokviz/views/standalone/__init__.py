"""One file that shows a replay or a comparison with no server and no network."""
