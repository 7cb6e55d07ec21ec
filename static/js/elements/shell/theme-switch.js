// Light, dark, or the system theme: stored in a cookie, so that the server renders the first page with it.

const YEAR_SECONDS = 31_536_000;
const NEXT = { system: "light", light: "dark", dark: "system" };

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", () => choose(NEXT[current()]));
    this.say();
  }

  say() {
    const button = this.querySelector("button");
    button.title = `Theme: ${current()}. Select to change to ${NEXT[current()]}.`;
    button.querySelector(".for-readers").textContent = button.title;
  }
}

function current() {
  return document.documentElement.dataset.theme || "system";
}

function choose(theme) {
  document.documentElement.dataset.theme = theme === "system" ? "" : theme;
  document.cookie = `keysheet-theme=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  for (const one of document.querySelectorAll("theme-switch")) one.say();
}

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-theme-choice]");
  if (asked) choose(asked.dataset.themeChoice);
});
customElements.define("theme-switch", ThemeSwitch);
