"""Errors that a stranger can cause as often as they like: one line each, without a traceback."""

from __future__ import annotations

import logging


class WithoutTraceback(logging.Filter):
    """Keeps the message of a record, and drops its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record on."""
        record.exc_info = record.exc_text = None
        return True
