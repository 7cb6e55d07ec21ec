import { Entity } from "electrodb";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { client, tableNames } from "./../table.js";

/** What the keys of Customer are made of: its attributes, if known. */
export interface CustomerFields {
  customerId?: string | undefined;
  email?: string | undefined;
}

/** Returns what Customer writes into the table's own key; empty if the item is not in it. */
export function customerKey(item: CustomerFields): Keys {
  return together({ PK: text`CUST#${item.customerId}`, SK: "PROFILE" });
}

/** Returns what Customer writes into GSI1; empty if the item is not in it. */
export function customerGsi1Keys(item: CustomerFields): Keys {
  return together({ GSI1PK: text`EMAIL#${item.email}` });
}

/** The item as it is stored. */
export function storedCustomer(item: CustomerFields): Record<string, any> {
  return { ...item, ...customerGsi1Keys(item), ...customerKey(item), __edb_e__: "Customer", __edb_v__: "1" };
}

/** Customer in app. */
export const Customer = new Entity({
  model: { entity: "Customer", version: "1", service: "app" },
  attributes: {
    customerId: { type: "string", required: true },
    email: { type: "string", required: true },
  },
  indexes: {
    primary: {
      pk: { field: "PK", composite: ["customerId"], template: "CUST#${customerId}", casing: "none" },
      sk: { field: "SK", composite: [], template: "PROFILE", casing: "none" },
    },
    GSI1: {
      index: "GSI1",
      pk: { field: "GSI1PK", composite: ["email"], template: "EMAIL#${email}", casing: "none" },
    },
  },
}, { client, table: tableNames.app });
