"""Requests inside a line that says more: who asks, with what in hand, and where the answer is shown."""
