// A menu at an element or at the pointer: in the top layer, usable by keyboard, closed by Escape or a click outside, and when its
// element is removed.

import { sayRemoved } from "./sync/held.js";

/** `acts` are [label, keys, action, color class or nothing]. The focus returns to the previous element. */
export function openMenu(from, acts, at = null) {
  const back = document.activeElement;
  const menu = document.createElement("div");
  menu.className = "menu";
  menu.popover = "auto";
  menu.setAttribute("role", "menu");
  menu.append(...acts.map(([words, keys, act, hue]) => item(words, keys, hue, () => close(act))));
  menu.addEventListener("keydown", (event) => walk(event, menu));
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && gone());
  document.body.append(menu);
  menu.showPopover();
  put(menu, from.getBoundingClientRect(), at);
  menu.firstElementChild.focus();
  const stop = new AbortController();
  document.addEventListener("keysheet:swapped", left, { signal: stop.signal });

  function left() {
    if (from.isConnected) return;
    menu.hidePopover();
    gone();
    void sayRemoved(from);
  }
  function close(act) {
    menu.hidePopover();
    gone();
    act();
  }
  function gone() {
    if (!menu.isConnected) return;
    const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
    stop.abort();
    menu.remove();
    if (hadFocus && back?.isConnected) back.focus();
  }
}

function item(words, keys, hue, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
  button.setAttribute("role", "menuitem");
  button.append(Object.assign(document.createElement("span"), { textContent: words, className: hue ? `entity ${hue}` : "" }));
  if (keys) button.append(Object.assign(document.createElement("kbd"), { textContent: keys }));
  button.addEventListener("click", act);
  return button;
}

function walk(event, menu) {
  const items = [...menu.children];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[event.key];
  event.stopPropagation();
  if (event.key === "Tab") event.preventDefault();
  if (to === undefined) return;
  event.preventDefault();
  items[to].focus();
}

/** Below its element, or above it if there is no space. */
export function put(floating, box, at = null) {
  const { width, height } = floating.getBoundingClientRect();
  const x = at?.x ?? box.left;
  const below = at?.y ?? box.bottom + 2;
  const y = below + height > innerHeight - 8 ? Math.max(8, (at?.y ?? box.top - 2) - height) : below;
  floating.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  floating.style.top = `${y}px`;
}
