// The functions of keys. Written by Keysheet; every export of the design produces the same texts.

import { createHash } from "node:crypto";

/** A value that can be part of a key. Pass numbers of more than 15 digits as bigint, or as text to `pad` and `reverse`. */
export type Scalar = string | number | bigint | boolean;
export type Maybe<T> = T | null | undefined;
export type Keys = Record<string, Scalar | Uint8Array>;

interface Decimal {
  negative: boolean;
  digits: string;
  exponent: number;
}

function decimal(text: string): Decimal | undefined {
  const found = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,6}))?$/.exec(text);
  if (!found || text.length > 400) return undefined;
  const fraction = found[3] ?? found[4] ?? "";
  const all = ((found[2] ?? "") + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  const exponent = Number(found[5] ?? 0) - fraction.length + (all.length - digits.length);
  return digits ? { negative: found[1] === "-", digits, exponent } : { negative: false, digits: "0", exponent: 0 };
}

/** A number as DynamoDB writes it: no redundant zeros, an exponent only for more than 38 places. */
export function numberText(value: number | bigint | string): string {
  const read = decimal(String(value));
  if (!read) return String(value);
  const { digits, exponent } = read;
  const sign = read.negative ? "-" : "";
  const point = digits.length + exponent;
  if ((point > -6 && point <= 38) || (exponent <= 0 && point > 0)) {
    if (exponent >= 0) return sign + digits + "0".repeat(exponent);
    if (point <= 0) return sign + "0." + "0".repeat(-point) + digits;
    return sign + digits.slice(0, point) + "." + digits.slice(point);
  }
  const power = point - 1;
  const tail = digits.length > 1 ? "." + digits.slice(1) : "";
  return `${sign}${digits[0]}${tail}E${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}

/** A scalar as text inside a key; undefined for any other value. */
export function valueText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? numberText(value) : undefined;
  if (typeof value === "bigint") return numberText(value);
  return typeof value === "boolean" ? String(value) : undefined;
}

/** A key from a template: undefined if one of its values is missing, so that the item is not in the index. */
export function text(literals: TemplateStringsArray, ...values: unknown[]): string | undefined {
  let made = literals[0] ?? "";
  for (const [at, value] of values.entries()) {
    const part = valueText(value);
    if (part === undefined) return undefined;
    made += part + (literals[at + 1] ?? "");
  }
  return made;
}

/** The keys of an index: all of them, or none if one cannot be made. */
export function together(keys: Record<string, unknown>): Keys {
  const values = Object.values(keys);
  return values.some((value) => value === undefined || value === null || value === "") ? {} : (keys as Keys);
}

/** The attributes that a key contains, by the groups of a pattern; nothing if it does not match. */
export function told(pattern: RegExp, key: unknown): Record<string, string> {
  return typeof key === "string" ? { ...pattern.exec(key)?.groups } : {};
}

/**
 * The key of an item that is written whole: `own` are attributes that each item is put with. An update knows only what
 * it changes: it throws where `needs`, which also decide about the key, or the key itself are missing.
 */
export function ofWhole<T>(key: T, name: string, item: Record<string, unknown>, own: string[], needs: string[]): T {
  const lacks = (one: string): boolean => item[one] === undefined;
  if (own.some(lacks) && (key === undefined || needs.some(lacks))) {
    throw new Error(`an update cannot compute ${name}: put the whole item, or give ${name} too`);
  }
  return key;
}

/** A required key. */
export function needed<T>(value: Maybe<T>, name: string): T {
  if (value === undefined || value === null || value === "") throw new Error(`the key ${name} cannot be made`);
  return value;
}

/** The value at a path inside a document. */
export function at(value: unknown, ...steps: (string | number)[]): unknown {
  let found = value;
  for (const step of steps) {
    if (found === null || typeof found !== "object") return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** Negative, 0, or positive as DynamoDB orders two values; NaN if it does not, so that every comparison is false. */
export function compare(left: unknown, right: unknown): number {
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  const numbers = [left, right].every((one) => typeof one === "number" || typeof one === "bigint");
  if (!numbers) return NaN;
  return (left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0;
}

/** Are two values equal in DynamoDB? A missing value equals nothing. */
export function same(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  return left === right || compare(left, right) === 0;
}

/** DynamoDB's attribute_type. */
export function isOfType(value: unknown, type: unknown): boolean {
  if (value === undefined) return false;
  if (value instanceof Set) return type === `${letterOf([...value][0])}S`;
  return type === letterOf(value);
}

function letterOf(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Uint8Array) return "B";
  if (Array.isArray(value)) return "L";
  return { string: "S", number: "N", bigint: "N", boolean: "BOOL" }[typeof value as string] ?? "M";
}

/** A substring, a member of a set, or an element of a list: DynamoDB's contains. */
export function contains(value: unknown, member: unknown): boolean {
  if (typeof value === "string") return typeof member === "string" && value.includes(member);
  if (value instanceof Set) return value.has(member);
  return Array.isArray(value) && value.includes(member);
}

/** DynamoDB's begins_with, of texts. */
export function beginsWith(value: unknown, start: unknown): boolean {
  return typeof value === "string" && typeof start === "string" && value.startsWith(start);
}

/** DynamoDB's size: units of a text, bytes, elements; undefined for a value without a size. */
export function size(value: unknown): number | undefined {
  if (typeof value === "string" || Array.isArray(value) || value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return value.size;
  return value !== null && typeof value === "object" ? Object.keys(value).length : undefined;
}

function formatted(value: unknown, format: (text: string) => string | undefined): string | undefined {
  const given = valueText(value);
  return given === undefined ? undefined : format(given);
}

export const lower = (value: unknown): string | undefined => formatted(value, (given) => given.toLowerCase());
export const upper = (value: unknown): string | undefined => formatted(value, (given) => given.toUpperCase());

/** The first characters. */
export const first = (value: unknown, count: number): string | undefined =>
  formatted(value, (given) => Array.from(given).slice(0, count).join(""));

/** A list as a path. */
export function join(value: unknown, separator: string): string | undefined {
  if (!Array.isArray(value)) return valueText(value);
  const texts = value.map(valueText);
  return texts.includes(undefined) ? undefined : texts.join(separator);
}

function whole(given: string): bigint | undefined {
  const read = decimal(given);
  if (!read || (read.negative && read.digits !== "0") || read.exponent < 0) return undefined;
  return read.digits.length + read.exponent > 41 ? undefined : BigInt(read.digits + "0".repeat(read.exponent));
}

/** A whole number with leading zeros. */
export const pad = (value: unknown, width: number): string | undefined =>
  formatted(value, (given) => whole(given)?.toString().padStart(width, "0"));

/** 10^width - 1 - n with leading zeros: the newest sorts first. */
export const reverse = (value: unknown, width: number): string | undefined =>
  formatted(value, (given) => {
    const largest = 10n ** BigInt(width) - 1n;
    const number = whole(given);
    return number === undefined || number > largest ? undefined : (largest - number).toString().padStart(width, "0");
  });

/** CRC32 of the UTF-8 bytes, modulo the number of shards. */
export const shard = (value: unknown, count: number): string | undefined =>
  formatted(value, (given) => {
    let crc = 0xffffffff;
    for (const byte of Buffer.from(given, "utf8")) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return String(((crc ^ 0xffffffff) >>> 0) % count);
  });

/** The first hexadecimal digits of SHA-256. */
export const hash = (value: unknown, digits: number): string | undefined =>
  formatted(value, (given) => createHash("sha256").update(given, "utf8").digest("hex").slice(0, digits));

/** How an attribute represents a time: ISO text, or a number since 1970. */
export type Clock = "" | "epoch_seconds" | "epoch_millis";

const FIRST_MILLISECOND = -62135596800000;
const LAST_MILLISECOND = 253402300799999;

function fromEpoch(given: string, clock: Clock): number | undefined {
  const read = decimal(given);
  if (!read || read.digits.length + read.exponent > 40) return undefined;
  const shift = read.exponent + (clock === "epoch_millis" ? 3 : 6);
  const magnitude =
    shift >= 0
      ? BigInt(read.digits + "0".repeat(shift))
      : BigInt("0" + read.digits.slice(0, Math.max(read.digits.length + shift, 0)));
  const micros = read.negative ? -magnitude : magnitude;
  if (micros < -62135596800000000n || micros > 253402300799000000n) return undefined;
  const millis = micros / 1000n - (micros < 0n && micros % 1000n !== 0n ? 1n : 0n);
  return Number(millis);
}

const ISO =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d))(?:[^](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(Z|([+-])(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?)?)?)?$/;

function fromIso(given: string): number | undefined {
  const found = ISO.exec(given);
  if (!found) return undefined;
  const number = (place: number): number => Number(found[place] ?? 0);
  const [year, month, day] = found[1] ? [number(1), number(2), number(3)] : [number(4), number(5), number(6)];
  const [hour, minute, second] = [number(7), number(8), number(9)];
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  const isDay = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && year >= 1;
  if (!isDay || hour > 23 || minute > 59 || second > 59 || number(13) > 23 || number(14) > 59) return undefined;
  moment.setUTCHours(hour, minute, second, Number((found[10] ?? "").slice(0, 3).padEnd(3, "0")));
  const offset = ((number(13) * 60 + number(14)) * 60 + number(15)) * 1000;
  return moment.getTime() - (found[12] === "-" ? -offset : offset);
}

function instant(value: unknown, clock: Clock): string | undefined {
  return formatted(value, (given) => {
    const looksLikeDate = /^(\d{4}|\d{8})$/.test(given);
    const isNumber = clock !== "" || (decimal(given) !== undefined && !looksLikeDate);
    const millis = isNumber ? fromEpoch(given, clock) : fromIso(given);
    if (millis === undefined || millis < FIRST_MILLISECOND || millis > LAST_MILLISECOND) return undefined;
    return new Date(millis).toISOString();
  });
}

/** UTC, with milliseconds. */
export const iso = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock);
export const year = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock)?.slice(0, 4);
export const month = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock)?.slice(0, 7);
export const date = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock)?.slice(0, 10);
export const hour = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock)?.slice(0, 13);
export const minute = (value: unknown, clock: Clock = ""): string | undefined => instant(value, clock)?.slice(0, 16);
