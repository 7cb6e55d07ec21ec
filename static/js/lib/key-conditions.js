// A key condition as a person writes it, and as the document has it: pure, so that `node --test` can say it (tests/js).

const OPERATOR = /^(begins_with|between|<=|>=|<|>|=)\s*/i;

/** "begins_with ORDER#" as {begins_with: "ORDER#"}, "between A and B" as {between: ["A", "B"]}, "= X" and "X" as "X". */
export function parsed(text) {
  const typed = text.trim();
  if (!typed) return null;
  const found = OPERATOR.exec(typed);
  if (!found) return typed;
  const operator = found[1].toLowerCase();
  const rest = typed.slice(found[0].length);
  if (operator === "=") return rest || null;
  if (operator !== "between") return { [operator]: rest };
  const [low, high = "", ...more] = rest.split(/\s+and\s+/i);
  return { between: [low, [high, ...more].join(" and ")] };
}

/** The other way round. */
export function written(condition) {
  if (condition === null || condition === undefined) return "";
  if (typeof condition === "string") return condition;
  const [[operator, operand]] = Object.entries(condition);
  return `${operator} ${Array.isArray(operand) ? operand.join(" and ") : operand}`;
}

/** What was typed as the value of an attribute: true and false for a switch, JSON where it begins as such, else a text. */
export function valued(text, type) {
  if (type === "BOOL" && /^(true|false)$/i.test(text.trim())) return text.trim().toLowerCase() === "true";
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}
