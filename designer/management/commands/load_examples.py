"""Load each example design once into the local owner's workspace."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from designer.services import local_owner
from modeler.examples import examples
from modeler.gallery import example_create
from modeler.models import Design


class Command(BaseCommand):
    """Load missing examples; a removed example does not come back."""

    help = "Load the example designs into the local owner's workspace"

    def handle(self, *_: Any, **options: Any) -> None:
        """Create the missing examples, the first of the gallery last, so that it is the newest on the home page."""
        owner = local_owner()
        workspace = owner.memberships.order_by("pk").values_list("workspace_id", flat=True)[0]
        known = set(Design.objects.filter(workspace=workspace, is_example=True).values_list("name", flat=True))
        for example in reversed(tuple(examples())):
            if example.design.name in known:
                continue
            example_create(
                workspace=workspace, by=owner, key=example.key, is_example=True, label="loaded from the examples"
            )
            if options["verbosity"]:
                self.stdout.write(f"loaded {example.design.name}")
