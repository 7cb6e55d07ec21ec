"""What the operator declares, read from the environment."""
