"""What the words of a line say: one module for each kind of slot of a requirement."""
