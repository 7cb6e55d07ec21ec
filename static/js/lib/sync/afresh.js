// A dialog that says what its button will do: after each change of a colleague, it asks again what that is.

import { Latest } from "./latest.js";

/** Call `ask` after each change of the design, as long as the element is shown. */
export function afresh(element, ask) {
  const asked = new Latest(ask);
  const stop = new AbortController();
  const changed = () => (element.checkVisibility() ? asked.ask() : stop.abort());
  document.addEventListener("keysheet:swapped", changed, { signal: stop.signal });
}
