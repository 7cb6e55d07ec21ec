// Going to what a link is about: the first of several elements that is there and takes the focus.

const TAKES = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]";

/** Put the focus on the first of these ids (apart by blanks) that can have it, or on what it holds; false where none can. */
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
