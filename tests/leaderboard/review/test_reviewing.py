"""Honest pull requests: what the check says of them."""
