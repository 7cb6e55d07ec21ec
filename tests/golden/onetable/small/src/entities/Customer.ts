import type { CustomerType } from "./../models/Customer.js";
import { app } from "./../table.js";

/** Customer in app. */
export const Customer = app.getModel<CustomerType>("Customer");
