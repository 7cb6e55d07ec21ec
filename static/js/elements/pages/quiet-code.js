// A preview of a file with highlighted comments and strings; the text itself is unchanged and copied as it is. Only syntax
// common to all formats is recognized; if a browser cannot highlight ranges, the text is plain.

const MARKS = {
  hash: /(?<comment>(?:^|(?<=\s))#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gm,
  slash: /(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/gm,
  json: /(?<comment>(?!))|(?<string>"(?:[^"\\\n]|\\.)*")(?<name>\s*:)?/gm,
};
const BY_END = {
  json: "json", jsonl: "json", sarif: "json", ts: "slash", js: "slash", mjs: "slash", java: "slash", kt: "slash",
  py: "hash", yaml: "hash", yml: "hash", tf: "hash", sh: "hash", toml: "hash", hcl: "hash",
};
const MOST = 20_000;

class QuietCode extends HTMLElement {
  connectedCallback() {
    const marks = MARKS[BY_END[this.dataset.path.split(".").at(-1)]];
    const text = this.querySelector("pre")?.firstChild;
    if (!marks || !text || !window.Highlight) return;
    this.made = { comment: [], string: [] };
    let left = MOST;
    for (const found of text.data.matchAll(marks)) {
      // A name is matched with its colon, so that the search does not start again at its closing quote.
      if (found.groups.name) continue;
      const kind = found.groups.comment ? "comment" : "string";
      const range = new StaticRange({ startContainer: text, startOffset: found.index, endContainer: text, endOffset: found.index + found[0].length });
      this.made[kind].push(range);
      if (!--left) break;
    }
    this.paint((highlight, range) => highlight.add(range));
  }

  disconnectedCallback() {
    this.paint((highlight, range) => highlight.delete(range));
  }

  paint(act) {
    for (const [kind, ranges] of Object.entries(this.made ?? {})) {
      if (!CSS.highlights.has(`code-${kind}`)) CSS.highlights.set(`code-${kind}`, new Highlight());
      for (const range of ranges) act(CSS.highlights.get(`code-${kind}`), range);
    }
  }
}

customElements.define("quiet-code", QuietCode);
