"""The access patterns of the design, one function each."""

from __future__ import annotations




