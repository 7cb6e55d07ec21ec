// Small: DynamoDB OneTable, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
// Not in this file: design: every item gets the attribute _type, by which OneTable identifies its model; items without it are not found

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./models/Customer.js";
export * from "./entities/Customer.js";
