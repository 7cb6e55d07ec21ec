"""Help: terms, keyboard shortcuts, and a search in the documentation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from designer.access import signed_in
from designer.page.help.doc_search import is_built, sections_matching
from designer.page.help.terms import term_of, terms_matching


@signed_in
@never_cache
@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    """All terms, or those that match `q`, with the sections of the documentation that match it."""
    text = request.GET.get("q", "").strip()[:200]
    context = {"q": text, "terms": terms_matching(text), "hits": sections_matching(text), "is_built": is_built()}
    return render(request, "designer/help/page.html", context)


@signed_in
@never_cache
@require_GET
def help_term(request: HttpRequest, slug: str) -> HttpResponse:
    """One term, for a dialog."""
    return render(request, "designer/help/term.html", {"term": term_of(slug)})
