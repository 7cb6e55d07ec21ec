"""How a read is served: by an identity, and by an index that lacks what it returns."""
