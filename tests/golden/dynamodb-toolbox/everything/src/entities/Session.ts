import { Entity, item, number, string } from "dynamodb-toolbox";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { sessions } from "./../table.js";

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
  return { ...item, ...sessionByUserKeys(item), ...sessionKey(item) };
}

/** Session in sessions. */
export const Session = new Entity({
  name: "Session",
  table: sessions,
  schema: item({
    id: string().key(),
    user: string().optional(),
    seen: number(),
  }),
  entityAttribute: false,
  timestamps: false,
});
