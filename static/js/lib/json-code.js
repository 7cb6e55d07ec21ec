// The code editor of the JSON page, made of CodeMirror in a shadow root. There it uses a style sheet object, which the content
// security policy allows; a <style> element would be refused.

import { names, nodeAt, pathOf, schemasAt, values } from "./json-places.js";

const CHECK_MS = 400;

/**
 * `check` returns [{path, message}] of a text, `save` is called by Ctrl S, `changed` after each edit, `told` with the errors.
 * `schema` is that of the document, `kind` the edited kind of part. While the text is not loaded, nothing is wrong with it.
 */
export function editor(code, host, { schema, kind, label, isReadOnly, isLoaded, check, save, changed, told }) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const top = () => (kind() === "design" ? schema : schema.$defs[kind()]);
  const text = (state) => state.doc.toString();

  async function faults(view) {
    if (!isLoaded()) return [];
    const broken = code.jsonParseLinter()(view);
    const found = broken.length ? broken : (await check(text(view.state))).map((one) => placed(view.state, one));
    told(found.map((one) => ({ ...one, line: view.state.doc.lineAt(Math.min(one.from, view.state.doc.length)).number })));
    return found;
  }

  function placed(state, { path, message }) {
    const node = nodeAt(code.syntaxTree(state).topNode, path, text(state));
    const line = state.doc.lineAt(node.from);
    // Underline the first line of an object, not the whole object.
    return { from: node.from, to: Math.min(node.to, line.to), severity: "error", message };
  }

  function complete(context) {
    const node = code.syntaxTree(context.state).resolveInner(context.pos, -1);
    const whole = text(context.state);
    if (node.name === "PropertyName" || (node.name === "Object" && context.explicit)) return completeName(node, whole, context);
    const holder = node.name === "Property" ? node : node.parent;
    const isValue = ["String", "True", "False", "Null"].includes(node.name) || (node.name === "Property" && context.explicit);
    if (!isValue || (!holder && !context.explicit)) return null;
    const found = values(schemasAt(schema, top(), pathOf(node, whole)));
    return found.length ? { from: node.name === "Property" ? context.pos : node.from, to: node.name === "Property" ? context.pos : node.to, options: found } : null;
  }

  function completeName(node, whole, context) {
    const object = node.name === "Object" ? node : node.parent.parent;
    const taken = object.getChildren("Property").filter((one) => one !== node.parent).map((one) => pathOf(one, whole).at(-1));
    const shapes = schemasAt(schema, top(), pathOf(object, whole));
    const isNew = node.name === "Object" || whole.slice(node.to).trimStart()[0] !== ":";
    const options = names(shapes, taken).map((one) => ({ ...one, apply: `${JSON.stringify(one.label)}${isNew ? ": " : ""}`, label: one.label }));
    const from = node.name === "Object" ? context.pos : node.from;
    // The quote that was typed is not part of the match.
    return { from, to: node.name === "Object" ? context.pos : node.to, options: options.map((one) => ({ ...one, label: `"${one.label}"`, displayLabel: one.label })), validFor: /^"?\w*"?$/ };
  }

  const view = new code.EditorView({
    parent: root,
    root,
    state: code.EditorState.create({
      doc: "",
      extensions: [
        code.lineNumbers(),
        code.foldGutter(),
        code.lintGutter(),
        code.history(),
        code.drawSelection(),
        code.indentOnInput(),
        code.bracketMatching(),
        code.closeBrackets(),
        code.highlightActiveLine(),
        code.highlightActiveLineGutter(),
        code.highlightSelectionMatches(),
        code.search({ top: true }),
        code.json(),
        code.linter(isReadOnly ? null : faults, { delay: CHECK_MS }),
        code.autocompletion({ override: [complete], icons: false }),
        code.syntaxHighlighting(colors(code)),
        theme(code),
        code.EditorView.contentAttributes.of({ "aria-label": label }),
        code.EditorState.readOnly.of(isReadOnly),
        code.EditorView.updateListener.of((update) => update.docChanged && changed()),
        code.keymap.of([
          { key: "Mod-s", run: () => (save(), true), preventDefault: true },
          ...code.closeBracketsKeymap,
          ...code.defaultKeymap,
          ...code.searchKeymap,
          ...code.historyKeymap,
          ...code.foldKeymap,
          ...code.completionKeymap,
          ...code.lintKeymap,
        ]),
      ],
    }),
  });
  // It scrolls, so it must be reachable by keyboard, even if it is read-only.
  view.scrollDOM.tabIndex = 0;
  return {
    view,
    get text() {
      return text(view.state);
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    goTo(position) {
      view.dispatch({ selection: { anchor: position }, effects: code.EditorView.scrollIntoView(position, { y: "center" }) });
      view.focus();
    },
    get focused() {
      return view.hasFocus;
    },
  };
}

function colors(code) {
  const { tags } = code;
  return code.HighlightStyle.define([
    { tag: tags.propertyName, color: "var(--template-attribute)" },
    { tag: tags.string, color: "var(--ink)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--template-format)" },
    { tag: [tags.punctuation, tags.brace, tags.squareBracket], color: "var(--ink-3)" },
  ]);
}

function theme(code) {
  return code.EditorView.theme({
    "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", font: "12.5px/20px var(--mono)" },
    "&.cm-focused": { outline: "var(--ring)", outlineOffset: "-2px" },
    ".cm-scroller": { font: "inherit", lineHeight: "20px" },
    ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--ink-3)", borderRight: "1px solid var(--line)" },
    ".cm-activeLine": { backgroundColor: "color-mix(in oklab, var(--hover) 60%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "var(--hover)", color: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft)" },
    ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent-line)" },
    ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
    ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "var(--shadow)" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": { font: "12px/20px var(--mono)", maxHeight: "260px", maxWidth: "min(640px, 80vw)" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--ink)" },
    ".cm-completionDetail": { color: "var(--ink-3)", fontStyle: "normal", fontFamily: "var(--ui)", marginLeft: "12px" },
    ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
    ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--ui)", borderLeftColor: "var(--error)" },
    ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--error) 1px", textUnderlineOffset: "3px" },
    ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)", borderColor: "var(--line)" },
    ".cm-textfield": { backgroundColor: "var(--paper)", borderColor: "var(--line-strong)", color: "var(--ink)", fontSize: "12px" },
    ".cm-button": { backgroundImage: "none", backgroundColor: "var(--raised)", borderColor: "var(--line-strong)", color: "var(--ink)", fontSize: "12px" },
    ".cm-foldPlaceholder": { backgroundColor: "var(--hover)", border: "0", color: "var(--ink-3)" },
  });
}
