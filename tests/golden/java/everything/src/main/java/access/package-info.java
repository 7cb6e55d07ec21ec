// Everything: Java, AWS SDK v2 Enhanced Client, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
// Not in this file: tables.orders.entities.Order.byParts: byParts has multi-attribute keys: the low-level client queries it
// Not in this file: tables.orders.entities.Order: status: an enumeration; an item with another value cannot be read
// Not in this file: tables.orders.entities.Order: nothing: a bean cannot distinguish NULL from a missing value; it is not written
package access;
