import { Entity, item, string } from "dynamodb-toolbox";
import { needed, text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { app } from "./../table.js";

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
  return { ...item, ...customerGsi1Keys(item), ...customerKey(item) };
}

/** Customer in app. */
export const Customer = new Entity({
  name: "Customer",
  table: app,
  schema: item({
    customerId: string().key(),
    email: string(),
  }).and((before) => ({
    PK: string().key().link<typeof before>((item) => needed(customerKey(item).PK, "PK") as string),
    SK: string().key().link<typeof before>((item) => needed(customerKey(item).SK, "SK") as string),
    GSI1PK: string().optional().link<typeof before>((item) => customerGsi1Keys(item).GSI1PK as string),
  })),
  entityAttribute: false,
  timestamps: false,
});
