"""Requirements, the alternatives that are proposed for them, and access patterns."""

from django.urls import path

from designer.views.design import alternatives, patterns, requirements

paths = [
    path("requirements/", requirements.design_requirements, name="design-requirements"),
    path("requirements/words/", requirements.requirement_words, name="requirement-words"),
    path("requirements/draft/", requirements.requirement_draft, name="requirement-draft"),
    path("requirements/begin/", requirements.requirements_begin, name="requirements-begin"),
    path("requirements/read/", requirements.requirements_read, name="requirements-read"),
    path("requirements/add/", requirements.requirements_add, name="requirements-add"),
    path("alternatives/", alternatives.design_alternatives, name="design-alternatives"),
    path("alternatives/shown/", alternatives.alternatives_shown, name="alternatives-shown"),
    path("alternatives/begin/", alternatives.alternatives_begin, name="alternatives-begin"),
    path("alternatives/<uuid:proposal_id>/stop/", alternatives.alternatives_stop, name="alternatives-stop"),
    path("alternatives/<uuid:proposal_id>/accept/", alternatives.alternative_accept, name="alternative-accept"),
    path("alternatives/<uuid:proposal_id>/<int:number>/", alternatives.alternative_draft, name="alternative-draft"),
    path("alternatives/<uuid:proposal_id>/<int:number>/grid/", alternatives.alternative_grid, name="alternative-grid"),
    path("patterns/", patterns.design_patterns, name="design-patterns"),
    path("patterns/<str:part>/code/", patterns.pattern_code, name="pattern-code"),
    path("patterns/say/", patterns.pattern_say, name="pattern-say"),
]
