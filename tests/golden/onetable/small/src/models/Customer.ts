import type { Entity } from "dynamodb-onetable";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";

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
  return { ...item, ...customerGsi1Keys(item), ...customerKey(item), _type: "Customer" };
}

/** Customer in app. */
export const CustomerModel = {
  PK: { type: String, value: "CUST#${customerId}" },
  SK: { type: String, value: "PROFILE" },
  GSI1PK: { type: String, value: "EMAIL#${email}" },
  customerId: { type: String, required: true },
  email: { type: String, required: true },
} as const;

export type CustomerType = Entity<typeof CustomerModel>;
