"""Tables in the sources and states of programs: read, never run."""
