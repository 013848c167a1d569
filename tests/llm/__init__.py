"""End-to-end runs of a small real model: `make test-llm`."""
