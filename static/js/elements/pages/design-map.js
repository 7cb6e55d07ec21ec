// The map of a design: a box under the pointer or with the focus lights its lines and what is at their other ends. Enter or a
// click opens it. The drawing is saved as SVG or PNG as it is shown, or printed.

import { say } from "../../lib/sync/server.js";

const SCALE = 2;
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font", "font-weight", "opacity"];

class DesignMap extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    for (const name of ["pointerover", "focusin"]) this.addEventListener(name, (event) => this.light(event.target.closest?.("[data-node]")), { signal });
    this.addEventListener("pointerleave", () => this.light(null), { signal });
    this.addEventListener("focusout", (event) => !this.contains(event.relatedTarget) && this.light(null), { signal });
    this.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.addEventListener("click", (event) => void this.clicked(event), { signal });
  }

  disconnectedCallback() {
    this.stop.abort();
  }

  get svg() {
    return this.querySelector("svg[role=group]");
  }

  /** From a pattern to its indexes and on to their entities, and the same way back; an index lights both sides. */
  light(node) {
    if (!this.svg) return;
    const lit = new Set(node ? [node.dataset.node] : []);
    const edges = [...this.svg.querySelectorAll(".map-edge")];
    const on = new Set();
    // An access pattern reads the entities that it declares, not all that are in its index.
    const reads = node?.dataset.reads ? new Set(node.dataset.reads.split(" ")) : null;
    const entities = new Set([...this.querySelectorAll("[data-node].entity")].map((one) => one.dataset.node));
    for (const [from, to] of [["start", "end"], ["end", "start"]]) {
      let front = new Set(lit.size ? [node.dataset.node] : []);
      while (front.size) {
        const next = new Set();
        for (const edge of edges) {
          if (!front.has(edge.dataset[from]) || (reads && entities.has(edge.dataset[to]) && !reads.has(edge.dataset[to]))) continue;
          on.add(edge);
          next.add(edge.dataset[to]);
          lit.add(edge.dataset[to]);
        }
        front = next;
      }
    }
    this.svg.toggleAttribute("data-lit", Boolean(node));
    for (const edge of edges) edge.toggleAttribute("data-on", on.has(edge));
    for (const one of this.querySelectorAll("[data-node]")) one.toggleAttribute("data-on", lit.has(one.dataset.node));
  }

  /** Up and down move within a column, left and right to the nearest box of the next one. */
  pressed(event) {
    const here = event.target.closest?.("[data-node]");
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!here || !step) return;
    event.preventDefault();
    const at = placeOf(here);
    const others = [...this.querySelectorAll("[data-node]")].filter((one) => one !== here).map((one) => ({ one, ...placeOf(one) }));
    const ahead = others.filter(({ x, y }) => (step[0] ? Math.sign(x - at.x) === step[0] : x === at.x && Math.sign(y - at.y) === step[1]));
    ahead.sort((a, b) => Math.abs(a.x - b.x) > 1 ? Math.abs(a.x - at.x) - Math.abs(b.x - at.x) : Math.abs(a.y - at.y) - Math.abs(b.y - at.y));
    ahead[0]?.one.focus();
  }

  async clicked(event) {
    const kind = event.target.closest("[data-save]")?.dataset.save;
    if (kind === "print") window.print();
    else if (kind === "svg") save(address(this.copied()), "map.svg");
    else if (kind === "png") {
      try {
        save(await painted(this.copied()), "map.png");
      } catch {
        say("This browser could not draw the map as PNG. Save it as SVG instead.", true);
      }
    }
  }

  /** The drawing by itself: with the colors of this page, and without links. */
  copied() {
    this.light(null);
    const copy = this.svg.cloneNode(true);
    const own = [this.svg, ...this.svg.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, number) => {
      const computed = getComputedStyle(own[number]);
      for (const name of STYLES) element.style.setProperty(name, computed.getPropertyValue(name));
      for (const name of ["href", "class"]) element.removeAttribute(name);
    });
    copy.style.background = getComputedStyle(this.querySelector(".map-drawing")).backgroundColor;
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    return copy;
  }
}

function placeOf(node) {
  const box = node.querySelector("rect");
  return { x: Number(box.getAttribute("x")), y: Number(box.getAttribute("y")) };
}

function address(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
}

async function painted(svg) {
  const image = new Image();
  image.src = address(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(Number(svg.getAttribute("width")) * SCALE);
  canvas.height = Math.ceil(Number(svg.getAttribute("height")) * SCALE);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

function save(href, name) {
  const link = Object.assign(document.createElement("a"), { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

customElements.define("design-map", DesignMap);
