"""Checks of the clause library, one module for each thing that is written."""
