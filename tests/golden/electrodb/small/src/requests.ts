// Batches of any size, and updates in DynamoDB's form. Written by Keysheet.

import { BatchGetCommand, BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { BatchGetCommandInput, BatchWriteCommandInput, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Keys } from "./keys.js";

type Gets = NonNullable<BatchGetCommandInput["RequestItems"]>;
type Writes = NonNullable<BatchWriteCommandInput["RequestItems"]>;

const GETS_MAX = 100;
const WRITES_MAX = 25;
const ATTEMPTS_MAX = 8;
const WAIT_MAX_MS = 5000;

/** DynamoDB did not process everything; `left` is the unprocessed rest. */
export class StillUnprocessed extends Error {
  constructor(readonly left: Gets | Writes) {
    super(`DynamoDB left a part of the batch unprocessed, ${ATTEMPTS_MAX} times`);
  }
}

/** The items of a batch of keys, unordered. Throws StillUnprocessed. */
export async function batchGet(client: DynamoDBDocumentClient, asked: Gets): Promise<Record<string, any>[]> {
  const keys = Object.entries(asked).flatMap(([name, one]) => (one.Keys ?? []).map((key) => ({ name, key })));
  const found: Record<string, any>[] = [];
  for (let first = 0; first < keys.length; first += GETS_MAX) {
    const request: Gets = {};
    for (const { name, key } of keys.slice(first, first + GETS_MAX)) {
      (request[name] ??= { ...asked[name], Keys: [] }).Keys!.push(key);
    }
    await whole(request, async (left) => {
      const answer = await client.send(new BatchGetCommand({ RequestItems: left }));
      found.push(...Object.values(answer.Responses ?? {}).flat());
      return answer.UnprocessedKeys;
    });
  }
  return found;
}

/** Puts and deletes of any number, by table. Throws StillUnprocessed. */
export async function batchWrite(client: DynamoDBDocumentClient, writes: Writes): Promise<void> {
  const all = Object.entries(writes).flatMap(([name, some]) => (some ?? []).map((one) => ({ name, one })));
  for (let first = 0; first < all.length; first += WRITES_MAX) {
    const request: Writes = {};
    for (const { name, one } of all.slice(first, first + WRITES_MAX)) (request[name] ??= []).push(one);
    await whole(request, async (left) => {
      return (await client.send(new BatchWriteCommand({ RequestItems: left }))).UnprocessedItems;
    });
  }
}

async function whole<T extends Gets | Writes>(request: T, send: (left: T) => Promise<T | undefined>): Promise<void> {
  let left = request;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    left = (await send(left)) ?? ({} as T);
    if (Object.keys(left).length === 0) return;
    // A randomized wait that doubles.
    const most = Math.min(WAIT_MAX_MS, 50 * 2 ** attempt);
    await new Promise((done) => setTimeout(done, Math.random() * most));
  }
  throw new StillUnprocessed(left);
}

/** A path inside an item, starting with the attribute. */
export type Path = (string | number)[];

export interface Changes {
  set?: [Path, unknown][];
  remove?: Path[];
  add?: [Path, unknown][];
}

/** Each of the names that has a key, with the key; the others with the value that removes them. */
export function writtenOr<T>(removed: T, names: string[], keys: Keys): Record<string, any> {
  return Object.fromEntries(names.map((name) => [name, keys[name] ?? removed]));
}

/** The changes of an update that give an index these keys. */
export function keyChanges(names: string[], keys: Keys): { set: [Path, unknown][]; remove: Path[] } {
  return {
    set: names.filter((name) => name in keys).map((name) => [[name], keys[name]]),
    remove: names.filter((name) => !(name in keys)).map((name) => [name]),
  };
}

/** The sum of a number and what is added to it: for a key that is a copy of it. */
export class Sum {
  constructor(
    readonly attribute: string,
    readonly added: unknown,
  ) {}
}

export function sumOf(attribute: string, added: unknown): Sum {
  return new Sum(attribute, added);
}

/** An update expression with its names and values, in addition to those of the request's condition. */
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
