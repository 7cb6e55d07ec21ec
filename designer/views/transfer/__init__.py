"""Views for imports, exports, drift, and proof runs."""
