// Times in the person's own zone, which is always said: the same clock on every page.

const TIME = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
const WHOLE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", ...TIME });
const OF_DAY = new Intl.DateTimeFormat("en-GB", TIME);

/** 28 Nov 2026, 16:57 UTC */
export const dayAndTime = (at) => WHOLE.format(at);

/** 16:57 UTC */
export const timeOfDay = (at) => OF_DAY.format(at);
