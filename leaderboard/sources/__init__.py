"""Benchmark data that lives outside the repository: found, checked and read."""
