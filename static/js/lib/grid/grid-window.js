// The part of the grid that a page requests: the visible part with a margin on both sides, so that short scrolling requests
// nothing.

const USUAL_PIXELS = 600;
const USUAL_WINDOW = 1400;
const ROOM_PIXELS = 800;
const STEP_PIXELS = 400;
const NEAR_PIXELS = 220;
const DRAFT_ROOM = 160;

/**
 * The height in pixels that a page requests; '' if the default of the server is sufficient. In steps, so that pages share
 * responses.
 */
export function tall(grid) {
  const own = grid?.clientHeight ?? 0;
  return own > USUAL_PIXELS ? Math.ceil(own / STEP_PIXELS) * STEP_PIXELS + ROOM_PIXELS : "";
}

/** The start of a window in which this pixel is at the top of the visible part, with the same margin above and below. */
export function around(grid, top) {
  return Math.max(1, Math.round(top - ((tall(grid) || USUAL_WINDOW) - grid.clientHeight) / 2));
}

/** Is the end of the current window near? A draft is short, and requested again only at its end. */
export function isShort(grid) {
  const near = grid.hasAttribute("data-draft") ? 0 : NEAR_PIXELS;
  const first = Number(grid.dataset.before ?? 0);
  const top = grid.scrollTop;
  const bottom = top + grid.clientHeight;
  return (top < first + near && first > 0) || (bottom > first + Number(grid.dataset.drawn ?? 0) - near && Number(grid.dataset.after ?? 0) > 0);
}

/** A place (`place()`) for a draft: the visible part and little more, because it is requested at every keystroke. */
export function ofDraft(place) {
  const grid = document.querySelector("item-grid");
  if (!grid) return place;
  const query = new URLSearchParams(place);
  query.set("tall", grid.clientHeight + DRAFT_ROOM * 2);
  if (grid.scrollTop > 0) query.set("first", Math.max(1, Math.round(grid.scrollTop - DRAFT_ROOM)));
  return `?${query}`;
}
