import type { Entity } from "dynamodb-onetable";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";

/** What the keys of Session are made of: its attributes, as far as they are known. */
export interface SessionFields {
  id?: string | undefined;
  user?: string | undefined;
  seen?: number | undefined;
}

/** What Session writes into the table's own key; nothing where it is not in it. */
export function sessionKey(item: SessionFields): Keys {
  return together({ id: text`${item.id}` });
}

/** What Session writes into byUser; nothing where it is not in it. */
export function sessionByUserKeys(item: SessionFields): Keys {
  return together({ user: text`${item.user}` });
}

/** The item as it is stored. */
export function storedSession(item: SessionFields): Record<string, any> {
  return { ...item, ...sessionByUserKeys(item), ...sessionKey(item) };
}

/** Session in sessions. */
export const SessionModel = {
  id: { type: String, required: true },
  user: { type: String },
  seen: { type: Number, required: true },
} as const;

export type SessionType = Entity<typeof SessionModel>;
