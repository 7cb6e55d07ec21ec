// Edits of the key sheet: of many cells, of a whole sheet, of rows and columns. Pure: tests/js. `model` is what sheet-model.js
// reads from the page; `newId` creates ids of new parts.

import { namesIn } from "./template.js";

const KEY_COLUMN = /^(.*[^PS])(PK|SK)$/;
const WHEN = /^(?:(.+) )?when$/i;

/**
 * The edits that give cells their texts; one change. `writes` are {entity, index, group, field, text}: ids of an entity and an
 * index ('' is the table's own key), the number of an overload, `keys.NAME` or `when`. Attributes in a template that the entity
 * lacks are added, and its sample items get values of them; an overload of an index whose keys all become empty is removed.
 */
export function cellEdits(model, writes, newId) {
  const added = [];
  const groups = new Map();
  for (const write of writes) {
    const entity = model.entities.find((one) => one.id === write.entity);
    if (write.field !== "when") added.push(...missing(entity, write.text));
    const name = [write.entity, write.index, write.group].join(" ");
    if (!groups.has(name)) groups.set(name, { entity, index: write.index, old: entity.cells[write.index]?.[write.group], texts: {} });
    groups.get(name).texts[write.field] = write.text;
  }
  const attributes = unique(added).map(({ entity, name }) => ({ ...attribute(entity, name, newId), sampled: true }));
  return [...attributes, ...[...groups.values()].flatMap((group) => groupEdits(model, group, newId))];
}

function missing(entity, text) {
  return namesIn(text).filter((name) => !entity.attributes.includes(name)).map((name) => ({ entity: entity.id, name }));
}

function unique(named) {
  return [...new Map(named.map((one) => [`${one.entity} ${one.name}`, one])).values()];
}

function attribute(entity, name, newId) {
  return { add: "attributes", to: entity, id: newId("attribute"), fields: { name, type: "S" } };
}

function groupEdits(model, { entity, index, old, texts }, newId) {
  if (!old?.part) {
    const fields = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()));
    return Object.keys(fields).some((field) => field !== "when") ? [overload(model, entity.id, index, fields, newId)] : [];
  }
  const left = { ...Object.fromEntries(Object.entries(old.texts).map(([field, one]) => [field, one.text])), ...texts };
  const isEmpty = Object.entries(left).every(([field, text]) => field === "when" || !text);
  if (index && isEmpty) return [{ remove: old.part }];
  return Object.entries(texts)
    .filter(([field, text]) => text !== (old.texts[field]?.text ?? ""))
    .map(([field, text]) => put(old.part, field, text, old.texts[field]));
}

function put(part, field, text, old) {
  return { put: part, field, value: text || null, base: old?.base || null, shown: old?.text || null };
}

function overload(model, entity, index, fields, newId, after = "") {
  const name = model.indexes.find((one) => one.id === index)?.name ?? index;
  return { add: "overloads", to: entity, id: newId("overload"), fields: index ? { index: name, ...fields } : fields, ...(after ? { after } : {}) };
}

/** Add an overload of an entity in an index after another, as a copy of it. */
export function anotherOverload(model, entity, index, old, newId) {
  const fields = Object.fromEntries(Object.entries(old.texts).map(([field, one]) => [field, one.text]).filter(([, text]) => text));
  return [overload(model, entity, index, fields, newId, old.part)];
}

/**
 * A new entity with an id, a key built from it and one sample item, so that the grid shows it immediately. The first edit
 * creates the entity.
 */
export function newEntity(model, name, newId) {
  const own = `${name.charAt(0).toLowerCase()}${name.slice(1).replaceAll(/[^\w]/g, "")}Id`;
  const prefix = name.toUpperCase().replaceAll(/[{}]/g, "");
  const texts = [`${prefix}#{${own}}`, prefix];
  const keys = Object.fromEntries(model.indexes[0].keys.slice(0, texts.length).map((key, number) => [`keys.${key}`, texts[number]]));
  return entityEdits(model, name, [own], [["", keys]], newId, own);
}

