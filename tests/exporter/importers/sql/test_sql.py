"""SQL DDL: tables become entities, references owners and access patterns; key templates are guesses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from exporter.importers import Imported, import_text
from exporter.importers.inference.guesses import Decision, decided
from modeler.core.errors import DocumentInvalid

POSTGRES = """
-- a shop; with a semicolon in a comment
CREATE TYPE order_status AS ENUM ('open', 'closed');
CREATE TABLE public.customers (
    id uuid PRIMARY KEY,
    email varchar(120) NOT NULL UNIQUE,
    name text,
    note text DEFAULT 'a;b'
);
CREATE TABLE orders (
    id bigserial PRIMARY KEY,
    customer_id uuid NOT NULL REFERENCES customers(id),
    status order_status NOT NULL DEFAULT 'open',
    total numeric(10,2),
    placed_at timestamptz,
    tags text[],
    meta jsonb,
    raw bytea,
    paid boolean
);
CREATE TABLE order_lines (
    order_id bigint NOT NULL REFERENCES orders(id),
    line int NOT NULL,
    sku varchar(20),
    PRIMARY KEY (order_id, line)
);
CREATE TABLE memberships (user_id uuid, group_id uuid REFERENCES groups(id), PRIMARY KEY (user_id, group_id));
CREATE TABLE groups (id uuid);
ALTER TABLE ONLY public.groups ADD CONSTRAINT pk PRIMARY KEY (id);
ALTER TABLE memberships ADD CONSTRAINT f FOREIGN KEY (user_id) REFERENCES public.customers(id);
CREATE INDEX by_status ON orders USING btree (status, placed_at);
INSERT INTO groups VALUES ('x;y');
COPY public.groups (id) FROM stdin;
1;2
\\.
CREATE FUNCTION f() RETURNS int AS $$ begin; return 1; end; $$ LANGUAGE plpgsql;
"""
MYSQL = """CREATE TABLE `users` (`id` int unsigned NOT NULL AUTO_INCREMENT, `kind` enum('a','b') NOT NULL,
  `active` tinyint(1) NOT NULL, `data` longblob, PRIMARY KEY (`id`),
  KEY `k` (`kind`)) ENGINE=InnoDB COMMENT='People';"""


def read(text: str, name: str = "shop.sql") -> Imported:
    return import_text(text.encode(), name)


def keys_of(imported: Imported, entity: str) -> list[dict[str, str]]:
    found = imported.design.tables[0].entity(entity)
    assert found is not None
    return [dict(one.keys) for one in found.overloads]


def test_tables_become_entities_with_types_and_owners():
    imported = read(POSTGRES)
    table = imported.design.tables[0]
    assert imported.importer == "sql"
    assert [one.name for one in table.entities] == ["Customer", "Order", "OrderLine", "Membership", "Group"]
    assert keys_of(imported, "Customer") == [{"PK": "CUSTOMER#{id}", "SK": "CUSTOMER"}]
    assert keys_of(imported, "Order") == [
        {"PK": "CUSTOMER#{customer_id}", "SK": "ORDER#{id}"},
        {"GSI1PK": "ORDER#{id}", "GSI1SK": "ORDER"},
    ]
    assert keys_of(imported, "OrderLine") == [{"PK": "ORDER#{order_id}", "SK": "ORDER_LINE#{line}"}]
    assert keys_of(imported, "Membership") == [
        {"PK": "GROUP#{group_id}", "SK": "CUSTOMER#{user_id}"},
        {"GSI1PK": "CUSTOMER#{user_id}", "GSI1SK": "GROUP#{group_id}"},
    ]
    order = table.entity("Order")
    assert {one.name: (str(one.type), one.format) for one in order.attributes} == {
        "id": ("N", "integer"), "customer_id": ("S", "uuid4"), "status": ("S", "enum"), "total": ("N", "decimal"),
        "placed_at": ("S", "iso"), "tags": ("L", ""), "meta": ("M", ""), "raw": ("B", ""), "paid": ("BOOL", ""),
    }  # fmt: skip
    assert set(order.attribute("status").values) == {"open", "closed"}
    assert table.entity("Customer").attribute("email").format == "email"
    assert table.entity("OrderLine").attribute("sku").size.maximum == 20


def test_every_template_is_a_guess_and_patterns_are_asked_by_intent():
    imported = read(POSTGRES)
    parts = {one.id for _, entity in imported.design.entities() for one in entity.overloads}
    assert {guess.part for guess in imported.guesses} == parts
    assert all(0 < guess.confidence < 0.8 and guess.path.startswith("line ") for guess in imported.guesses)
    asked = {one.name: one.extra["intent"]["given"] for one in imported.design.patterns}
    assert asked["Every Order of one Customer"] == ["customer_id"]
    assert asked["Order by status and placed_at"] == ["status", "placed_at"]
    assert asked["OrderLine by order_id and line"] == ["order_id", "line"]
    assert asked["Customer by email"] == ["email"]


def test_mysql_is_known_by_its_words():
    imported = read(MYSQL)
    user = imported.design.tables[0].entity("User")
    assert {one.name: (str(one.type), one.format) for one in user.attributes} == {
        "id": ("N", "integer"), "kind": ("S", "enum"), "active": ("BOOL", ""), "data": ("B", ""),
    }  # fmt: skip
    assert user.description == "People"
    assert import_text(MYSQL.encode()).importer == "sql"


def test_a_statement_that_cannot_be_read_is_said_with_line_and_column_and_takes_nothing_with_it():
    imported = read("CREATE TABLE a (id int PRIMARY KEY);\n\nCREATE TABLE b (id int,\n foo bar baz quux, x);\n")
    assert [one.name for _, one in imported.design.entities()] == ["A"]
    assert [(line.path, line.line) for line in imported.report if line.level == "dropped"] == [("line 4, column 12", 4)]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "document.empty", "empty"),
        ("SELECT 1;", "document.no_model", "no table"),
        ("CREATE TABLE x (id int, foo bar baz);", "document.no_model", "line 1, column"),
        ("CREATE TABLE t (" + "(" * 50, "document.too_large", "line 1: brackets"),
        (";" * 6000, "document.too_large", "5,000 statements"),
        ("CREATE TABLE t (a int default '" + "x" * 200_000 + "');", "document.too_large", "200,0"),
        ("".join(f"CREATE TABLE t{n} (a int);" for n in range(1002)), "document.too_large", "1,000 tables"),
    ],
)
def test_what_is_no_ddl_gets_a_sentence_with_its_place(text, code, words):
    with pytest.raises(DocumentInvalid) as caught:
        read(text)
    assert caught.value.code == code
    assert words in caught.value.message


def test_names_are_data():
    imported = read('CREATE TABLE "${jndi:x}" ("<script>{a}" int PRIMARY KEY, "\u202eb" int);')
    entity = imported.design.tables[0].entities[0]
    assert [one.name for one in entity.attributes] == ["<script>{a}", "\u202eb"]
    assert entity.overloads[0].keys["PK"].endswith('#{"<script>{a}"}') or "<script>" in entity.overloads[0].keys["PK"]


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE `users` (`id` int PRIMARY KEY, `email` text UNIQUE, `bio` text, FULLTEXT KEY `ft` (`bio`));",
        "CREATE TABLE users (id int PRIMARY KEY, email text, bio tsvector);\n"
        "CREATE INDEX ft ON users USING gin (bio);\nCREATE UNIQUE INDEX mail ON users (lower(email));",
    ],
)
def test_indexes_of_words_are_no_access_patterns_and_an_index_of_small_letters_is_one(sql):
    imported = import_text(sql.encode(), "schema.sql")
    assert [pattern.name for pattern in imported.design.patterns] == ["User by id", "User by email"]


def test_two_ways_from_one_table_to_another_are_told_apart():
    imported = import_text(
        b"CREATE TABLE users (id int PRIMARY KEY);\n"
        b"CREATE TABLE follows (a int REFERENCES users(id), b int REFERENCES users(id), PRIMARY KEY (a, b));",
        "schema.sql",
    )
    names = [pattern.name for pattern in imported.design.patterns if pattern.name.startswith("Every")]
    assert names == ["Every Follow of one User", "Every Follow of one User by b"]


def test_foreign_keys_are_relations_whose_counts_are_asked():
    imported = read(POSTGRES)
    relations = {one.label: one for one in imported.design.relations}
    assert relations.keys() == {"Customer to Order", "Order to OrderLine", "Group to Customer"}
    assert relations["Customer to Order"].through == ("customer_id",)
    assert relations["Customer to Order"].per_parent is None
    member = relations["Group to Customer"]
    assert (str(member.kind), member.join, member.through, member.through_child) == (
        "many_to_many", "Membership", ("group_id",), ("user_id",)
    )  # fmt: skip
    asked = [line.message for line in imported.report if "does not specify how many" in line.message]
    assert len(asked) == 3
    assert any(line.startswith("Group has several Customer items through Membership") for line in asked)


def test_two_references_to_one_table_are_two_relations_with_names():
    imported = read(
        "create table city (id int primary key); create table flight (id int primary key, "
        "from_city int references city (id), to_city int references city (id));"
    )
    assert [one.label for one in imported.design.relations] == ["City by from_city", "City by to_city"]


def test_a_dropped_entity_takes_its_relations_with_it():
    imported = read(POSTGRES)
    order = imported.design.tables[0].entity("Order")
    guess = replace(imported.guesses[0], part=order.id)
    left = decided(replace(imported, guesses=(*imported.guesses, guess)), {order.id: Decision.drop()})
    assert [one.label for one in left.design.relations] == ["Group to Customer"]


QUERIES = """
CREATE TABLE customers (id uuid PRIMARY KEY, email text UNIQUE);
CREATE TABLE orders (id bigint PRIMARY KEY, customer_id uuid NOT NULL REFERENCES customers(id), status text,
                     placed_at timestamptz);
