// Whether the last act was by keyboard: the scrollbars of the panel with the focus are shown then, otherwise those of the panel
// under the pointer.

const root = document.documentElement;
const by = (keys) => () => {
  if (root.hasAttribute("data-by-keys") !== keys) root.toggleAttribute("data-by-keys", keys);
};

document.addEventListener("keydown", by(true), { capture: true, passive: true });
for (const name of ["pointermove", "pointerdown", "wheel"]) document.addEventListener(name, by(false), { capture: true, passive: true });
