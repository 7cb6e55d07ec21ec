"""Islands: what parts of a line say where the whole line is not understood. docs/decisions/0027 tells why."""
