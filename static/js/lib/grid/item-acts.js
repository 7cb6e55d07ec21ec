// Actions on whole sample items: add, duplicate, paste, generate. Each is one change, and one undo step.

import { edit } from "../sync/edits.js";
import { openMenu } from "../menu.js";
import { get, post, say, sentence, show } from "../sync/server.js";

const door = (name) => `${document.querySelector("item-grid").dataset.items}${name}/`;

/** The menu of the grid's toolbar. `grid` is the element with the selection and the focus. */
export function itemsMenu(from, grid) {
  openMenu(from, itemsActs(grid));
}

/** Menu entries for the items: [label, keys, action]. */
export function itemsActs(grid) {
  const chosen = grid.chosen;
  const names = [...document.querySelectorAll("#grid select[name=entity] option")].filter((one) => one.value);
  const acts = names.slice(0, 12).map((one) => [`Add ${one.textContent}`, "", () => addItem(grid, one.value)]);
  acts.push(["Generate samples", "", openSamples], ["Paste rows", "Ctrl V", () => openPaste("", grid.entity)]);
  if (chosen.length) {
    const items = chosen.length === 1 ? "item" : `${chosen.length} items`;
    acts.push([`Copy ${items} as rows`, "Ctrl C", () => grid.copy("rows")], [`Copy ${items} as DynamoDB JSON`, "Ctrl Alt C", () => grid.copy("json")]);
    if (!grid.mayEdit) return acts.slice(-2);
    acts.push([`Duplicate ${items}`, "Ctrl D", () => duplicate(grid, chosen)], [`Delete ${items}`, "Del", () => grid.remove_()]);
  }
  return acts;
}

/** A new item of an entity, in the item collection of `near` if possible, with suggested values. */
export async function addItem(grid, entity, near = "") {
  await make(grid, { entity, near }, "");
}

/** Duplicates of the items, with new identities. */
export async function duplicate(grid, ids) {
  await make(grid, { copy: ids.join(",") }, ids.length > 1 ? `duplicated ${ids.length} items` : "");
}

async function make(grid, asked, label) {
  const address = new URL(door("new"), location.href);
  address.search = new URLSearchParams(asked);
  const answer = await get(address);
  if (answer.status !== 200) {
    say(sentence(answer.text), true);
    return;
  }
  const { edits } = JSON.parse(answer.text);
  const { ok } = await edit(edits, { label });
  if (ok && edits.length) await grid.seek(edits[0].id, ".value:not(.key)");
}

/** Rows from a spreadsheet: a preview of the new items, with refused rows and reasons, is shown first. */
export async function openPaste(text, entity = "") {
  const answer = await post(door("paste"), { text, entity });
  if (answer.status !== 200) {
    say(sentence(answer.text), true);
    return;
  }
  const { html, edits, label } = JSON.parse(answer.text);
  const dialog = show(html);
  const again = () => openPaste(dialog.querySelector("textarea")?.value ?? text, dialog.querySelector("[name=entity]").value);
  dialog.querySelector("[name=entity]")?.addEventListener("change", again);
  dialog.querySelector("[data-read]")?.addEventListener("click", again);
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.querySelector("[data-take]")?.addEventListener("click", async () => {
    dialog.close();
    const { ok } = await edit(edits, { label });
    if (ok) say(`${label.charAt(0).toUpperCase()}${label.slice(1)}. You can undo this.`);
  });
}

/** Sample items from formats. */
export async function openSamples() {
  const answer = await get(door("samples"));
  if (answer.status !== 200) {
    say(sentence(answer.text), true);
    return;
  }
  const dialog = show(answer.text);
  const form = dialog.querySelector("form");
  const part = dialog.querySelector("[data-preview]");
  const fields = () => new URLSearchParams(new FormData(form));
  const preview = async () => {
    const made = await post(form.dataset.previewAt, fields());
    part.innerHTML = made.status === 200 ? made.text : "";
    if (made.status !== 200) part.textContent = sentence(made.text);
  };
  form.addEventListener("change", preview);
  dialog.querySelector("[data-all]").addEventListener("input", (event) => {
    for (const field of form.querySelectorAll("[data-count]")) field.value = event.target.value;
  });
  dialog.querySelector("[data-shuffle]").addEventListener("click", () => {
    form.elements.seed.value = Math.floor(Math.random() * 1_000_000);
    void preview();
  });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    const made = await post(form.action, fields());
    button.disabled = false;
    if (made.status === 204) {
      dialog.close();
      document.dispatchEvent(new CustomEvent("keysheet:saved", { detail: { revision: made.revision } }));
      say("Samples generated. You can undo this.");
    } else part.textContent = sentence(made.text);
  });
  void preview();
}
