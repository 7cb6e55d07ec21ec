"""Every door: each target of each design is produced and then read by the tool that it is for."""
