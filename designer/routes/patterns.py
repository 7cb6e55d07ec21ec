"""Access patterns: list, matrix, by intent."""

from django.urls import path

from designer.views.design import patterns

paths = [
    path("requirements/", patterns.design_requirements, name="design-requirements"),
    path("patterns/", patterns.design_patterns, name="design-patterns"),
    path("patterns/say/", patterns.pattern_say, name="pattern-say"),
]
