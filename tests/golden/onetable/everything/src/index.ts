// Everything: DynamoDB OneTable, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes and rates have no place in code; the sample items neither
// Not in this file: design: every item gets the attribute _type, by which OneTable knows its model; items without it are not found
// Not in this file: tables.orders.indexes.byParts: OneTable knows no index with such keys, or of this name
// Not in this file: tables.orders.entities.Order.attributes: label: give a Uint8Array; OneTable stores a Buffer as text

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./models/Order.js";
export * from "./models/Session.js";
export * from "./entities/Order.js";
export * from "./entities/Session.js";
