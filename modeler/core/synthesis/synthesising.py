"""From what an application asks to designs that serve it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from modeler.core.cost.design import monthly_cost
from modeler.core.design.model import Design
from modeler.core.migration import compare
from modeler.core.phrases import and_list
from modeler.core.servings import serving
from modeler.core.synthesis.accepting.acceptance import problems
from modeler.core.synthesis.alternatives import Choices, Chosen, Progress
from modeler.core.synthesis.answer import (
    PAYBACK_MONTHS,
    Alternative,
    AlternativeKind,
    FrontStep,
    MigrationCost,
    Synthesis,
    SynthesisOptions,
    UnmetRequirement,
)
from modeler.core.synthesis.calls import calls_of
from modeler.core.synthesis.candidates.bucketing import FORECAST_MONTHS
from modeler.core.synthesis.derived.consuming import CONSUMER_DOLLARS
from modeler.core.synthesis.derived.links import linked
from modeler.core.synthesis.derived.references import copies, joined
from modeler.core.synthesis.derived.separate_reads import separated
from modeler.core.synthesis.derived.stream_totals import stream_totals
from modeler.core.synthesis.derived.totals import totals
from modeler.core.synthesis.derived.unique_values import lookups, with_constraints
from modeler.core.synthesis.explaining import index_worths, pattern_costs, served_reads
from modeler.core.synthesis.live_tables import migration_cost, pays
from modeler.core.synthesis.narrowing import without_filters
from modeler.core.synthesis.nominal_rates import NOMINAL, unrated, with_nominal_rates
from modeler.core.synthesis.refining import Refining
from modeler.core.synthesis.setting_up import Setup, set_up
from modeler.core.synthesis.solver import is_exact
from modeler.core.synthesis.traits import differences

UNMET: Final = 1e9
"""Dollars that a pattern without a key counts as, where two designs are compared."""


def synthesise(design: Design, options: SynthesisOptions | None = None, progress: Progress | None = None) -> Synthesis:
    """Designs that serve the access patterns of a design, the recommended one first.

    Entities need an identity; counts, sizes and rates decide what is cheap. Present keys and indexes are ignored,
    except that a pattern that names only a key is understood by them. `progress` receives what was done and the share
    of the work, and stops the search by returning False.
    """
    options = options or SynthesisOptions()
    lacking = unrated(design)
    compared = with_nominal_rates(design)
    setup, derived = _with_derived(_demanding(compared, options), options, lacking)
    choices = Choices(setup, options, progress, lacking)
    chosen = choices.all()
    if options.live:
        kept = tuple(_worth_migrating(compared, chosen))
        derived = (*derived, *_left_out(len(chosen) - len(kept)))
    else:
        kept = tuple((one, None) for one in chosen)
    alternatives = tuple(_alternative(design, choices, one, kept[0][0], migration) for one, migration in kept)
    unmet = tuple(UnmetRequirement(one.call.top.id, one.call.label, one.reason, one.nearest) for one in setup.unmet)
    labels = tuple(one.label for one in design.patterns if one.id in choices.supposed)
    notes = (
        *_unknown(design, options),
        *derived,
        *_periods(choices, chosen),
        *_local(choices, chosen),
        *_notes(setup, options, chosen, labels),
        *_no_others(choices, len(kept)),
    )
    return Synthesis(alternatives, unmet, tuple(_front(choices, chosen)), notes, is_exact(), labels)


def _front(choices: Choices, chosen: tuple[Chosen, ...]) -> Iterator[FrontStep]:
    """The cheapest design for each number of GSIs, compared with the first alternative."""
    known = [*choices.front, *(one for one in chosen if one.kind is AlternativeKind.CHEAPEST)]
    for gsis in sorted({one.gsis for one in known}):
        best = min((one for one in known if one.gsis == gsis), key=lambda one: one.dollars)
        supposed = bool(choices.supposed)
        told = differences(choices.traits_of(best), choices.traits_of(chosen[0]), supposed=supposed) if chosen else ()
        yield FrontStep(gsis, best.dollars, tuple(told), choices.errors_of(best))


def _with_derived(
    design: Design, options: SynthesisOptions, unrated: frozenset[str] = frozenset()
) -> tuple[Setup, tuple[str, ...]]:
    """The problem of a design with the derived data that it needs, or that costs less than to do without."""
    if not options.copies:
        return _separately(design, options)
    design, constraints = with_constraints(design)
    best, apart = _separately(design, options)
    notes = [*constraints, *apart]
    makes = [(make, 0.0) for make in totals(best.design)]
    makes += [(make, CONSUMER_DOLLARS) for make in stream_totals(best.design, unrated)]
    makes += copies(design, unrated)
    # A look-up by a unique value replaces an index: it is compared with choices that read once.
    ways = [(_least, makes), (_least_once, list(lookups(best.design, unrated)))]
    for least, some in ways:
        cost = least(best, options) if some else 0.0
        for make, worth in some:
            made = make(best.design)
            if made is None:
                continue
            other = set_up(made.design, options)
            if (dollars := least(other, options)) < cost - worth:
                best, cost = other, dollars
                notes = [*(one for one in notes if one != made.instead_of), made.note]
    return best, tuple(notes)


def _separately(design: Design, options: SynthesisOptions) -> tuple[Setup, tuple[str, ...]]:
    """The problem of a design, with reads of several entities taken apart if no key collects what they read."""
    notes = []
    for call in calls_of(design):
        made = linked(design, call) or joined(design, call)
        if made is not None:
            design = made.design
            notes.append(made.note)
    setup, joins = set_up(design, options), len(notes)
    for one in setup.unmet:
        made = separated(design, one.call) if len(one.call.entities) > 1 else None
        if made is not None:
            design = made.design
            notes.append(made.note)
    return (set_up(design, options) if len(notes) > joins else setup), tuple(notes)


def _least(setup: Setup, options: SynthesisOptions) -> float:
    """The dollars of the cheapest choice. A pattern without a key counts more than any saving."""
    found = Refining(setup).solve(setup.problem(options.max_gsis), seconds=options.seconds)
    return UNMET * len(setup.unmet) + (found[1].cost if found is not None else UNMET)


def _least_once(setup: Setup, options: SynthesisOptions) -> float:
    """The same of choices without filters and second reads, as far as there are any."""
    return _least(replace(setup, groups=tuple(without_filters(group) for group in setup.groups)), options)


def _demanding(design: Design, options: SynthesisOptions) -> Design:
    """The design with the patterns that must be strongly consistent."""
    if not options.consistent:
        return design
    patterns = tuple(
        replace(one, consistent=True) if one.label in options.consistent else one for one in design.patterns
    )
    return replace(design, patterns=patterns)


def _unknown(design: Design, options: SynthesisOptions) -> Iterator[str]:
    """Musts that name nothing of the design, or nothing that they could be about."""
    reads = {one.label for one in design.patterns for each in one.members or (one,) if each.operation.is_read}
    for label in sorted(options.consistent - reads):
        yield f"{label} is the code of no read, so nothing was made strongly consistent for it"
    entities = {one.name for _, one in design.entities()}
    for name in sorted(options.keep_keys - entities):
        yield f"{name} is the name of no entity, so no key was kept for it"


def _alternative(
    before: Design, choices: Choices, chosen: Chosen, first: Chosen, migration: MigrationCost | None
) -> Alternative:
    setup, lacking = choices.setup, choices.unrated
    made = choices.declared(chosen.made)
    return Alternative(
        chosen.kind,
        made,
        monthly_cost(made).total().value if lacking else chosen.dollars,
        chosen.gsis,
        tuple(served_reads(setup, chosen, lacking)),
        pattern_costs(made),
        tuple(index_worths(setup, chosen, made)),
        choices.findings_of(chosen.made),
        tuple(problems(setup, replace(chosen.made, design=made))),
        tuple(one.message for one in compare(before, made)),
        chosen.solution.gap,
        tuple(differences(choices.traits_of(chosen), choices.traits_of(first), supposed=bool(choices.supposed))),
        migration,
        chosen.dollars,
    )


def _worth_migrating(before: Design, found: tuple[Chosen, ...]) -> Iterator[tuple[Chosen, MigrationCost | None]]:
    """The choices whose saving pays for the migration of a live table; all of them if the design does not do yet what a
    pattern or a unique value requires.
    """
    unserved = any(not serving(before, one).served for one in before.patterns)
    now = monthly_cost(before).total().value
    held = {entity.name for _, entity in before.entities()}
    for one in found:
        kept = {entity.name for _, entity in one.made.design.entities() if entity.constraint_of}
        cost = migration_cost(before, one.made.design, now - one.dollars)
        if unserved or kept - held or pays(cost):
            yield one, cost


def _left_out(count: int) -> list[str]:
    if not count:
        return []
    what = "alternative was" if count == 1 else "alternatives were"
    return [f"{count} {what} left out: migrating the live table costs more than {PAYBACK_MONTHS} months of the saving"]


def _notes(setup: Setup, options: SynthesisOptions, chosen: tuple[Chosen, ...], labels: tuple[str, ...]) -> list[str]:
    """What the synthesis did not consider, or could not decide."""
    notes = []
    if labels:
        have = "have" if len(labels) > 1 else "has"
        each = "each of them" if len(labels) > 1 else "it"
        rate = f"{NOMINAL.average:g} call per second"
        notes.append(
            f"{', '.join(labels)} {have} no rate: keys were compared with {rate} for {each}, which dollars leave out"
        )
    uncounted = [one.name for _, one in setup.design.entities() if one.count is None]
    if uncounted:
        have, its = ("have", "their") if len(uncounted) > 1 else ("has", "its")
        notes.append(f"{', '.join(uncounted)} {have} no count, so {its} storage counts as nothing")
    if len(setup.design.tables) > 1:
        notes.append("the entities of all tables were put into one table")
    if any(table.is_provisioned for table in setup.design.tables):
        notes.append("keys were chosen by on-demand prices; the dollars shown are those of the table's own mode")
    if not is_exact():
        notes.append("highspy is not installed, so a local search chose the keys; a cheaper choice may exist")
    if not chosen and options.max_gsis is not None:
        notes.append(f"no choice of keys serves the patterns with {options.max_gsis} GSIs or fewer")
    return notes


def _periods(choices: Choices, chosen: tuple[Chosen, ...]) -> Iterator[str]:
    """Why a key of the first alternative has a period of time."""
    for _, entity in choices.setup.design.entities() if chosen else ():
        shape = chosen[0].made.shapes.get(entity.id)
        if shape is not None and shape.bucket:
            yield (
                f"the partition key of {entity.name} has the {shape.grain} of {shape.bucket}: without it, a collection "
                f"would reach 1 GB within {FORECAST_MONTHS} months and grow further"
            )


def _local(choices: Choices, chosen: tuple[Chosen, ...]) -> Iterator[str]:
    """Why the first alternative has an LSI, and what that means."""
    for name in sorted(chosen[0].made.local) if chosen else ():
        sources = chosen[0].made.sources
        labels = list(dict.fromkeys(call.label for call in choices.setup.calls if sources.get(call.id) == name))
        yield (
            f"{name} is a local secondary index, because {and_list(labels)} must be strongly consistent and the "
            "table's own key serves other reads: it can only be created with the table, and no collection can exceed "
            "10 GB"
        )


def _no_others(choices: Choices, count: int) -> Iterator[str]:
    """Why there are fewer alternatives than requested."""
    if not count or count >= choices.options.alternatives or choices.stopped:
        return
    told = "there is no other alternative" if count == 1 else f"there are no other alternatives than these {count}"
    if not choices.refused:
        yield f"{told}: no other choice of keys was found"
        return
    reasons = [f"{number} {lack}" for lack, number in sorted(choices.refused.items())]
    tried = sum(choices.refused.values())
    were = "choices of keys were" if tried > 1 else "choice of keys was"
    yield f"{told}: {tried} other {were} tried, and {', '.join(reasons)}"
