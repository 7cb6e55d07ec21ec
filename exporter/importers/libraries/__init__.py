"""Import of ElectroDB and OneTable models."""
