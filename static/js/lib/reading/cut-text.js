// A text that does not fit its place is read whole in a tooltip, wherever it is: under the pointer, and only while it is cut.

document.addEventListener("pointerover", ({ target }) => {
  const isCut = target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX === "hidden";
  if (isCut && hasText(target) && !target.closest("[title]")) target.title = target.textContent.replace(/\s+/g, " ").trim();
}, { passive: true });

const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
