"""The designs that the synthesis proposes, and drafts of them, as pages show them."""
