"""The access patterns that models can say, one function each."""

from __future__ import annotations



