"""The engine of a generated migration: everything that is the same for every design."""
