"""What cannot be reached on a page or in its dialog: at 200% zoom, which halves the window, and on a phone."""

HALVES = ({"width": 640, "height": 450}, {"width": 720, "height": 450})
"""Of windows of 1280 and 1440 pixels, 900 high."""

OUT_OF_REACH = """() => {
  const holder = document.querySelector("dialog[open]") ?? document.body;
  const root = document.scrollingElement;
  const overflow = (one, axis) => getComputedStyle(one)[axis === "x" ? "overflowX" : "overflowY"];
  const scrolls = (one, axis) => ["auto", "scroll"].includes(overflow(one, axis));
  const said = (one) => one.ariaLabel ?? one.textContent.trim().slice(0, 40);
  const called = (one) => `${one.tagName} ${one.id} ${one.className} ${said(one)}`;
  const isPast = ([from, to], [first, last]) => from >= last - 1 || to <= first + 1;
  const found = [];
  const reachable = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const box = { x: [left, right], y: [top, bottom] };
    const isFree = (above) => getComputedStyle(above).position === "fixed";
    for (let above = one; above !== document.body; above = above.parentElement) {
      if (isFree(above)) break;
      const parent = above.parentElement;
      const own = parent.getBoundingClientRect();
      for (const [axis, edges] of [["x", [own.left, own.right]], ["y", [own.top, own.bottom]]]) {
        // What scrolls can show all that is in it.
        if (scrolls(parent, axis)) box[axis] = edges;
        else if (overflow(parent, axis) !== "visible" && isPast(box[axis], edges)) return false;
      }
    }
    const isBelow = root.scrollHeight <= root.clientHeight && isPast(box.y, [0, innerHeight]);
    return !isBelow && !isPast(box.x, [0, innerWidth]);
  };
  const used = "a[href], button, input, select, textarea, summary, h1, h2, h3, [tabindex]";
  for (const one of holder.querySelectorAll(used)) {
    const { width, height } = one.getBoundingClientRect();
    const isSeen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || width <= 1 || height <= 1 || one.closest(".for-readers, .skip, [inert]")) continue;
    if (!reachable(one)) found.push(called(one));
  }
  const isTall = (one) => scrolls(one, "y") && one.scrollHeight > one.clientHeight + 1 && one.checkVisibility();
  const tall = [...holder.querySelectorAll("*")].filter(isTall);
  // The rows of the items are drawn as they scroll: they have a scrollbar of their own.
  const isInner = (one) => tall.some((other) => other !== one && other.contains(one));
  const inner = tall.filter((one) => !one.matches("item-grid, textarea, select") && isInner(one));
  found.push(...inner.map((one) => `second scrollbar: ${called(one)}`));
  const { top = 0, bottom = 0 } = document.querySelector("dialog[open]")?.getBoundingClientRect() ?? {};
  if (top < 0 || bottom > innerHeight) found.push("the dialog is larger than the window");
  return found;
}"""
PHONE = {"width": 390, "height": 844}
