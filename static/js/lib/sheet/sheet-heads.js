// Headers of the key sheet, several at once: entities or indexes are selected, moved, duplicated and removed together.

import { RowChoice } from "../row-choice.js";
import { say } from "../sync/server.js";

const ARROWS = { entities: { ArrowDown: 1, ArrowUp: -1 }, indexes: { ArrowRight: 1, ArrowLeft: -1 } };
const ROWS = "[data-row]";
const COLUMNS = "th[data-column]:not([data-column=''])";

export class SheetHeads {
  constructor(sheet, signal) {
    const choice = (selector, idOf, words) => new RowChoice({ rows: () => [...sheet.querySelectorAll(selector)], idOf, told: (ids) => told(ids, words) });
    this.kinds = {
      entities: choice(ROWS, (row) => row.dataset.row, "entities"),
      indexes: choice(COLUMNS, (column) => column.dataset.column, "indexes"),
    };
    this.sheet = sheet;
    sheet.addEventListener("click", (event) => this.clicked(event), { signal, capture: true });
  }

  /** {kind, row, choice} of a header; null for the table's own key and for buttons. */
  #found(head) {
    const row = head?.closest(`${ROWS}, ${COLUMNS}`);
    if (!row || !head.matches("[data-head]")) return null;
    const kind = row.matches(ROWS) ? "entities" : "indexes";
    return { kind, row, choice: this.kinds[kind] };
  }

  clicked(event) {
    if (event.target.closest("button, input")) return;
    const head = event.target.closest("th")?.querySelector("a[data-head]");
    const found = this.#found(head);
    if (!found) {
      this.clear();
      return;
    }
    const { kind, row, choice } = found;
    this.clear(kind);
    if (choice.clicked(event, row)) head.focus();
  }

  /** What a key does to the selection of headers, or null. */
  actOf(event, head) {
    const found = this.#found(head);
    if (!found) return null;
    const { kind, row, choice } = found;
    const step = ARROWS[kind][event.key];
    if (event.shiftKey && step && !event.altKey) return () => this.#stretch(kind, row, step);
    if (event.key === " " && !event.ctrlKey) return () => choice.toggle(row);
    if (event.key === "Escape" && choice.ids.length) return () => choice.clear();
    return null;
  }

  #stretch(kind, row, step) {
    const choice = this.kinds[kind];
    const rows = choice.rows();
    const to = rows[rows.indexOf(row) + step];
    if (!to) return;
    choice.extend(to, row);
    to.querySelector("a[data-head]").focus();
  }

  /** The ids of the parts for an action at a header, in order. */
  of(head) {
    const found = this.#found(head);
    return found ? found.choice.of(found.row) : [];
  }

  clear(except = "") {
    for (const [kind, choice] of Object.entries(this.kinds)) if (kind !== except) choice.clear();
  }

  show() {
    for (const choice of Object.values(this.kinds)) choice.show();
  }
}

function told(ids, words) {
  say(ids.length > 1 ? `${ids.length} ${words} selected. Delete removes them, Ctrl D duplicates them, Alt and an arrow key moves them.` : "");
}
