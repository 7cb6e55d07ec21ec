// The token that proves that a change comes from this page. Signing in again in another tab replaces it: the page then asks for the
// new one, and sends the change again if the same person is signed in.

const STALE = "Keysheet-Token-Refused";

/** Was the token refused? */
export function isRefused(response) {
  return response.headers.has(STALE);
}

/** `fetch` with the token; a refused token is replaced once. */
export async function withToken(address, init) {
  const send = () => fetch(address, { ...init, headers: { ...init.headers, "X-CSRFToken": document.body.dataset.csrf } });
  const answer = await send();
  return isRefused(answer) && (await renewed()) ? send() : answer;
}

/** Get a new token, unless another person has signed in: this person's changes are not sent in that person's name. */
async function renewed() {
  const { token: address, account } = document.body.dataset;
  const answer = await fetch(address);
  if (answer.status !== 200) return false;
  const found = await answer.json();
  if (String(found.person) !== account) return false;
  take(found.token);
  return true;
}

function take(token) {
  document.body.dataset.csrf = token;
  document.body.setAttribute("hx-headers:inherited", JSON.stringify({ "X-CSRFToken": token }));
  for (const field of document.querySelectorAll("input[name=csrfmiddlewaretoken]")) field.value = token;
}

document.addEventListener("htmx:response:error", async ({ detail }) => {
  if (isRefused(detail.ctx.response)) await renewed();
});
