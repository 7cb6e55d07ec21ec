"""Lines of the log as text."""

from __future__ import annotations

import logging
from typing import Any, override

from modeler.wording.controls import inert


class PlainLines(logging.Formatter):
    """Formats a record as one line, with its traceback below. Names in a message begin no line, and command no
    terminal that shows the log.
    """

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return inert(super().formatMessage(record)).replace("\r", "\\r").replace("\n", "\\n")

    @override
    def formatException(self, ei: Any) -> str:
        """Return the traceback, with its lines."""
        return inert(super().formatException(ei))
