// A request of htmx that failed says so: without this, a click while the server does not respond does nothing, without a word.

import { say } from "./server.js";
import { UNANSWERED, UNREACHED } from "./silence.js";

document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
  if (ctx && error instanceof TypeError) say(ctx.request.method === "GET" ? UNREACHED : UNANSWERED, true);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.response.status >= 500) say(`The server could not answer (error ${ctx.response.status}). Reload the page before you try again.`, true);
});
