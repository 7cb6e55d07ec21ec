"""The design document: reading, writing, and conversion to and from parts."""
