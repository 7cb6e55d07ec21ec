// The map of entities and relations: dagre places the boxes, and this draws them. Drag pans, and so do the arrow keys;
// every box is a link to its entity.

const NS = "http://www.w3.org/2000/svg";
const HEIGHT = 40;
const LETTER = 8;
const PADDING = 24;
const MARGIN = 16;
const STEP = 40;

class RelationMap extends HTMLElement {
  static observedAttributes = ["data-graph"];

  connectedCallback() {
    this.place = this.querySelector(".map-place");
    this.place.addEventListener("pointerdown", (event) => this.pan(event));
    this.place.addEventListener("keydown", (event) => this.pressed(event));
    void this.draw();
  }

  attributeChangedCallback(name, before, after) {
    if (before !== null && before !== after && this.place) void this.draw();
  }

  async draw() {
    const { nodes, edges } = JSON.parse(this.dataset.graph);
    let dagre;
    try {
      dagre = await import(this.dataset.module);
    } catch {
      this.place.textContent = "The map could not be loaded. The relations are listed below.";
      return;
    }
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: "LR", nodesep: 24, ranksep: 72, marginx: MARGIN, marginy: MARGIN });
    graph.setDefaultEdgeLabel(() => ({}));
    const related = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
    for (const node of nodes) if (related.has(node.id)) graph.setNode(node.id, { width: widthOf(node), height: HEIGHT });
    edges.forEach((edge, number) => graph.setEdge(edge.from, edge.to, {}, String(number)));
    dagre.layout(graph);
    const drawn = related.size ? graph.graph() : { width: 0, height: 0 };
    const loose = inRows(nodes.filter((node) => !related.has(node.id)), Math.max(drawn.width, this.place.clientWidth), drawn.height);
    this.place.replaceChildren(this.picture(graph, loose, nodes, edges));
  }

  picture(graph, loose, nodes, edges) {
    const drawn = edges.length ? graph.graph() : { width: 0, height: 0 };
    const width = Math.max(drawn.width, loose.width);
    const height = Math.max(drawn.height, loose.height);
    const svg = made("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Entities and relations" });
    edges.forEach((edge, number) => svg.append(...line(graph.edge(edge.from, edge.to, String(number)).points, edge)));
    svg.append(...nodes.map((node) => box(loose.places.get(node.id) ?? graph.node(node.id), node, edges, nodes)));
    return svg;
  }

  pan(event) {
    if (event.button !== 0 || event.target.closest("a")) return;
    const start = { x: event.clientX + this.place.scrollLeft, y: event.clientY + this.place.scrollTop };
    const move = (moved) => this.place.scrollTo(start.x - moved.clientX, start.y - moved.clientY);
    const stop = new AbortController();
    this.place.setPointerCapture(event.pointerId);
    this.place.toggleAttribute("data-panning", true);
    this.place.addEventListener("pointermove", move, { signal: stop.signal });
    for (const end of ["pointerup", "pointercancel"]) this.place.addEventListener(end, () => this.ended(stop), { signal: stop.signal });
  }

  ended(stop) {
    stop.abort();
    this.place.removeAttribute("data-panning");
  }

  pressed(event) {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (!by) return;
    event.preventDefault();
    this.place.scrollBy(...by);
  }
}

function made(name, attributes, text = "") {
  const one = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  if (text) one.textContent = text;
  return one;
}

function box({ x, y, width, height }, node, edges, nodes) {
  const related = edges.filter((edge) => edge.from === node.id || edge.to === node.id);
  const names = related.map((edge) => nodes.find((one) => one.id === (edge.from === node.id ? edge.to : edge.from)).name);
  const label = `${node.name}${node.note ? `, ${node.note} items` : ""}${names.length ? `, related to ${[...new Set(names)].join(", ")}` : ""}`;
  const link = made("a", { href: `?part=${encodeURIComponent(node.id)}`, class: `relation-node ${node.hue}`, "aria-label": label });
  link.append(made("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: 6 }));
  link.append(made("rect", { x: x - width / 2, y: y - height / 2 + 6, width: 3, height: height - 12, class: "hue" }));
  link.append(made("text", { x, y: node.note ? y - 2 : y + 5, "text-anchor": "middle" }, node.name));
  if (node.note) link.append(made("text", { x, y: y + 13, "text-anchor": "middle", class: "note" }, `${node.note} items`));
  return link;
}

function line(points, edge) {
  const path = points.map(({ x, y }, number) => `${number ? "L" : "M"}${x} ${y}`).join("");
  const last = points.at(-1);
  const before = points.at(-2) ?? last;
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  return [
    made("path", { d: path, class: "relation-edge" }),
    made("path", { d: foot(last, angle), class: "relation-edge" }),
    ...(edge.many ? [made("path", { d: foot(points[0], angle + Math.PI), class: "relation-edge" })] : []),
    made("text", { x: last.x - Math.cos(angle) * 20, y: last.y - 8, "text-anchor": "middle", class: "relation-count" }, edge.note),
  ];
}

const widthOf = (node) => Math.max(node.name.length, node.note.length + 6) * LETTER + PADDING;

/** Boxes without a relation, in rows below the others. */
function inRows(nodes, most, top) {
  const places = new Map();
  let x = MARGIN;
  let y = (top || MARGIN) + HEIGHT / 2;
  let widest = 0;
  for (const node of nodes) {
    const width = widthOf(node);
    if (x > MARGIN && x + width + MARGIN > most) [x, y] = [MARGIN, y + HEIGHT + MARGIN];
    places.set(node.id, { x: x + width / 2, y, width, height: HEIGHT });
    x += width + MARGIN;
    widest = Math.max(widest, x);
  }
  return { places, width: widest, height: nodes.length ? y + HEIGHT / 2 + MARGIN : 0 };
}

/** The foot of a crow: several. */
function foot({ x, y }, angle) {
  const back = { x: x - Math.cos(angle) * 10, y: y - Math.sin(angle) * 10 };
  const side = { x: -Math.sin(angle) * 6, y: Math.cos(angle) * 6 };
  return `M${back.x} ${back.y}L${x + side.x} ${y + side.y}M${back.x} ${back.y}L${x - side.x} ${y - side.y}`;
}

customElements.define("relation-map", RelationMap);
