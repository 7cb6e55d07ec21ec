// The names of colleagues next to the element where each one is. They float above the page, so that they take no space in
// tables.

class PresenceNames extends HTMLElement {
  connectedCallback() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    const later = () => this.later();
    document.addEventListener("keysheet:people", (event) => this.take(event.detail.people), { signal });
    document.addEventListener("keysheet:swapped", later, { signal });
    document.addEventListener("htmx:after:swap", later, { signal });
    document.addEventListener("scroll", later, { signal, capture: true, passive: true });
    window.addEventListener("resize", later, { signal });
    this.people = [];
  }

  disconnectedCallback() {
    this.stop.abort();
    cancelAnimationFrame(this.frame);
  }

  take(people) {
    this.people = people;
    this.later();
  }

  later() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const at = new Map();
    for (const person of this.people) {
      if (person.me || !person.focus) continue;
      const element = document.getElementById(person.focus);
      if (element?.closest("[data-fragment]")) at.set(element, [...(at.get(element) ?? []), person]);
    }
    this.unmark(at);
    this.replaceChildren(...[...at].flatMap(([element, people]) => this.label(element, people)));
  }

  unmark(at) {
    for (const element of document.querySelectorAll("[data-person]")) {
      if (at.has(element)) continue;
      element.classList.remove(element.dataset.person);
      element.removeAttribute("data-person");
      element.removeAttribute("data-person-name");
    }
  }

  label(element, people) {
    const [first] = people;
    if (element.dataset.person && element.dataset.person !== first.color) element.classList.remove(element.dataset.person);
    element.dataset.person = first.color;
    element.dataset.personName = people.map((person) => person.name).join(", ");
    element.classList.add(first.color);
    const box = element.getBoundingClientRect();
    const room = element.closest(".panel, item-grid, .view")?.getBoundingClientRect();
    const isSeen = box.width && (!room || (box.top >= room.top - 1 && box.top < room.bottom - 4 && box.right > room.left));
    if (!isSeen) return [];
    const label = Object.assign(document.createElement("span"), { className: `name ${first.color}`, textContent: element.dataset.personName });
    label.style.top = `${Math.round(box.top)}px`;
    label.style.right = `${Math.round(Math.max(2, innerWidth - Math.min(box.right, room?.right ?? box.right)))}px`;
    return [label];
  }
}

customElements.define("presence-names", PresenceNames);
