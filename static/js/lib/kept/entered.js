// What somebody has chosen or typed in a form stays until it is sent or reset, whatever draws the page anew meanwhile. Without this,
// an option or a radio button that arrives selected, as the default of the server, replaces the choice.

const entered = new Set();

function changed({ target }) {
  if (!target.form || !target.name || target.type === "file" || "choice" in target.dataset) return;
  const group = target.type === "radio" ? [...target.form.elements].filter((one) => one.name === target.name) : [target];
  for (const one of group) entered.add(one);
}

function forgotten({ target: form }) {
  for (const field of form.elements) entered.delete(field);
}

for (const name of ["input", "change"]) document.addEventListener(name, changed, true);
for (const name of ["submit", "reset"]) document.addEventListener(name, forgotten, true);

const isSwitch = ({ type }) => type === "radio" || type === "checkbox";
const valueOf = (field) => (isSwitch(field) ? field.checked : field.value);

/** The field and its form, by name: a swap can make another field of the same element. */
function placeOf(field) {
  const { form } = field;
  return [form?.getAttribute("action"), form?.id, form?.className, field.name, isSwitch(field) && field.value].join();
}

// The swap follows the event at once; what comes after it in this turn sees the fields as they were.
document.addEventListener("htmx:before:swap", () => {
  for (const field of entered) if (!field.isConnected) entered.delete(field);
  const before = [...entered].map((field) => ({ field, place: placeOf(field), value: valueOf(field) }));
  if (before.length) queueMicrotask(() => before.forEach(restore));
});

function restore({ field, place, value }) {
  if (!field.isConnected) return;
  if (placeOf(field) !== place) entered.delete(field);
  else if (valueOf(field) === value) return;
  else if (isSwitch(field)) field.checked = value;
  else if (!field.options || [...field.options].some((one) => one.value === value)) field.value = value;
}
