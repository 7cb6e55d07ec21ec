// Small: Java, AWS SDK v2 Enhanced Client, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes, rates, and sample items are not part of code
package access;
