"""Links to a design; the door that a link leads to is in designer.urls."""

from django.urls import path

from designer.views import sharing

paths = [
    path("share/", sharing.share, name="design-share"),
    path("share/new/", sharing.link_new, name="link-new"),
    path("share/<uuid:link_id>/revoke/", sharing.link_end, name="link-end"),
]
doors = [
    path("s/<str:token>/", sharing.link, name="link"),
    path("s/<str:token>/come/", sharing.link_come, name="link-come"),
]
"""Outside of ``/designs/<id>/``."""
