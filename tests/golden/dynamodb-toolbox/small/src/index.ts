// Small: DynamoDB-Toolbox v2, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code

export * from "./keys.js";
export * from "./requests.js";
export * from "./table.js";
export * from "./entities/Customer.js";
