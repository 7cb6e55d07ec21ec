// Everything: DynamoDB OneTable, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
// Not in this file: design: every item gets the attribute _type, by which OneTable identifies its model; items without it are not found
// Not in this file: tables.orders.indexes.byParts: OneTable does not support an index with such keys, or with this name
// Not in this file: tables.orders.entities.Order.attributes: label: pass a Uint8Array; OneTable stores a Buffer as text

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./models/Order.js";
export * from "./models/Session.js";
export * from "./entities/Order.js";
export * from "./entities/Session.js";
