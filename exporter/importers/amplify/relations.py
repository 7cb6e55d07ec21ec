"""What relations add to the models of an Amplify schema: foreign keys, indexes, and the tables of many to many."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from exporter.importers.amplify.types import Directive, Model, TypeField, Types
from exporter.importers.support.base import Report

_MANY: Final = "manyToMany"


def with_relations(types: Types, report: Report) -> Types:
    """Return the types with the fields and indexes that Amplify adds for relations that do not name their own."""
    models = dict(types.models)
    for model in types.models.values():
        for member in list(model.members.values()):
            if (found := member.directive("hasMany", "hasOne", "belongsTo", _MANY, "connection")) is None:
                continue
            related = models.get(member.kind)
            path = f"{model.name}.{member.name}"
            if related is None:
                report.dropped(path, f"{member.kind[:80]} is not a model of this schema; left out", member.line)
                del model.members[member.name]
            elif found.name == "hasMany":
                _has_many(model, member, found, related, path, report)
            elif found.name == _MANY:
                _many_to_many(model, related, found, models)
            elif found.name == "connection" and not found.texts("fields"):
                said = "a @connection without fields; its foreign key is Amplify's own and is left out"
                report.dropped(path, said, member.line)
            elif found.name == "hasOne" and found.texts("references"):
                _indexed(model, member, found.texts("references"), related)
            elif found.name in ("hasOne", "belongsTo") and not found.texts("fields") and not found.texts("references"):
                _has_one(model, member, found, related)
    return replace(types, models=models)


def _has_many(model: Model, member: TypeField, found: Directive, related: Model, path: str, report: Report) -> None:
    name = found.text("indexName") or found.text("keyName")
    if name:
        known = {one.text("name") for field in related.members.values() for one in field.directives}
        if name not in known | {one.text("name") for one in related.directives}:
            said = f"{related.name} has no index {name[:80]!r}, which this relation reads"
            report.note(path, said, member.line)
        return
    references = found.texts("references")
    if not references and found.texts("fields"):
        # With fields and no index, Amplify reads the related model by its own key.
        return
    if not references:
        # Without names, Amplify stores the parent's key in the related model, and makes an index of it.
        references = [_foreign(model, member, key) for key in _key_of(model)]
        for at, key in zip(references, _key_of(model), strict=True):
            own = model.members.get(key)
            related.members.setdefault(at, TypeField(at, own.kind if own else "ID", False, False, member.line, ()))
    _indexed(model, member, references, related)


def _indexed(model: Model, member: TypeField, references: list[str], related: Model) -> None:
    """Give the related model the index that Amplify makes of the fields that refer to this one."""
    given = {"name": f"gsi-{model.name}.{member.name}", "fields": references}
    related.extra.append(Directive("key", given, member.line))


def _has_one(model: Model, member: TypeField, found: Directive, related: Model) -> None:
    back = next((one for one in related.members.values() if one.kind == model.name and one.directive("hasMany")), None)
    if found.name == "belongsTo" and back is not None:
        # The foreign key is the one that the other side's hasMany adds or names.
        return
    for key in _key_of(related):
        own = related.members.get(key)
        name = _foreign(model, member, key)
        model.members.setdefault(name, TypeField(name, own.kind if own else "ID", False, False, member.line, ()))


def _many_to_many(model: Model, related: Model, found: Directive, models: dict[str, Model]) -> None:
    name = found.text("relationName")
    if not name or name in models:
        return
    members = {"id": TypeField("id", "ID", False, True, found.line, ())}
    sides = [(one, f"{one.name[:1].lower()}{one.name[1:]}") for one in (model, related)]
    columns = []
    for one, word in sides:
        keys = _key_of(one)
        column = [f"{word}{key[:1].upper()}{key[1:]}" for key in keys]
        for label, key in zip(column, keys, strict=True):
            own = one.members.get(key)
            members[label] = TypeField(label, own.kind if own else "ID", False, True, found.line, ())
        columns.append((one, column))
    made = Model(name, found.line, members, ())
    for one, column in columns:
        made.extra.append(Directive("key", {"name": f"by{one.name}", "fields": column}, found.line))
    models[name] = made


def _key_of(model: Model) -> list[str]:
    for member in model.members.values():
        if found := member.directive("primaryKey"):
            return [member.name, *found.texts("sortKeyFields")]
    for one in model.directives:
        if one.name == "key" and not one.text("name") and one.texts("fields"):
            return one.texts("fields")
    return ["id"]


def _foreign(model: Model, member: TypeField, key: str) -> str:
    words = (member.name, key)
    return f"{model.name[:1].lower()}{model.name[1:]}" + "".join(word[:1].upper() + word[1:] for word in words)
