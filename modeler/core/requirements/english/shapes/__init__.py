"""Shapes of whole lines: questions, arrows, calls, titles, loads of many devices, and how long items are kept."""
