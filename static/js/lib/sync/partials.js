// A part of a page that the server sends later, and that fails, says so where it would be, with "Try again". Without this, an
// error page has nothing of the part, and the swap would leave an empty place.

// Nothing else: the page loads this module beside the combined one, and a module in both runs twice.
import { UNREACHED } from "./silence.js";

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (!isPart(ctx) || ctx.response.status < 400) return;
  // The answer of a refused request can be the part itself, with the reason in it.
  if (ctx.select && new DOMParser().parseFromString(ctx.text, "text/html").querySelector(ctx.select)) return;
  event.preventDefault();
  failed(ctx, `This part of the page could not be loaded (error ${ctx.response.status}).`);
});

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (ctx && isPart(ctx) && error instanceof TypeError) failed(ctx, UNREACHED);
});

function isPart(ctx) {
  return ctx.request.method === "GET" && Boolean(ctx.sourceElement?.hasAttribute("hx-get")) && ctx.target instanceof Element;
}

/** What was there before stays, unless it only said that the part is being loaded. */
function failed(ctx, sentence) {
  const { sourceElement: source, target } = ctx;
  target.querySelector(":scope > .part-failed")?.remove();
  const message = document.createElement("div");
  message.className = "part-failed message message-error";
  message.setAttribute("role", "alert");
  const again = Object.assign(document.createElement("button"), { type: "button", className: "button button-small", textContent: "Try again" });
  again.addEventListener("click", () => {
    again.disabled = true;
    void window.htmx.ajax("GET", ctx.request.action, { source: source.isConnected ? source : target, target, select: ctx.select, swap: ctx.swap });
  });
  message.append(Object.assign(document.createElement("p"), { textContent: sentence }), again);
  if (target.getAttribute("aria-busy") === "true") target.replaceChildren(message);
  else target.prepend(message);
}
