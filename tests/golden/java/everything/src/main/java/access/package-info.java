// Everything: Java, AWS SDK v2 Enhanced Client, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes and rates have no place in code; the sample items neither
// Not in this file: tables.orders.entities.Order.byParts: byParts has keys of several attributes: it is asked by the client below
// Not in this file: tables.orders.entities.Order: nothing: a bean cannot tell NULL from what is missing; it is not written
package access;
