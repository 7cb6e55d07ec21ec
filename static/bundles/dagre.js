// What the map of relations takes from dagre, as one file that only that page loads; static/build.py bundles it.

export { graphlib, layout } from "@dagrejs/dagre";
