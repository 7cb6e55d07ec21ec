"""Links to a design, comments on it, and one's own notices."""

from django.urls import path

from designer.views.accounts import sharing
from designer.views.design import comments

paths = [
    path("share/", sharing.share, name="design-share"),
    path("share/new/", sharing.link_new, name="link-new"),
    path("share/<uuid:link_id>/revoke/", sharing.link_revoke, name="link-revoke"),
    path("comments/", comments.comments, name="design-comments"),
    path("comments/at/", comments.comments_at, name="comments-at"),
    path("comments/people/", comments.comment_people, name="comment-people"),
    path("comments/new/", comments.comment_new, name="comment-new"),
    path("comments/<uuid:thread_id>/answer/", comments.comment_answer, name="comment-answer"),
    path("comments/<uuid:thread_id>/resolve/", comments.thread_resolve, name="thread-resolve"),
    path("comments/said/<uuid:comment_id>/edit/", comments.comment_edit, name="comment-edit"),
    path("comments/said/<uuid:comment_id>/remove/", comments.comment_remove, name="comment-remove"),
    path("inbox/", comments.design_inbox, name="design-inbox"),
    path("inbox/read/", comments.design_inbox_read, name="design-inbox-read"),
]
top_level_paths = [
    path("s/<str:token>/", sharing.link, name="link"),
    path("s/<str:token>/come/", sharing.link_come, name="link-come"),
    path("inbox/", comments.inbox, name="inbox"),
    path("inbox/read/", comments.inbox_read, name="inbox-read"),
]
"""Outside of ``/designs/<id>/``."""
