"""The access patterns that models can express, one function each."""

from __future__ import annotations



