import {
  any,
  binary,
  boolean,
  Entity,
  item,
  list,
  nul,
  number,
  QueryCommand,
  record,
  set,
  string,
} from "dynamodb-toolbox";
import { date, month, needed, same, shard, text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { orders } from "./../table.js";

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
  };
}

/** An order. */
export const Order = new Entity({
  name: "Order",
  table: orders,
  schema: item({
    customerId: string().key(),
    orderId: string().key(),
    orderDate: string().key(),
    status: string().enum("OPEN", "SHIPPED"),
    total: number(),
    paid: boolean(),
    lines: list(any()),
    address: record(string(), any()).optional(),
    tags: set(string()).optional(),
    weights: set(number()).optional(),
    label: binary().optional(),
    nothing: nul().optional(),
  }).and((before) => ({
    PK: string().key().link<typeof before>((item) => needed(orderKey(item).PK, "PK") as string),
    SK: string().key().link<typeof before>((item) => needed(orderKey(item).SK, "SK") as string),
    GSI1PK: string().optional().link<typeof before>((item) => orderByStatusKeys(item).GSI1PK as string),
    GSI1SK: string().optional().link<typeof before>((item) => orderByStatusKeys(item).GSI1SK as string),
    month: string().optional().link<typeof before>((item) => orderByPartsKeys(item).month as string),
    orderRef: string().optional().link<typeof before>((item) => orderByPartsKeys(item).orderRef as string),
  })),
  entityAttribute: false,
  timestamps: false,
});

/** A1: Orders of a customer */
export async function ordersOfACustomer({ customerId }: { customerId: string }, next?: Record<string, any>) {
  const { Items = [], LastEvaluatedKey } = await orders
    .build(QueryCommand)
    .query({ partition: needed(text`CUST#${customerId}`, "PK"), range: { beginsWith: "ORDER#" } })
    .entities(Order)
    .options({ reverse: true, exclusiveStartKey: next })
    .send();
  return { items: Items, next: LastEvaluatedKey };
}
