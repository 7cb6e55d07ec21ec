"""The browser application."""

from importlib import import_module

from django.apps import AppConfig


class DesignerConfig(AppConfig):
    name = "designer"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Every process that Django is set up in sends tasks by the project's own Celery application, and fills the ports
        of the services.
        """
        import_module("designer.celery")
        import_module("designer.tasks")
