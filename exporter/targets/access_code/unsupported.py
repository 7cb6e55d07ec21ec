"""The one refusal of a target: what it cannot represent."""

from __future__ import annotations

from modeler.core.errors import Invalid


class Unsupported(Invalid):
    """A target cannot represent a pattern, or a part of one; the message says what. It becomes a loss."""

    code = "target.unsupported"
