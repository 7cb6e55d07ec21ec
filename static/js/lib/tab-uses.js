// Which tabs give way when not all fit. Pure, for `node --test` (tests/js).

const PACE = 3;

/**
 * The tabs in the order in which they give way: those opened least often first, of equals the last one. A few uses change nothing, so
 * that tabs do not come and go: uses count in steps that double.
 */
export function leastUsed(tabs, uses, nameOf) {
  const step = (tab) => Math.floor(Math.log2(1 + (uses[nameOf(tab)] ?? 0) / PACE));
  return tabs
    .map((tab, place) => ({ tab, place, step: step(tab) }))
    .sort((one, other) => one.step - other.step || other.place - one.place)
    .map(({ tab }) => tab);
}
