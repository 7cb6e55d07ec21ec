import { Entity } from "electrodb";
import { text, together } from "./../keys.js";
import type { Keys } from "./../keys.js";
import { client, tableNames } from "./../table.js";

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
  return { ...item, ...sessionByUserKeys(item), ...sessionKey(item), __edb_e__: "Session", __edb_v__: "1" };
}

/** Session in sessions. */
export const Session = new Entity({
  model: { entity: "Session", version: "1", service: "sessions" },
  attributes: {
    id: { type: "string", required: true },
    user: { type: "string" },
    seen: { type: "number", required: true },
  },
  indexes: {
    primary: {
      pk: { field: "id", composite: ["id"], casing: "none" },
    },
    byUser: {
      index: "byUser",
      projection: ["seen", "user", "id"],
      pk: { field: "user", composite: ["user"], casing: "none" },
    },
  },
}, { client, table: tableNames.sessions });
