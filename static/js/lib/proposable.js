/**
 * The button above the Requirements works once the design lacks nothing for it; otherwise the sentence beside it says what it lacks:
 * the rows that were read and are not added yet, if there are any. Without `lacks`, the rows have changed and not the design.
 */
export function proposable(lacks) {
  const bar = document.querySelector(".proposes");
  const button = bar?.querySelector("[data-proposes]");
  if (!button) return;
  const lack = lacks ?? button.dataset.lacks;
  const isRead = document.querySelector(".reading-rows li") !== null;
  button.dataset.lacks = lack;
  button.disabled = Boolean(lack);
  bar.querySelector("[data-lacking]").textContent = lack && (isRead ? "Add the rows below first." : `${lack}.`);
  bar.querySelector("[data-ready]").hidden = Boolean(lack);
}
