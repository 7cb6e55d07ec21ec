// Chromium (seen in 156) crashes when an input is removed whose datalist was moved by `moveBefore`. Morphing moves remaining
// elements with it, which keeps focus and animations; elements with a datalist are moved without `moveBefore`.

const moveBefore = Element.prototype.moveBefore;

if (moveBefore) {
  Element.prototype.moveBefore = function (node, next) {
    const holdsList = node instanceof Element && (node.matches("datalist") || node.querySelector("datalist"));
    if (holdsList) this.insertBefore(node, next);
    else moveBefore.call(this, node, next);
  };
}
