// A link to another design is followed as a whole page: the socket, undo and unsaved text of a page belong to one design.

const DESIGN = /^\/designs\/([0-9a-f-]{36})\//;

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.("a[href]");
    const own = link?.closest("[data-design]")?.dataset.design;
    const other = link && link.origin === location.origin ? DESIGN.exec(link.pathname)?.[1] : undefined;
    // htmx, which would swap only the page's contents, does not hear of it.
    if (own && other && other !== own) event.stopImmediatePropagation();
  },
  { capture: true },
);
