"""What a test knows to be there, for lookups that return None for what is not."""


def present[Part](part: Part | None) -> Part:
    """The part itself; fails if there is none."""
    assert part is not None
    return part
