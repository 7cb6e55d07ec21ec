"""The generated migration: a Python package that moves the stored items of one design to another."""
