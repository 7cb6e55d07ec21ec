import { Service } from "electrodb";
import { Customer } from "./entities/Customer.js";

/** The entities of app. */
export const appService = new Service({
  customer: Customer,
});