SELECT id FROM orders WHERE customer_id = $1 AND Placed_At > now() ORDER BY placed_at DESC LIMIT 20;
UPDATE orders SET status = 'PAID' WHERE id = 3;
SELECT * FROM orders o JOIN customers c ON c.id = o.customer_id;
SELECT * FROM orders WHERE colour = 1;
SELECT * FROM orders WHERE customer_id = 9 AND placed_at > now() ORDER BY placed_at DESC LIMIT 20;
"""


def test_statements_become_patterns_that_are_asked_about():
    imported = import_text(QUERIES.encode(), "shop.sql")
    list_, pay, *more = (one for one in imported.design.patterns if one.code.startswith("Q"))
    assert more[0].projection == ()
    assert list_.name.startswith("List id of orders of a customer whose Placed_At is above")
    assert list_.facts.intent.given == ("customer_id",)
    assert (list_.facts.intent.order_by, list_.limit, list_.descending) == (("placed_at",), 20, True)
    assert pay.facts.intent.given == ("id",)
    asked = [guess.part for guess in imported.guesses]
    assert {list_.id, pay.id} <= set(asked)
    assert {one.provenance for one in imported.design.patterns} == {"inferred"}
    notes = [one.message for one in imported.report if "no access pattern" in one.message]
    assert [one.split(": ")[1] for one in notes] == [
        "it joins tables",
        "it names a column that its table does not have",
    ]
    # The starting list does not say again what a statement asks for.
    assert "Every Order of one Customer" not in {one.name for one in imported.design.patterns}


def test_the_condition_of_a_write_keeps_the_values_that_its_statement_says():
    stock = "CREATE TABLE stock (id bigint PRIMARY KEY, state text, amount int, version int);"
    taken = "UPDATE stock SET state = 'SOLD' WHERE id = $1 AND 'FREE' = state AND -1 < amount AND version = $2;"
    imported = import_text(f"{stock}\n{taken}".encode(), "shop.sql")
    (pattern,) = (one for one in imported.design.patterns if one.code == "Q1")
    assert pattern.if_ == "state = 'FREE' AND version = :version AND amount > -1"
    assert 'where state is "FREE"' in pattern.name


def test_a_pattern_of_a_statement_is_kept_or_dropped():
    imported = import_text(QUERIES.encode(), "shop.sql")
    list_, pay, _ = (one for one in imported.design.patterns if one.code.startswith("Q"))
    made = decided(imported, {list_.id: Decision.keep(), pay.id: Decision.drop()})
    left = {one.code: one.provenance for one in made.design.patterns if one.code.startswith("Q")}
    assert left == {"Q1": "", "Q3": "inferred"}
    named = decided(imported, {pay.id: Decision.named("Pay")})
    assert "Pay" in {one.name for one in named.design.patterns}
