// Which part of the grid a page asks for: what is seen of it, and room on both sides, so that a little scrolling asks nothing.

const USUAL_PIXELS = 600;
const USUAL_WINDOW = 1400;
const ROOM_PIXELS = 800;
const STEP_PIXELS = 400;
const NEAR_PIXELS = 220;
const DRAFT_ROOM = 160;

/** Pixels that a page wants; '' where it is no taller than the server expects. In steps, so that pages share what they are sent. */
export function tall(grid) {
  const own = grid?.clientHeight ?? 0;
  return own > USUAL_PIXELS ? Math.ceil(own / STEP_PIXELS) * STEP_PIXELS + ROOM_PIXELS : "";
}

/** Where a window begins that has this pixel on top of what is seen, and as much above that as below it. */
export function around(grid, top) {
  return Math.max(1, Math.round(top - ((tall(grid) || USUAL_WINDOW) - grid.clientHeight) / 2));
}

/** Is the window that is here nearly scrolled through? A draft is short, and asked for again only at its end. */
export function isShort(grid) {
  const near = grid.hasAttribute("data-draft") ? 0 : NEAR_PIXELS;
  const first = Number(grid.dataset.before ?? 0);
  const top = grid.scrollTop;
  const bottom = top + grid.clientHeight;
  return (top < first + near && first > 0) || (bottom > first + Number(grid.dataset.drawn ?? 0) - near && Number(grid.dataset.after ?? 0) > 0);
}

/** A place (`place()`) for a draft: what is seen and little more, since it is asked for at every keystroke. */
export function ofDraft(place) {
  const grid = document.querySelector("item-grid");
  if (!grid) return place;
  const query = new URLSearchParams(place);
  query.set("tall", grid.clientHeight + DRAFT_ROOM * 2);
  if (grid.scrollTop > 0) query.set("first", Math.max(1, Math.round(grid.scrollTop - DRAFT_ROOM)));
  return `?${query}`;
}
