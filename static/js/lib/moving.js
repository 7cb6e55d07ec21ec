// Chromium (seen in 156) dies when an input is removed whose datalist was moved by `moveBefore`. Morphing moves what stays
// by it, so that focus and animation are kept; what holds a datalist is moved as before there was `moveBefore`.

const moveBefore = Element.prototype.moveBefore;

if (moveBefore) {
  Element.prototype.moveBefore = function (node, next) {
    const holdsList = node instanceof Element && (node.matches("datalist") || node.querySelector("datalist"));
    if (holdsList) this.insertBefore(node, next);
    else moveBefore.call(this, node, next);
  };
}
