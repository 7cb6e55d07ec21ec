"""Template filters for comments."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def naming(text: str, names: Iterable[str]) -> SafeString:
    """A comment's text, escaped, with the mentioned people marked."""
    known = sorted(set(names), key=len, reverse=True)
    if not known:
        return conditional_escape(text)
    pattern = re.compile(rf"(?<![\w@])@(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)
    parts, at = [], 0
    for found in pattern.finditer(text):
        parts += [conditional_escape(text[at : found.start()]), format_html('<b class="named">{}</b>', found.group())]
        at = found.end()
    return mark_safe("".join([*parts, conditional_escape(text[at:])]))  # noqa: S308 # each part is escaped above
