"""The gallery of building blocks, one block with the form that casts it, its preview in the design, its insertion."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from designer.access import DesignRequest, allows
from designer.page.block_cast import cast_form, cast_of, recast
from designer.page.blocks import bill, drawing, gallery, key_sheet, neighbors
from designer.page.compared_sheets import ComparedSheet, after_only, sheets
from designer.page.part_place import place_query
from designer.page.past_revision import grid_at
from designer.page.scene import PagePlace, Scene
from designer.page.scenes import scene_of
from designer.views.design.pages import page_context
from modeler import block_insertion
from modeler.comparisons.comparison import ComparedDesign
from modeler.core.blocks.block import Block
from modeler.core.blocks.library import block as block_named
from modeler.core.design.model import Design
from modeler.core.errors import Invalid, Stale
from modeler.permissions import Action

TAB: Final = "guide"


@allows(Action.SEE)
@never_cache
@require_GET
def design_blocks(request: DesignRequest) -> HttpResponse:
    """Every building block."""
    return render(request, "designer/design/blocks.html", page_context(request, tab=TAB, sections=gallery()))


@allows(Action.SEE)
@never_cache
@require_GET
def design_block(request: DesignRequest, block: str) -> HttpResponse:
    """One building block, and who can play its roles here."""
    return render(request, "designer/design/block.html", _block_context(request, block_named(block)))


def _block_context(request: DesignRequest, block: Block, **more: Any) -> dict[str, Any]:
    scene = scene_of(request.design.pk)
    found = Counter(str(one["rule"]) for one in scene.findings)
    return page_context(
        request,
        tab=TAB,
        asked=block,
        drawn=drawing(block),
        sheet=key_sheet(block),
        bill=bill(block),
        neighbors=neighbors(block),
        pitfalls=[{"rule": one.rule, "text": one.text, "found": found[one.rule]} for one in block.pitfalls],
        form=cast_form(block, scene.design, recast(block, scene.design, request.POST or request.GET)),
        **more,
    )


@allows(Action.EDIT)
@never_cache
@require_GET
def block_preview(request: DesignRequest, block: str) -> HttpResponse:
    """The design with the block, before it is stored: what changes, the key sheet and the grid."""
    asked = block_named(block)
    try:
        seen = block_insertion.block_preview(
            design_id=request.design.pk, block=asked, said=cast_of(asked, request.GET), by=request.user
        )
    except Invalid as refusal:
        context = _block_context(request, asked, refusal=refusal.message)
        return render(request, "designer/design/block.html", context, status=422)
    scene = _drafted(request, seen.compared.after)
    address = [request.design.pk, asked.slug]
    return render(
        request,
        "designer/design/block_preview.html",
        page_context(
            request, tab=TAB, asked=asked, seen=seen, sheets=_changed(seen.compared.before.design, scene.design),
            grid=_grid(request, scene, asked), grid_address=reverse("block-grid", args=address),
            query=request.GET.urlencode(), fields=_fields(request),
        ),
    )  # fmt: skip


def _changed(before: Design, after: Design) -> list[ComparedSheet]:
    """The key sheets that differ, as they are after."""
    return [after_only(one) for one in sheets(before, after) if one.state]


def _drafted(request: DesignRequest, side: ComparedDesign) -> Scene:
    return Scene(request.design.pk, side.revision, side.design, side.parts)


def _fields(request: DesignRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.GET.lists() for value in values if name != "table"]


def _grid(request: DesignRequest, scene: Scene, block: Block) -> Any:
    """The grid of a draft; its tabs keep the cast in the address."""
    place = PagePlace.of(request.GET.dict())
    if not place.table:
        # The table and the index that the block changes.
        said = cast_of(block, request.GET)
        table = next((one for one in scene.design.tables if one.name == said.table), None)
        indexes = [one.id for one in table.indexes if one.name in said.indexes.values()] if table is not None else []
        place = place.but(table=table.id if table is not None else "", index=next(iter(indexes), ""))
    page = reverse("block-preview", args=[request.design.pk, block.slug])
    return grid_at(scene, place, page, cast=urlencode(_cast_only(request)))


def _cast_only(request: DesignRequest) -> list[tuple[str, str]]:
    own = set(PagePlace.__slots__) | {"seek", "tall", "folded", "entity", "partition", "holding"}
    return [(name, value) for name, value in _fields(request) if name not in own]


@allows(Action.EDIT)
@never_cache
@require_GET
def block_grid(request: DesignRequest, block: str) -> HttpResponse:
    """Another window of the grid with the block."""
    asked = block_named(block)
    side = block_insertion.block_draft(
        design_id=request.design.pk, block=asked, said=cast_of(asked, request.GET), by=request.user
    )
    grid = _grid(request, _drafted(request, side), asked)
    return render(request, "designer/design/revision.html#past_grid", {"grid": grid})


@allows(Action.EDIT)
@require_POST
def block_insert(request: DesignRequest, block: str) -> HttpResponse:
    """Insert the block as one change, if the design is as it was previewed."""
    asked, said = block_named(block), request.POST.get("revision", "")
    before = scene_of(request.design.pk).design
    try:
        block_insertion.block_insert(
            design_id=request.design.pk, block=asked, said=cast_of(asked, request.POST), by=request.user,
            expected_revision=int(said) if said.isdecimal() else None,
        )  # fmt: skip
    except (Invalid, Stale) as refusal:
        context = _block_context(request, asked, refusal=refusal.message)
        return render(request, "designer/design/block.html", context, status=409 if isinstance(refusal, Stale) else 422)
    messages.success(request, f"{asked.name} is in the design. You can undo this as one change.")
    return redirect(_where_it_is(request, before))


def _where_it_is(request: DesignRequest, before: Design) -> str:
    """The key sheet at the first entity that the block made or changed."""
    scene = scene_of(request.design.pk)
    known = [entity for _, entity in before.entities()]
    changed = next((entity.id for _, entity in scene.design.entities() if entity not in known), "")
    address = reverse("design", args=[request.design.pk])
    return f"{address}{place_query(scene, changed)}#head-{changed}" if changed else address
