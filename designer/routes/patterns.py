"""Access patterns: list, matrix, by intent."""

from django.urls import path

from designer.views.design import patterns, requirements

paths = [
    path("requirements/", requirements.design_requirements, name="design-requirements"),
    path("requirements/begin/", requirements.requirements_begin, name="requirements-begin"),
    path("requirements/read/", requirements.requirements_read, name="requirements-read"),
    path("requirements/add/", requirements.requirements_add, name="requirements-add"),
    path("patterns/", patterns.design_patterns, name="design-patterns"),
    path("patterns/say/", patterns.pattern_say, name="pattern-say"),
]
