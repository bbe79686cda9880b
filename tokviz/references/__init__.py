"""The libraries that tokviz is compared with. Nothing here passes for our own work."""
