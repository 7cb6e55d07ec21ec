// Actions on whole sample items: add, duplicate, paste, generate. Each is one change, and one undo step.

import { afresh } from "../sync/afresh.js";
import { edit } from "../sync/edits.js";
import { openMenu } from "../menu.js";
import { get, morphInside, post, say, sentence, show } from "../sync/server.js";

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
  let found = await rowsAsItems(text, entity);
  if (!found) return;
  const dialog = show(found.html);
  const form = dialog.querySelector(".samples-form");
  const chosen = () => form.querySelector("[name=entity]").value;
  const again = () => openPaste(form.querySelector("textarea")?.value ?? text, chosen());
  const take = async () => {
    dialog.close();
    const { ok } = await edit(found.edits, { label: found.label });
    if (ok) say(`${found.label.charAt(0).toUpperCase()}${found.label.slice(1)}. You can undo this.`);
  };
  form.addEventListener("change", ({ target }) => target.matches("[name=entity]") && again());
  form.addEventListener("click", ({ target }) => {
    if (target.closest("[data-close]")) dialog.close();
    else if (target.closest("[data-read]")) again();
    else if (target.closest("[data-take]")) void take();
  });
  if (!form.querySelector("textarea"))
    afresh(form, async () => {
      const now = await rowsAsItems(text, chosen());
      if (!now || now.html === found.html || !form.checkVisibility()) return;
      found = now;
      await morphInside(dialog, now.html);
    });
}

/** What the rows are as items of an entity: {html, edits, label}. */
async function rowsAsItems(text, entity) {
  const answer = await post(door("paste"), { text, entity });
  if (answer.status === 200) return JSON.parse(answer.text);
  say(sentence(answer.text), true);
  return null;
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
  const list = form.querySelector(".samples-list");
  afresh(form, async () => {
    const now = await get(door("samples"));
    if (now.status === 200 && form.checkVisibility()) await morphInside(list, withCounts(now.text, list));
    await preview();
  });
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

/** The entities of the dialog as they are now, with the numbers that were typed. */
function withCounts(html, list) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(".samples-list");
  for (const field of fresh.querySelectorAll("[data-count]")) {
    const typed = list.querySelector(`#${CSS.escape(field.id)}`);
    if (typed) field.setAttribute("value", typed.value);
  }
  return fresh.innerHTML;
}
