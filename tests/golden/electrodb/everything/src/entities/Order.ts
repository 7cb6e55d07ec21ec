import { Entity } from "electrodb";
import { date, month, needed, ofWhole, same, shard, text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { client, tableNames } from "./../table.js";

/** What the keys of Order are made of: its attributes, if known. */
export interface OrderFields {
  customerId?: string | undefined;
  orderId?: string | undefined;
  orderDate?: string | undefined;
  status?: "OPEN" | "SHIPPED" | undefined;
  total?: number | undefined;
  paid?: boolean | undefined;
  lines?: any[] | undefined;
  address?: Record<string, any> | undefined;
  tags?: Set<string> | undefined;
  weights?: Set<number> | undefined;
  label?: Uint8Array | undefined;
  nothing?: null | undefined;
}

/** Returns what Order writes into the table's own key; empty if the item is not in it. */
export function orderKey(item: OrderFields): Keys {
  return together({ PK: text`CUST#${item.customerId}`, SK: text`ORDER#${date(item.orderDate)}#${item.orderId}` });
}

/** Returns what Order writes into byStatus; empty if the item is not in it. */
export function orderByStatusKeys(item: OrderFields): Keys {
  if (same(item.status, "OPEN")) {
    return together({ GSI1PK: text`OPEN#${shard(item.orderId, 10)}`, GSI1SK: text`${item.orderDate}` });
  }
  return together({ GSI1PK: "DONE", GSI1SK: text`${item.orderDate}` });
}

/** Returns what Order writes into byParts; empty if the item is not in it. */
export function orderByPartsKeys(item: OrderFields): Keys {
  return together({
    status: text`${item.status}`,
    month: text`${month(item.orderDate)}`,
    total: item.total,
    orderRef: text`${item.orderId}`,
  });
}

/** Returns what Order writes into byTotal; empty if the item is not in it. */
export function orderByTotalKeys(item: OrderFields): Keys {
  return together({ total: item.total });
}

/** The item as it is stored. */
export function storedOrder(item: OrderFields): Record<string, any> {
  return {
    ...item,
    ...orderByTotalKeys(item),
    ...orderByPartsKeys(item),
    ...orderByStatusKeys(item),
    ...orderKey(item),
    __edb_e__: "Order",
    __edb_v__: "1",
  };
}

/** An order. */
export const Order = new Entity({
  model: { entity: "Order", version: "1", service: "orders" },
  attributes: {
    customerId: { type: "string", required: true },
    orderId: { type: "string", required: true },
    orderDate: { type: "string", required: true },
    status: { type: ["OPEN", "SHIPPED"] as const, required: true },
    total: { type: "number", required: true },
    paid: { type: "boolean", required: true },
    lines: { type: "any", required: true },
    address: { type: "any" },
    tags: { type: "set", items: "string" },
    weights: { type: "set", items: "number" },
    label: { type: "any" },
    nothing: { type: "any" },
    PK: {
      type: "string",
      hidden: true,
      field: "PK",
      default: "",
      watch: ["customerId", "orderDate", "orderId"],
      set: (value: string | undefined, item: any) => value || ((needed(orderKey(item).PK, "PK")) as string),
    },
    SK: {
      type: "string",
      hidden: true,
      field: "SK",
      default: "",
      watch: ["customerId", "orderDate", "orderId"],
      set: (value: string | undefined, item: any) => value || ((needed(orderKey(item).SK, "SK")) as string),
    },
    GSI1PK: {
      type: "string",
      hidden: true,
      field: "GSI1PK",
      watch: ["orderDate", "orderId", "status"],
      set: (value: string | undefined, item: any) => value ?? (ofWhole((orderByStatusKeys(item).GSI1PK) as string, "GSI1PK", item, ["customerId", "orderId", "orderDate"], ["orderDate", "orderId", "status"])),
    },
    GSI1SK: {
      type: "string",
      hidden: true,
      field: "GSI1SK",
      watch: ["orderDate", "orderId", "status"],
      set: (value: string | undefined, item: any) => value ?? (ofWhole((orderByStatusKeys(item).GSI1SK) as string, "GSI1SK", item, ["customerId", "orderId", "orderDate"], ["orderDate", "orderId", "status"])),
    },
    month: {
      type: "string",
      hidden: true,
      field: "month",
      watch: ["orderDate", "orderId", "status", "total"],
      set: (value: string | undefined, item: any) => value ?? (ofWhole((orderByPartsKeys(item).month) as string, "month", item, ["customerId", "orderId", "orderDate"], [])),
    },
    orderRef: {
      type: "string",
      hidden: true,
      field: "orderRef",
      watch: ["orderDate", "orderId", "status", "total"],
      set: (value: string | undefined, item: any) => value ?? (ofWhole((orderByPartsKeys(item).orderRef) as string, "orderRef", item, ["customerId", "orderId", "orderDate"], [])),
    },
  },
  indexes: {
    primary: {
      pk: { field: "PK", composite: ["PK"], casing: "none" },
      sk: { field: "SK", composite: ["SK"], casing: "none" },
    },
    byStatus: {
      index: "byStatus",
      projection: ["total", "paid"],
      pk: { field: "GSI1PK", composite: ["GSI1PK"], casing: "none" },
      sk: { field: "GSI1SK", composite: ["GSI1SK"], casing: "none" },
    },
    byTotal: {
      index: "byTotal",
      pk: { field: "PK", composite: ["PK"], casing: "none" },
      sk: { field: "total", composite: ["total"] },
    },
  },
}, { client, table: tableNames.orders });

/** Returns the key of an item for get, update and delete: PK and SK. */
export function orderPrimary(item: OrderFields) {
  const keys = orderKey(item);
  return { PK: needed(keys.PK, "PK") as string, SK: needed(keys.SK, "SK") as string };
}

/** A1: Orders of a customer */
export async function ordersOfACustomer({ customerId }: { customerId: string }, next?: string) {
  const { data, cursor } = await Order
    .query.primary({ PK: needed(text`CUST#${customerId}`, "PK") })
    .begins({ SK: "ORDER#" })
    .go({ order: "desc", pages: "all", cursor: next ?? null });
  return { items: data, next: cursor };
}
