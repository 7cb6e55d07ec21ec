"""`requests.ts`: updates as DynamoDB takes them, with the keys of indexes that follow."""

from __future__ import annotations

from typing import Final

REQUESTS_FILE: Final = "src/requests.ts"
REQUESTS: Final = r"""// Updates as DynamoDB takes them. Written by Keysheet.

import type { Keys } from "./keys.js";

/** Where something stands in an item: the attribute first. */
export type Path = (string | number)[];

export interface Changes {
  set?: [Path, unknown][];
  remove?: Path[];
  add?: [Path, unknown][];
}

/** Those of the names that have a key, each with it; the others with what removes them. */
export function writtenOr<T>(removed: T, names: string[], keys: Keys): Record<string, any> {
  return Object.fromEntries(names.map((name) => [name, keys[name] ?? removed]));
}

/** What an update must do so that an index has these keys. */
export function keyChanges(names: string[], keys: Keys): { set: [Path, unknown][]; remove: Path[] } {
  return {
    set: names.filter((name) => name in keys).map((name) => [[name], keys[name]]),
    remove: names.filter((name) => !(name in keys)).map((name) => [name]),
  };
}

/** What a number becomes when something is added to it: for a key that is a copy of it. */
export class Sum {
  constructor(
    readonly attribute: string,
    readonly added: unknown,
  ) {}
}

export function sumOf(attribute: string, added: unknown): Sum {
  return new Sum(attribute, added);
}

/** An update expression with its names and values, beside those of the request's condition. */
export function updateOf(
  changes: Changes,
  names: Record<string, string> = {},
  values: Record<string, unknown> = {},
): {
  UpdateExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues?: Record<string, any>;
} {
  const allNames = { ...names };
  const allValues: Record<string, unknown> = { ...values };
  const place = (path: Path): string =>
    path
      .map((step, at) => {
        if (typeof step === "number") return `[${step}]`;
        const alias = `#u${Object.keys(allNames).length}`;
        allNames[alias] = step;
        return at === 0 ? alias : `.${alias}`;
      })
      .join("");
  const value = (given: unknown): string => {
    if (given instanceof Sum) return `if_not_exists(${place([given.attribute])}, ${value(0)}) + ${value(given.added)}`;
    const alias = `:u${Object.keys(allValues).length}`;
    allValues[alias] = given;
    return alias;
  };
  const sections: [string, string[]][] = [
    ["SET", (changes.set ?? []).map(([path, given]) => `${place(path)} = ${value(given)}`)],
    ["REMOVE", (changes.remove ?? []).map(place)],
    ["ADD", (changes.add ?? []).map(([path, given]) => `${place(path)} ${value(given)}`)],
  ];
  return {
    UpdateExpression: sections
      .filter(([, parts]) => parts.length > 0)
      .map(([word, parts]) => `${word} ${parts.join(", ")}`)
      .join(" "),
    ExpressionAttributeNames: allNames,
    ...(Object.keys(allValues).length > 0 ? { ExpressionAttributeValues: allValues } : {}),
  };
}
"""
