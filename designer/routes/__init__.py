"""Addresses below ``/designs/<id>/``, one module per subject; designer.urls combines them."""