function entityEdits(model, name, attributes, overloads, newId, identity = "") {
  const id = newId("entity");
  return [
    { add: "entities", to: model.table, id, fields: { name } },
    ...attributes.map((one) => ({ ...attribute(id, one, newId), fields: { name: one, type: "S", ...(one === identity ? { format: "id" } : {}) } })),
    ...(identity ? [{ put: id, field: "identity", value: [identity], base: null }] : []),
    ...overloads.map(([index, fields]) => overload(model, id, index, fields, newId)),
    ...(attributes.length ? [{ add: "items", to: id, id: newId("item"), fields: { values: Object.fromEntries(attributes.map((one) => [one, "1"])) } }] : []),
  ];
}

/** A new GSI; one that is kept on purpose, unused, has key attributes and no writer yet. */
export function newIndex(model, newId, { name = freeName(model), keys = [`${name}PK`, `${name}SK`], isReserve = false } = {}) {
  const [partition, ...sort] = keys.map((key) => ({ name: key, type: "S" }));
  const fields = { name, kind: "GSI", partition_key: [partition], sort_key: sort, projection: { type: "ALL" }, ...(isReserve ? { reserve: true } : {}) };
  return [{ add: "indexes", to: model.table, id: newId("index"), fields }];
}

function freeName(model) {
  const taken = new Set(model.indexes.map((one) => one.name));
  let number = 1;
  while (taken.has(`GSI${number}`)) number += 1;
  return `GSI${number}`;
}

/** Move a part one place up or down among its siblings' IDs; nothing at an edge. */
export function moved(ids, id, step) {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return [];
  return movedTo(ids, id, step > 0 ? ids[to] : (ids[to - 1] ?? ""));
}

/** Move several parts one place, together and in their order: behind the one that follows them, or before the one above. */
export function movedTogether(ids, chosen, step) {
  const places = chosen.map((id) => ids.indexOf(id)).filter((place) => place >= 0).sort((a, b) => a - b);
  const isAtEdge = step > 0 ? places.at(-1) === ids.length - 1 : places[0] === 0;
  if (!places.length || isAtEdge) return [];
  if (places.length === 1) return moved(ids, ids[places[0]], step);
  const others = ids.filter((_, place) => !places.includes(place));
  const behind = step > 0 ? others.indexOf(ids.slice(places.at(-1) + 1).find((id) => others.includes(id))) : others.indexOf(ids.slice(0, places[0]).at(-1)) - 1;
  return places.map((place, number) => ({ move: ids[place], after: number ? ids[places[number - 1]] : (others[behind] ?? "") }));
}

/** Move a part after another one; '' is the first place. Nothing if it is already there. */
export function movedTo(ids, id, after) {
  const before = ids[ids.indexOf(id) - 1] ?? "";
  return after === id || after === before ? [] : [{ move: id, after }];
}

/**
 * What a pasted table is: "sheet" if its header row names Entity or keys of this table, "cells" if nothing in its first row is a
 * name of a key, else "unclear": key names without a column of entities. The text of the first header does not matter.
 */
export function kindOf(model, rows) {
  const [head, ...body] = rows;
  const keys = new Set(model.indexes.flatMap((index) => index.keys));
  const isKey = (title) => keys.has(title.trim()) || KEY_COLUMN.test(title.trim());
  const named = head.filter((title) => title.trim());
  if (!body.length || head.length < 2) return named.length && named.every(isKey) ? "unclear" : "cells";
  if (["entity", "entities"].includes(head[0].trim().toLowerCase())) return "sheet";
  if (isKey(head[0])) return "unclear";
  const others = head.slice(1).filter((title) => title.trim());
  return others.filter((title) => isKey(title) || whenColumn(model, title.trim(), 1)).length * 2 >= Math.max(others.length, 1) ? "sheet" : "cells";
}

