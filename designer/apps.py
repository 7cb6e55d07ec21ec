"""The browser application."""

from importlib import import_module

from django.apps import AppConfig


class DesignerConfig(AppConfig):
    name = "designer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tasks are sent by the project's own Celery application, and the ports of the services are filled, in every
        process that Django is set up in.
        """
        import_module("designer.celery")
        import_module("designer.tasks")
