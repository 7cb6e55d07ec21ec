"""Step-by-step procedures from a list of requirements to a launch, as functions of a design."""
