"""Sources that belong together: names that one file imports from another. Nothing is run, nothing outside is read."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_folder
from exporter.importers.support.folders import Folder, located
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_models_of_code import keys_of

TABLE = """import { Table } from 'dynamodb-toolbox';
export const Shop = new Table({ name: 'shop', partitionKey: { name: 'PK', type: 'string' },
  sortKey: { name: 'SK', type: 'string' } });
export default Shop;
"""
ENTITY = """import { Entity, item, string } from 'dynamodb-toolbox';
%s
export const Item = new Entity({ name: 'Item', table: %s, schema: item({ sku: string().key() }),
  computeKey: ({ sku }) => ({ PK: itemKey(sku), SK: 'DATA' }) });
"""
KEYS = "export function itemKey(sku: string) { return `ITEM#${sku}`; }\n"


def read(files: dict[str, str]) -> tuple[Imported, Folder]:
    folder = Folder(files, lambda path, most: files[path].encode()[:most])
    return import_folder(folder, "shop.tf"), folder


@pytest.mark.parametrize(
    ("imports", "name"),
    [
        ("import { Shop } from './db/table';\nimport { itemKey } from './keys';", "Shop"),
        ("import { Shop as Main } from './db/table.js';\nimport { itemKey } from './keys.js';", "Main"),
        ("import Main from './db';\nimport { itemKey } from '@/keys';", "Main"),
        ("import * as db from './db/table';\nimport { itemKey } from './all';", "db.Shop"),
        ("const { Shop: Main } = require('./db/table');\nconst { itemKey } = require('./keys');", "Main"),
        ("const db = require('./old');\nimport { itemKey } from './all';", "db.Shop"),
    ],
)
def test_names_are_found_in_the_files_that_define_them(imports, name):
    files = {
        "src/item.ts": ENTITY % (imports, name),
        "src/db/table.ts": TABLE,
        "src/db/index.ts": "export { default } from './table';\n",
        "src/old.js": "const { Shop } = require('./db/table');\nmodule.exports = { Shop };\n",
        "src/keys.ts": KEYS,
        "src/all.ts": "export * from './keys';\n",
        "node_modules/dynamodb-toolbox/index.js": "new Table({ partitionKey: 'x' })",
    }
    imported, _ = read(files)
    (table,) = imported.design.tables
    assert imported.importer == "dynamodb-toolbox"
    assert (table.name, table.base.key_names) == ("shop", ("PK", "SK"))
    assert keys_of(imported, "Item") == [(None, {"PK": "ITEM#{sku}", "SK": "DATA"})]


def test_lines_are_those_of_the_file():
    files = {"b/item.ts": ENTITY % ("\n\nimport { Shop } from '../a/table';", "Shop"), "a/table.ts": TABLE}
    imported, folder = read(files)
    line = next(one for one in imported.report if "no template is known" in one.message)
    assert located(folder.pieces, line.line) == ("b/item.ts", 5)
    assert line.path == "line 5.computeKey"


def test_files_that_import_each_other_end():
    files = {
        "a.ts": "import { Entity } from 'dynamodb-toolbox';\nimport { T } from './b';\n"
        "export { T } from './b';\n"
        "export const E = new Entity({ name: 'E', table: T, attributes: { id: { partitionKey: true } } });",
        "b.ts": "export { T } from './a';\nexport * from './a';\nexport * from './b';\n",
        "c.ts": "import E from './d';\nexport default E;\nnew Entity({ name: 'F', table: E, attributes: {} });"
        "import { Entity } from 'dynamodb-toolbox';\n",
        "d.ts": "import E from './c';\nexport default E;\nconst { E: T } = require('./e');\n",
        "e.js": "const { E } = require('./d');\nmodule.exports = { E };\n",
    }
    imported, _ = read(files)
    assert [table.name for table in imported.design.tables] == ["T", "E"]


def test_constructs_of_the_cdk_take_constants_of_other_files():
    files = {
        "lib/stack.ts": "import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';\n"
        "import { names, KEY } from './names';\n"
        "new dynamodb.Table(this, 'Log', { tableName: names.log,\n"
        "  partitionKey: { name: KEY, type: dynamodb.AttributeType.STRING } });",
        "lib/names.ts": "export const KEY = 'hash';\nexport const names = { log: 'log-entries' } as const;\n",
    }
    imported, _ = read(files)
    (table,) = imported.design.tables
    assert (table.name, table.base.key_names) == ("log-entries", ("hash",))


def test_a_folder_without_any_model_is_refused():
    with pytest.raises(DocumentInvalid, match="TypeScript, JavaScript, or Python"):
        read({"a.ts": "export const a = 1;\n"})
