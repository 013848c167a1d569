"""GitHub Actions on this machine, as far as this project's workflows use it."""
