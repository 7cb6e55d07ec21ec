"""Capacity: units of a call, of an access pattern, of a design. facts/throughput#reads."""
