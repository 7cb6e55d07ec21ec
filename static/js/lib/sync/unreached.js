// A request of htmx that failed says so: without this, a click while the server does not respond does nothing, without a word.

import { say } from "./server.js";

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (ctx && error instanceof TypeError) say("The server does not respond. Nothing was changed. Try again.", true);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 500) say(`The server could not answer (${ctx.response.status}). Nothing was changed. Try again.`, true);
});
