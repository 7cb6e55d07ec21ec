// What the changes of this page stored. Between an answer and its drawing, however long that takes, a field shows its value from
// before: an edit that begins from there overtakes nobody.

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export class OwnValues {
  #last = new Map();

  /** A change of these edits was stored; `stored` are the fields as stored now, by "part.field". */
  remember(edits, stored) {
    for (const one of edits)
      for (const { name, value, base } of settings(one)) if (name in stored) this.#store(name, { value, base, now: stored[name] });
  }

  /** `from` are the values from which this page's last changes of the field began: one of them may still be drawn. */
  #store(name, { value, base, now }) {
    const last = this.#last.get(name);
    const from = last && [...last.from, last.base].some((one) => same(one, base)) ? [...last.from, base] : [base];
    this.#last.set(name, { from, base: now, shown: value });
  }

  /**
   * The edit, begun from what this page stored last if a value from before is drawn; `instead` is the other value from which it can
   * begin. If it sets again what was stored last, it begins from what is drawn: an undo can have taken that back, and nothing would
   * be stored.
   */
  begun(one) {
    const last = "put" in one && this.#last.get(`${one.put}.${one.field}`);
    if (!last || same(last.base, one.base) || !last.from.some((base) => same(base, one.base))) return one;
    const mine = { base: last.base, shown: last.shown };
    if (same(one.value, last.shown) || same(one.value, last.base)) return { ...one, instead: mine };
    return { ...one, ...mine, instead: { base: one.base, shown: one.shown } };
  }

  /**
   * The edits of a change that was refused because of a field, begun anew: from the other value, if exactly that is stored (an undo
   * was not drawn, or is). Null if the field has a value that this page does not know.
   */
  anew(edits, { part, field, base }) {
    const isMeant = (one) => one.put === part && one.field === field && one.instead && same(one.instead.base, base);
    return edits.some(isMeant) ? edits.map((one) => (isMeant(one) ? turned(one) : one)) : null;
  }
}

const turned = ({ instead, ...one }) => ({ ...one, ...instead });

/** The fields that an edit sets. */
function settings({ put, field, value, base, add, id, fields = {} }) {
  if (put) return [{ name: `${put}.${field}`, value, base }];
  return add ? Object.entries(fields).map(([name, made]) => ({ name: `${id}.${name}`, value: made, base: null })) : [];
}
