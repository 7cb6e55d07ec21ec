// A form of a page that loads the same page again: who sent it goes on at the same control, else at what the page says about it.

const SHELF = "keysheet-place";
const NOT_COMPARED = "csrfmiddlewaretoken";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || !form.closest("main")) return;
  const section = form.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby") ?? "";
  const isByKeys = document.documentElement.hasAttribute("data-by-keys");
  sessionStorage.setItem(SHELF, JSON.stringify({ page: location.pathname, sent: sentBy(form, submitter), section, isByKeys }));
});

/** What a button of a form sends, as text. */
function sentBy(form, submitter) {
  const sent = new FormData(form, submitter);
  sent.delete(NOT_COMPARED);
  return `${form.getAttribute("action") ?? ""}?${new URLSearchParams(sent)}`;
}

function control(sent) {
  const buttons = [...document.querySelectorAll("main form[method=post] [type=submit]")];
  return buttons.find((one) => sentBy(one.form, one) === sent);
}

function goOn() {
  const kept = JSON.parse(sessionStorage.getItem(SHELF) ?? "null");
  sessionStorage.removeItem(SHELF);
  if (kept?.page !== location.pathname || document.activeElement !== document.body) return;
  const same = control(kept.sent);
  const target = same ?? document.querySelector("main .messages") ?? document.getElementById(kept.section);
  if (!target) return;
  if (!same) target.tabIndex = -1;
  target.focus({ focusVisible: kept.isByKeys });
}

goOn();
