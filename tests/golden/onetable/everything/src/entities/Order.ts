import { needed, text } from "./../keys.js";
import type { OrderType } from "./../models/Order.js";
import { orders } from "./../table.js";

/** An order. */
export const Order = orders.getModel<OrderType>("Order");

/** A1: Orders of a customer */
export async function ordersOfACustomer({ customerId }: { customerId: string }, next?: object) {
  const found = await Order.find(
    { PK: needed(text`CUST#${customerId}`, "PK"), SK: { begins: "ORDER#" } },
    { reverse: true, next },
  );
  return { items: [...found], next: found.next };
}
