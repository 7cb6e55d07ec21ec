"""The Django project and the browser application."""
