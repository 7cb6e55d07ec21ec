"""Lines of the log as JSON, for collectors: one object per record."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from modeler.observing.tracing import trace_id


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON. A traceback is a text in `error`, so that it stays one record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if trace := trace_id():
            line["trace"] = trace
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        status = getattr(record, "status_code", None)
        if isinstance(status, int):
            line["status"] = status
        return json.dumps(line, ensure_ascii=False)
