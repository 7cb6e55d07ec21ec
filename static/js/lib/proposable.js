/** The button above the Requirements works once the design lacks nothing for it; otherwise the sentence beside it says what it lacks. */
export function proposable(lacks) {
  const bar = document.querySelector(".proposes");
  const button = bar?.querySelector("[data-proposes]");
  if (!button) return;
  button.disabled = Boolean(lacks);
  bar.querySelector("[data-lacking]").textContent = lacks && `${lacks}.`;
  bar.querySelector("[data-ready]").hidden = Boolean(lacks);
}
