// The key sheet on the page, in the terms of its edits: read from the elements when a person acts on it.

/**
 * {table, indexes: [{id, name, keys}], entities: [{id, name, attributes, cells}]}; the first index is the table's own key with
 * the id ''. `cells` has, by index id, a list of overloads {part, texts: {field: {text, base}}}.
 */
export function sheetModel(sheet) {
  return { table: sheet.dataset.table, indexes: indexesOf(sheet), entities: [...sheet.querySelectorAll("[data-row]")].map(entityOf) };
}

export function indexesOf(sheet) {
  return [...sheet.querySelectorAll("[data-column]")].map(({ dataset }) => ({ id: dataset.column, name: dataset.name, keys: JSON.parse(dataset.keys) }));
}

function entityOf(row) {
  const cells = Object.create(null);
  for (const place of row.querySelectorAll("[data-place]"))
    cells[place.dataset.place] = [...place.querySelectorAll("[data-group]")].map((group) => ({ part: group.dataset.group, texts: textsOf(group) }));
  return { id: row.dataset.row, name: row.dataset.name, attributes: JSON.parse(row.dataset.attributes), cells };
}

function textsOf(group) {
  return Object.fromEntries([...group.querySelectorAll("key-cell")].map(({ dataset }) => [dataset.field, { text: dataset.text, base: dataset.base }]));
}
