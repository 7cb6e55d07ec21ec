import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../static/js/lib/sync/latest.js";

function slow() {
  const ran = [];
  const releases = [];
  const latest = new Latest((value) => {
    ran.push(value);
    return new Promise((resolve) => releases.push(resolve));
  });
  const release = async () => {
    releases.shift()();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { latest, ran, release };
}

test("of what is asked while one runs only the newest runs", async () => {
  const { latest, ran, release } = slow();
  for (const value of ["a", "b", "c"]) latest.ask(value);
  assert.deepEqual(ran, ["a"]);
  await release();
  assert.deepEqual(ran, ["a", "c"]);
});

test("what waits can be forgotten", async () => {
  const { latest, ran, release } = slow();
  latest.ask("a");
  latest.ask("b");
  latest.forget();
  await release();
  assert.deepEqual(ran, ["a"]);
});

test("a run that fails does not stop the next", async () => {
  const ran = [];
  const latest = new Latest(async (value) => {
    ran.push(value);
    if (value === "a") throw new Error("the server does not answer");
  });
  latest.ask("a");
  await new Promise((resolve) => setImmediate(resolve));
  latest.ask("b");
  assert.deepEqual(ran, ["a", "b"]);
});
