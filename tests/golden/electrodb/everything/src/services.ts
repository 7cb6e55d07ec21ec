import { Service } from "electrodb";
import { Order } from "./entities/Order.js";
import { Session } from "./entities/Session.js";

/** The entities of orders. */
export const ordersService = new Service({
  order: Order,
});

/** The entities of sessions. */
export const sessionsService = new Service({
  session: Session,
});
