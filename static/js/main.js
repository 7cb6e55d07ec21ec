// Every custom element of the application, one a file; pages use those that they name.

import "./lib/edits.js";
import "./elements/copy-button.js";
import "./elements/design-commands.js";
import "./elements/design-live.js";
import "./elements/drop-zone.js";
import "./elements/findings-panel.js";
import "./elements/item-grid.js";
import "./elements/key-cell.js";
import "./elements/key-sheet.js";
import "./elements/outline-find.js";
import "./elements/part-name.js";
import "./elements/split-pane.js";
