// A name edited in place of its element: Enter and leaving save it, Escape cancels.

/** `typed` is the letter that began the edit: what follows is added to it, and without one the name is replaced. */
export function nameInput(shown, { value, typed = null, label, save }) {
  const holder = shown.closest("th") ?? shown.parentElement;
  const input = Object.assign(document.createElement("input"), { className: "name-input", defaultValue: typed ?? value, spellcheck: false, autocomplete: "off", maxLength: 255 });
  input.setAttribute("aria-label", label);
  holder.setAttribute("data-editing", "");
  shown.hidden = true;
  shown.after(input);
  input.focus();
  if (typed === null) input.select();
  else input.setSelectionRange(typed.length, typed.length);
  let isDone = false;

  function leave(isSaved) {
    if (isDone) return;
    isDone = true;
    const name = input.value.trim();
    const hadFocus = document.activeElement === input;
    input.remove();
    shown.hidden = false;
    holder.removeAttribute("data-editing");
    holder.closest("[data-fragment]")?.setAttribute("data-version", "");
    if (hadFocus) shown.focus();
    if (isSaved && name) void save(name);
    else shown.dispatchEvent(new CustomEvent("keysheet:refresh", { bubbles: true }));
  }

  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" || event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      leave(event.key !== "Escape");
    }
  });
  input.addEventListener("blur", () => leave(true));
}
