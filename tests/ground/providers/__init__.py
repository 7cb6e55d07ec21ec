"""Identity providers on this machine."""
