// Small: ElectroDB, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
// Not in this file: design: every item gets __edb_e__ and __edb_v__, by which ElectroDB identifies its entity; items without them are not found

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./transactions.js";
export * from "./entities/Customer.js";
export * from "./services.js";
