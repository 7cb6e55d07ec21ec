"""Small designs, each whole: with one fault, and without it."""
