// The choices of a reader are kept in the URL: they survive a reload, and colleagues see the same.

const TYPING_MS = 150;

/**
 * Let the controls inside an element select: buttons with `data-choose` (the name) and `data-value`, with `data-many` for
 * several at the same time and `data-toggle` for one that is on or off, and with `data-choose-none` (names) to clear; fields
 * with a name and `data-choice`.
 */
export function choosing(element, { signal }) {
  let typing = 0;
  element.addEventListener("click", (event) => clicked(event), { signal });
  element.addEventListener("change", (event) => typed(event.target), { signal });
  element.addEventListener(
    "input",
    (event) => {
      if (event.target.type !== "search") return;
      clearTimeout(typing);
      typing = setTimeout(() => typed(event.target), TYPING_MS);
    },
    { signal },
  );
}

function clicked(event) {
  const button = event.target.closest("[data-choose], [data-choose-none]");
  if (!button) return;
  if ("chooseNone" in button.dataset) {
    choose(Object.fromEntries(button.dataset.chooseNone.split(" ").map((name) => [name, ""])));
    return;
  }
  const { choose: name, value } = button.dataset;
  if ("many" in button.dataset) choose({ [name]: toggled(name, value) });
  else if ("toggle" in button.dataset) choose({ [name]: chosen(name) === value ? "" : value });
  else choose({ [name]: value });
}

function typed(field) {
  if ("choice" in field.dataset && field.name) choose({ [field.name]: field.value });
}

/** The value of a query parameter; "" if it is absent. */
export function chosen(name) {
  return new URLSearchParams(location.search).get(name) ?? "";
}

function toggled(name, value) {
  const all = new Set(chosen(name).split(",").filter(Boolean));
  if (!all.delete(value)) all.add(value);
  return [...all].join(",");
}

/** Write choices into the address, remove the names of empty ones, and request the page again. */
export function choose(choices) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(choices)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href === location.href) return;
  history.replaceState(history.state, "", address);
  document.dispatchEvent(new CustomEvent("keysheet:refresh"));
}
