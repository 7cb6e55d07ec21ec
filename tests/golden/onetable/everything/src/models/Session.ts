import type { Entity } from "dynamodb-onetable";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";

/** What the keys of Session are made of: its attributes, if known. */
export interface SessionFields {
  id?: string | undefined;
  user?: string | undefined;
  seen?: number | undefined;
}

/** Returns what Session writes into the table's own key; empty if the item is not in it. */
export function sessionKey(item: SessionFields): Keys {
  return together({ id: text`${item.id}` });
}

/** Returns what Session writes into byUser; empty if the item is not in it. */
export function sessionByUserKeys(item: SessionFields): Keys {
  return together({ user: text`${item.user}` });
}

/** The item as it is stored. */
export function storedSession(item: SessionFields): Record<string, any> {
  return { ...item, ...sessionByUserKeys(item), ...sessionKey(item), _type: "Session" };
}

/** Session in sessions. */
export const SessionModel = {
  id: { type: String, required: true },
  user: { type: String },
  seen: { type: Number, required: true },
} as const;

export type SessionType = Entity<typeof SessionModel>;
