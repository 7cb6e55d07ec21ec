// Key sheets of several tables below each other. The one of the selected table is current: the grid shows its items.

const PLAIN = "keysheet-sheet";

export class SheetTables {
  #wasCurrent = false;

  constructor(sheet) {
    this.sheet = sheet;
  }

  /** A table that a link has selected is brought into view; one that is selected because it is edited is there already. */
  show() {
    const { sheet } = this;
    const isCurrent = sheet.hasAttribute("data-current");
    const isNew = isCurrent && !this.#wasCurrent;
    this.#wasCurrent = isCurrent;
    const section = sheet.closest(".table-sheet");
    if (!isNew || sheet.contains(document.activeElement) || !section.parentElement.querySelector(".table-sheet + .table-sheet")) return;
    section.scrollIntoView({ block: "start" });
  }

  /** Whether the results of templates are hidden, so that more entities fit on the screen. The browser remembers it. */
  get isPlain() {
    return localStorage.getItem(PLAIN) === "plain";
  }

  keepPlain(isPlain) {
    localStorage.setItem(PLAIN, isPlain ? "plain" : "");
    for (const one of sheets()) one.tables.showPlain();
  }

  showPlain() {
    this.sheet.dataset.kept = this.isPlain ? "plain" : "";
  }

  /** Where an arrow key goes from the first or last row: the same column of the table above or below, if there is one. */
  beyond(key, column) {
    if (key !== "ArrowDown" && key !== "ArrowUp") return null;
    const all = sheets();
    const next = all[all.indexOf(this.sheet) + (key === "ArrowDown" ? 1 : -1)];
    const rows = next?.stops().filter((row) => row.some((place) => place.length)) ?? [];
    const row = key === "ArrowDown" ? rows[0] : rows.at(-1);
    const place = row?.[column]?.length ? row[column] : row?.find((one) => one.length);
    return (key === "ArrowDown" ? place?.[0] : place?.at(-1)) ?? null;
  }
}

/** Whether the palette offers the actions of a sheet: of the one with the focus, else of the current one. */
export function isActing(sheet) {
  const focused = document.activeElement?.closest?.("key-sheet");
  return focused ? focused === sheet : sheet.hasAttribute("data-current");
}

function sheets() {
  return [...document.querySelectorAll("key-sheet")];
}
