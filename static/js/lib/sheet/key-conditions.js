// A key condition as a person writes it, and as stored in the document. Pure, for `node --test` (tests/js).

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

/** The reverse. */
export function written(condition) {
  if (condition === null || condition === undefined) return "";
  if (typeof condition === "string") return condition;
  const [[operator, operand]] = Object.entries(condition);
  return `${operator} ${Array.isArray(operand) ? operand.join(" and ") : operand}`;
}

/** The typed value of an attribute: true and false for a switch, JSON if it starts as JSON, else a text. */
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
