"""Addresses below ``/designs/<id>/``, one module a subject; designer.urls gathers them."""
