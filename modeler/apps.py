"""What a design is, and what follows from it."""

from django.apps import AppConfig


class ModelerConfig(AppConfig):
    name = "modeler"
    default_auto_field = "django.db.models.BigAutoField"