/** The whole sheet as rows of texts: a header, then a row per entity, or per overload of an entity with several. */
export function sheetRows(model) {
  const columns = model.indexes.flatMap((index) => {
    const has = model.entities.some((entity) => entity.cells[index.id]?.some((one) => one.texts.when?.text));
    const when = has ? [{ index, field: "when", title: `${index.id ? index.name : "table"} when` }] : [];
    return [...index.keys.map((key) => ({ index, field: `keys.${key}`, title: key })), ...when];
  });
  const rows = model.entities.flatMap((entity) => {
    const count = Math.max(1, ...Object.values(entity.cells).map((groups) => groups.length));
    return Array.from({ length: count }, (_, number) => [
      entity.name,
      ...columns.map(({ index, field }) => entity.cells[index.id]?.[number]?.texts[field]?.text ?? ""),
    ]);
  });
  return [["Entity", ...columns.map((column) => column.title)], ...rows];
}

/** The change that makes the sheet equal to a pasted one, and the parts that could not be used: {edits, left}. */
export function sheetEdits(model, rows, newId) {
  const { columns, indexes, left } = heads(model, rows[0], newId);
  const known = { ...model, indexes: [...model.indexes, ...indexes.map((edit) => ({ id: edit.id, name: edit.fields.name, keys: [] }))] };
  const edits = [...indexes];
  const writes = [];
  for (const [name, lines] of byEntity(rows.slice(1))) {
    const entity = model.entities.find((one) => one.name === name);
    const texts = lines.map((line) => columns.filter(Boolean).map((column) => ({ ...column, text: (line[column.at] ?? "").trim() })));
    if (entity) writes.push(...texts.flatMap((cells, group) => cells.map(({ index, field, text }) => ({ entity: entity.id, index, group, field, text }))));
    else edits.push(...pastedEntity(known, name, texts, newId));
  }
  return { edits: [...edits, ...cellEdits(known, writes, newId)], left };
}

/** Rows by entity; a row without a name belongs to the one above. */
function byEntity(rows) {
  const found = new Map();
  let name = "";
  for (const row of rows) {
    if (row.every((text) => !text.trim())) continue;
    name = row[0].trim() || name;
    if (name) found.set(name, [...(found.get(name) ?? []), row]);
  }
  return found;
}

/** The meaning of each column of a pasted header: an existing key, an index to create, or nothing (`left`). */
function heads(model, head, newId) {
  const indexes = [];
  const left = [];
  const columns = head.map((raw, at) => {
    const title = raw.trim();
    if (at === 0 || !title) return null;
    const index = model.indexes.find((one) => one.keys.includes(title));
    if (index) return { at, index: index.id, field: `keys.${title}` };
    return whenColumn(model, title, at) ?? newColumn(model, indexes, title, head, at, newId) ?? (left.push(title), null);
  });
  return { columns, indexes, left };
}

function whenColumn(model, title, at) {
  const found = WHEN.exec(title);
  if (!found) return null;
  const name = found[1] ?? "table";
  const index = model.indexes.find((one) => (one.id ? one.name : "table") === name);
  return index ? { at, index: index.id, field: "when" } : null;
}

function newColumn(model, indexes, title, head, at, newId) {
  const name = KEY_COLUMN.exec(title)?.[1];
  if (!name) return null;
  const made = indexes.find((edit) => edit.fields.name === name);
  if (made) return { at, index: made.id, field: `keys.${title}` };
  if (model.indexes.some((one) => one.name === name)) return null;
  const keys = [`${name}PK`, `${name}SK`].filter((key) => head.some((one) => one.trim() === key));
  const [edit] = newIndex(model, newId, { name, keys });
  indexes.push(edit);
  return { at, index: edit.id, field: `keys.${title}` };
}

function pastedEntity(model, name, lines, newId) {
  const overloads = lines.flatMap((cells) =>
    model.indexes
      .map(({ id }) => [id, Object.fromEntries(cells.filter((cell) => cell.index === id && cell.text).map(({ field, text }) => [field, text]))])
      .filter(([, fields]) => Object.keys(fields).some((field) => field !== "when")),
  );
  const texts = overloads.flatMap(([, fields]) => Object.entries(fields).filter(([field]) => field !== "when").map(([, text]) => text));
  return entityEdits(model, name, [...new Set(texts.flatMap(namesIn))], overloads, newId);
}
