"""Load proofs: some seconds of a scenario sent to an endpoint, beside what the simulation says of the same seconds."""
