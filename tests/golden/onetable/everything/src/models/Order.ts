import type { Entity } from "dynamodb-onetable";
import { date, month, same, shard, text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";

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
    _type: "Order",
  };
}

/** An order. */
export const OrderModel = {
  PK: { type: String, value: "CUST#${customerId}" },
  SK: { type: String, value: true },
  GSI1PK: { type: String, value: true },
  GSI1SK: { type: String, value: true },
  month: { type: String, value: true },
  orderRef: { type: String, value: "${orderId}" },
  customerId: { type: String, required: true },
  orderId: { type: String, required: true },
  orderDate: { type: String, required: true },
  status: { type: String, enum: ["OPEN", "SHIPPED"], required: true },
  total: { type: Number, required: true },
  paid: { type: Boolean, required: true },
  lines: { type: Array, required: true },
  address: { type: Object },
  tags: { type: Set },
  weights: { type: Set },
  label: { type: ArrayBuffer },
  nothing: { type: Object, nulls: true },
} as const;

export type OrderType = Entity<typeof OrderModel>;

/** The keys of Order that no value template can express: SK, GSI1PK, GSI1SK, month. */
export function orderComputed(item: OrderFields): Keys {
  return {
    ...orderByTotalKeys(item),
    ...orderByPartsKeys(item),
    ...orderByStatusKeys(item),
    ...orderKey(item),
  };
}
