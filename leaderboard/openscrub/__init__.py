"""Writes contracts with known errors: the editions `openscrub` and `openclause`."""
