// The changes of a colleague flash once in their color; not with reduced motion.

const MOST = 24;
const LASTS_MS = 1200;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The texts of a region's named elements, before it is swapped. */
export function texts(region) {
  const found = new Map();
  for (const element of region.querySelectorAll("[id]")) found.set(element.id, said(element));
  return found;
}

function said(element) {
  return element.matches("input, textarea, select") ? (element.dataset.saved ?? element.defaultValue ?? element.value) : element.textContent;
}

/** The innermost named elements whose text changed, or that are new. */
export function changed(region, before) {
  const other = [...region.querySelectorAll("[id]")].filter((element) => before.get(element.id) !== said(element));
  const names = new Set(other);
  for (const element of other) {
    const isNew = !before.has(element.id);
    for (let above = element.parentElement; above && above !== region; above = above.parentElement) {
      // A new row flashes as a whole; a row in which one cell changed does not.
      if (isNew && names.has(above) && !before.has(above.id)) names.delete(element);
      else if (names.has(element)) names.delete(above);
    }
  }
  return [...names];
}

/** Flash what differs from `before` in a person's color; not if everything changed. */
export function flash(region, before, color) {
  if (calm.matches || !before.size) return;
  const found = changed(region, before);
  if (found.length > MOST) return;
  for (const element of found) {
    element.classList.add("flash", color);
    setTimeout(() => {
      element.classList.remove("flash");
      if (element.dataset.person !== color) element.classList.remove(color);
    }, LASTS_MS);
  }
}
