// Everything: ElectroDB, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes and rates have no place in code; the sample items neither
// Not in this file: design: every item gets __edb_e__ and __edb_v__, by which ElectroDB knows its entity; items without them are not found
// Not in this file: tables.orders.entities.Order.byParts: byParts: no global index of ElectroDB has such keys

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./entities/Order.js";
export * from "./entities/Session.js";
export * from "./services.js";
