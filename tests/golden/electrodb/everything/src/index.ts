// Everything: ElectroDB, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
// Not in this file: design: every item gets __edb_e__ and __edb_v__, by which ElectroDB identifies its entity; items without them are not found
// Not in this file: tables.orders.entities.Order.byParts: byParts: ElectroDB does not support such keys for a global index
// Not in this file: tables.orders.entities.Order: no template of ElectroDB can express PK, SK: put and create compute it, and orderPrimary makes it for get, update and delete

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./transactions.js";
export * from "./entities/Order.js";
export * from "./entities/Session.js";
export * from "./services.js";
