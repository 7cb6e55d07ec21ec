import { Entity, item, number, string } from "dynamodb-toolbox";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { sessions } from "./../table.js";

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
