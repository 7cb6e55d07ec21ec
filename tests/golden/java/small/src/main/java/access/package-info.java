// Small: Java, AWS SDK v2 Enhanced Client, written by Keysheet.
// Not in this file: design: settings of tables, findings, mutes and rates have no place in code; the sample items neither
package access;
