// Focuses the target of a link: the first of several elements that exists and can be focused.

const TAKES = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";

/** Focus the first of these ids (separated by spaces) that can have the focus, or its content; false if none can. */
export function focusOn(ids) {
  for (const id of ids.split(" ").filter(Boolean)) {
    const found = document.getElementById(id);
    const target = found?.matches(TAKES) ? found : found?.querySelector(TAKES);
    if (!target) continue;
    for (let above = target.closest("details"); above; above = above.parentElement.closest("details")) above.open = true;
    target.focus();
    target.scrollIntoView({ block: "nearest" });
    return true;
  }
  return false;
}
