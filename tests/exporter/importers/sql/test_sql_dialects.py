"""Dumps as Oracle, SQL Server, and pg_dump write them: schemas, storage, states of constraints, roles of people."""

from __future__ import annotations

import pytest

from modeler.core.analysis import findings
from modeler.core.findings import Severity
from tests.exporter.importers.sql.test_sql import keys_of, read

ORACLE = """
CREATE TABLE HR.DEPARTMENTS (
  DEPARTMENT_ID NUMBER(4) CONSTRAINT DEPT_ID_PK PRIMARY KEY,
  DEPARTMENT_NAME VARCHAR2(30 BYTE) CONSTRAINT DEPT_NAME_NN NOT NULL ENABLE,
  ENABLE CHAR(1 CHAR)
) SEGMENT CREATION IMMEDIATE PCTFREE 10 TABLESPACE "USERS" PARTITION BY HASH (DEPARTMENT_ID) PARTITIONS 4;
/
CREATE TABLE HR.EMPLOYEES (
  EMPLOYEE_ID NUMBER(*,0),
  EMAIL VARCHAR2(25 CHAR) NOT NULL,
  HIRE_DATE DATE DEFAULT SYSDATE NOT NULL,
  SALARY NUMBER(8,2),
  PHOTO LONG RAW,
  TENURE INTERVAL YEAR(2) TO MONTH,
  BONUS NUMBER GENERATED ALWAYS AS (SALARY * 2) VIRTUAL,
  DEPARTMENT_ID NUMBER(4),
  CONSTRAINT EMP_EMAIL_UK UNIQUE (EMAIL) USING INDEX PCTFREE 10 INITRANS 2 STORAGE(INITIAL 64) TABLESPACE USERS ENABLE,
  CONSTRAINT EMP_PK PRIMARY KEY (EMPLOYEE_ID) USING INDEX TABLESPACE USERS ENABLE NOVALIDATE
);
ALTER TABLE HR.EMPLOYEES MODIFY (DEPARTMENT_ID CONSTRAINT EMP_DEPT_NN NOT NULL ENABLE);
ALTER TABLE HR.EMPLOYEES ADD CONSTRAINT EMP_DEPT_FK FOREIGN KEY (DEPARTMENT_ID) REFERENCES HR.DEPARTMENTS ENABLE;
CREATE TABLE HR.PAYSLIPS (EMPLOYEE_ID NUMBER(6) NOT NULL, PERIOD DATE NOT NULL, AMOUNT NUMBER(10,2));
ALTER TABLE HR.PAYSLIPS ADD (CONSTRAINT PAY_PK PRIMARY KEY (EMPLOYEE_ID, PERIOD),
  CONSTRAINT PAY_FK FOREIGN KEY (EMPLOYEE_ID) REFERENCES HR.EMPLOYEES (EMPLOYEE_ID));
CREATE INDEX HR.EMP_HIRED ON HR.EMPLOYEES (HIRE_DATE) TABLESPACE USERS;
CREATE OR REPLACE TRIGGER HR.T BEFORE INSERT ON HR.EMPLOYEES FOR EACH ROW
BEGIN
  SELECT S.NEXTVAL INTO :NEW.EMPLOYEE_ID FROM DUAL;
END;
/
"""

SQL_SERVER = """USE [Logistics]
GO
CREATE SCHEMA [wh]
GO
CREATE TABLE [wh].[Warehouse](
	[WarehouseId] [int] IDENTITY(1,1) NOT NULL,
	[Code] [nchar](4) NOT NULL,
	[City] [nvarchar](80) NULL,
 CONSTRAINT [PK_W] PRIMARY KEY CLUSTERED ([WarehouseId] ASC) WITH (PAD_INDEX = OFF, FILLFACTOR = 80) ON [PRIMARY],
 CONSTRAINT [UQ_W] UNIQUE NONCLUSTERED ([Code] ASC) WITH (PAD_INDEX = OFF) ON [PRIMARY]
) ON [PRIMARY]
GO
CREATE TABLE [wh].[Bin](
	[BinId] [uniqueidentifier] NOT NULL DEFAULT (newsequentialid()),
	[WarehouseId] [int] NOT NULL,
 CONSTRAINT [PK_Bin] PRIMARY KEY NONCLUSTERED ([BinId])
)
GO
ALTER TABLE [wh].[Bin] WITH CHECK ADD CONSTRAINT [FK] FOREIGN KEY([WarehouseId]) REFERENCES [wh].[Warehouse]
GO
"""

DESK = """
CREATE SCHEMA desk;
CREATE TABLE desk.users (id uuid PRIMARY KEY, email text, a text, b text);
CREATE TABLE desk.tickets (id bigint PRIMARY KEY, subject text, a text, requester_id uuid NOT NULL);
CREATE TABLE desk.comments (id bigserial PRIMARY KEY, ticket_id bigint NOT NULL,
  author_id uuid NOT NULL REFERENCES desk.users(id), body text);
CREATE TABLE desk.repositories (id uuid PRIMARY KEY, owner_id uuid NOT NULL REFERENCES desk.users(id), a text);
ALTER TABLE ONLY desk.comments ADD CONSTRAINT fk FOREIGN KEY (ticket_id) REFERENCES desk.tickets(id);
ALTER TABLE ONLY desk.tickets ADD CONSTRAINT fk FOREIGN KEY (requester_id) REFERENCES desk.users(id);
"""


def _messages(text: str, kind: str) -> list[str]:
    return [line.message for line in read(text).report if str(line.level) == kind]


@pytest.mark.parametrize(
    ("entity", "keys"),
    [
        ("Department", {"PK": "DEPARTMENT#{DEPARTMENT_ID}", "SK": "DEPARTMENT"}),
        ("Employee", {"PK": "DEPARTMENT#{DEPARTMENT_ID}", "SK": "EMPLOYEE#{EMPLOYEE_ID}"}),
        ("Payslip", {"PK": "EMPLOYEE#{EMPLOYEE_ID}", "SK": "PAYSLIP#{PERIOD}"}),
    ],
)
def test_tables_of_oracle_come_in_whole(entity, keys):
    assert keys_of(read(ORACLE), entity)[0] == keys


def test_every_column_of_oracle_has_its_type():
    table = read(ORACLE).design.tables[0]
    found = {one.name: (str(one.type), one.format) for one in table.entity("Employee").attributes}
    assert found == {
        "EMPLOYEE_ID": ("N", "integer"), "EMAIL": ("S", "email"), "HIRE_DATE": ("S", "date"),
        "SALARY": ("N", "decimal"), "PHOTO": ("B", ""), "TENURE": ("S", ""),
        "BONUS": ("N", "decimal"), "DEPARTMENT_ID": ("N", "integer"),
    }  # fmt: skip
    assert [one.name for one in table.entity("Department").attributes] == ["DEPARTMENT_ID", "DEPARTMENT_NAME", "ENABLE"]


def test_indexes_of_oracle_become_patterns_and_nothing_is_dropped():
    assert "Employee by HIRE_DATE" in [one.name for one in read(ORACLE).design.patterns]
    assert not _messages(ORACLE, "dropped")


def test_keys_of_sql_server_in_any_order_of_storage():
    read_in = read(SQL_SERVER)
    assert keys_of(read_in, "Warehouse")[0] == {"PK": "WAREHOUSE#{WarehouseId}", "SK": "WAREHOUSE"}
    assert keys_of(read_in, "Bin")[0] == {"PK": "WAREHOUSE#{WarehouseId}", "SK": "BIN#{BinId}"}
    assert read_in.design.tables[0].entity("Warehouse").unique == (("Code",),)
    assert not _messages(SQL_SERVER, "dropped")


@pytest.mark.parametrize(
    ("entity", "partition"),
    [("Comment", "TICKET#{ticket_id}"), ("Ticket", "USER#{requester_id}"), ("Repository", "USER#{owner_id}")],
)
def test_who_wrote_a_row_does_not_own_it(entity, partition):
    assert keys_of(read(DESK), entity)[0]["PK"] == partition


def test_ids_of_several_types_are_advice_until_the_entities_are_confirmed():
    found = [one for one in findings(read(DESK).design) if one.rule == "item.attribute_two_types"]
    assert [one.severity for one in found] == [Severity.ADVICE]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE t (a int) SEGMENT whatever [ nothing",
        "ALTER TABLE users ADD CONSTRAINT x PRIMARY KEY a USING WHAT",
    ],
)
def test_a_statement_about_tables_that_the_parser_leaves_alone_is_reported(statement):
    assert _messages(f"CREATE TABLE users (a int PRIMARY KEY);\n{statement};", "dropped")


@pytest.mark.parametrize(
    "text", ["CREATE SCHEMA a; CREATE TABLE a.t (x int PRIMARY KEY);", "CREATE SCHEMA a AUTHORIZATION b"]
)
def test_a_schema_without_elements_is_read(text):
    made = read(f"{text};\nCREATE TABLE u (x int PRIMARY KEY);")
    assert made.design.tables[0].entity("U") is not None


GUARDED = """IF OBJECT_ID('dbo.Rooms','U') IS NOT NULL DROP TABLE dbo.Rooms
IF NOT EXISTS (SELECT * FROM sys.objects WHERE name = N'create table Rooms')
BEGIN
  CREATE TABLE dbo.Rooms (Id INT IDENTITY(1,1) PRIMARY KEY, [Begin] DATETIME NOT NULL DEFAULT(GETDATE()), -- then end
    Kind NVARCHAR(20) NULL)
  PRINT 'made'
END
CREATE TABLE dbo.Bookings (Id INT PRIMARY KEY, RoomId INT NOT NULL REFERENCES dbo.Rooms(Id)) ON [PRIMARY]
IF COL_LENGTH('dbo.Bookings', 'Note') IS NULL ALTER TABLE dbo.Bookings ADD Note NVARCHAR(80) NULL
GO
IF OBJECT_ID('dbo.Guests','U') IS NULL
CREATE TABLE dbo.Guests (Id INT IDENTITY(1,1) PRIMARY KEY, Name NVARCHAR(80) NOT NULL);
GO
"""


def test_tables_behind_conditions_of_sql_server_are_read():
    imported = read(GUARDED)
    table = imported.design.tables[0]
    assert [one.name for one in table.entities] == ["Room", "Booking", "Guest"]
    assert {one.name for one in table.entity("Room").attributes} == {"Id", "Begin", "Kind"}
    assert "Note" in {one.name for one in table.entity("Booking").attributes}
    assert keys_of(imported, "Booking")[0] == {"PK": "ROOM#{RoomId}", "SK": "BOOKING#{Id}"}


CHECKED = """CREATE TABLE film (id INT IDENTITY(1,1) PRIMARY KEY, title NVARCHAR(80) NOT NULL)
CREATE TABLE tag (id INT PRIMARY KEY, word NVARCHAR(20) NULL)
CREATE TABLE film_tag (film_id INT FOREIGN KEY REFERENCES film(id), tag_id INT FOREIGN KEY REFERENCES tag(id))
CREATE TABLE reel (id INT PRIMARY KEY, film_id INT NOT NULL UNIQUE REFERENCES film(id),
  state NVARCHAR(9) NOT NULL CONSTRAINT ck CHECK (state IN (N'NEW', N'WORN')), size INT CHECK (size IN (8, 16)))
"""


def test_references_that_sql_server_writes_with_the_column_join_tables_without_a_key():
    imported = read(CHECKED)
    assert keys_of(imported, "FilmTag") == [
        {"PK": "FILM#{film_id}", "SK": "TAG#{tag_id}"}, {"GSI1PK": "TAG#{tag_id}", "GSI1SK": "FILM#{film_id}"},
    ]  # fmt: skip
    assert ("film_tag", "many_to_many") in [
        ("film_tag" if one.join else "", str(one.kind)) for one in imported.design.relations
    ]


def test_a_unique_reference_has_one_row_for_each_parent():
    imported = read(CHECKED)
    one = next(each for each in imported.design.relations if each.per_parent is not None)
    assert one.per_parent is not None and (one.per_parent.average, one.per_parent.maximum) == (1, 1)
    assert "Reel of one Film" in [each.name for each in imported.design.patterns]
    assert not [line for line in imported.report if line.message.startswith("Film has several Reel")]


@pytest.mark.parametrize(
    "check",
    [
        "state text CHECK (state IN ('NEW', 'WORN'))",
        "state varchar(9), CONSTRAINT c CHECK (((state)::text = ANY ((ARRAY['NEW'::character varying, "
        "'WORN'::character varying])::text[])))",
        "state text, CHECK (state IS NULL OR state IN ('NEW', 'WORN'))",
    ],
)
def test_a_check_names_the_values_of_a_column(check):
    table = read(f"CREATE TABLE copy (id uuid PRIMARY KEY, {check});").design.tables[0]
    state = table.entities[0].attribute("state")
    assert state is not None
    assert (state.format, list(state.values)) == ("enum", ["NEW", "WORN"])


@pytest.mark.parametrize("check", ["CHECK (length(state) > 3)", "CHECK (state <> 'NEW')", "CHECK (state IN (a, 'B'))"])
def test_another_check_says_nothing_about_values(check):
    table = read(f"CREATE TABLE copy (id uuid PRIMARY KEY, a text, state text {check});").design.tables[0]
    state = table.entities[0].attribute("state")
    assert state is not None and state.format != "enum"


def test_a_primary_key_is_never_null():
    table = read("CREATE TABLE copy (id text PRIMARY KEY, note text);").design.tables[0]
    assert {one.name: one.optional for one in table.entities[0].attributes} == {"id": 1.0, "note": 0.9}


@pytest.mark.parametrize("words", [("+goose Up", "+goose Down"), ("migrate:up", "migrate:down"), ("", "//@UNDO")])
def test_what_a_migration_undoes_is_not_read(words):
    text = f"-- {words[0]}\nCREATE TABLE shelf (id uuid PRIMARY KEY);\n-- {words[1]}\nDROP TABLE shelf;\n"
    assert [one.name for one in read(text).design.tables[0].entities] == ["Shelf"]


def test_identities_of_sixteen_bytes_are_uuids_in_keys():
    made = read("CREATE TABLE `shelf` (`id` BINARY(16) NOT NULL, `photo` BLOB, PRIMARY KEY (`id`)) ENGINE=InnoDB;")
    types = {one.name: (str(one.type), one.format) for one in made.design.tables[0].entities[0].attributes}
    assert types == {"id": ("S", "uuid4"), "photo": ("B", "")}


def test_a_statement_that_the_dialect_does_not_know_is_read_in_another():
    made = read("CREATE TABLE a (id INT IDENTITY(1,1) PRIMARY KEY, b_id INT NOT NULL UNIQUE REFERENCES a(id));\nGO\n")
    assert {one.name for one in made.design.tables[0].entities[0].attributes} == {"id", "b_id"}


def _types(text: str) -> dict[str, tuple[str, float]]:
    entity = read(text).design.tables[0].entities[0]
    return {one.name: (str(one.type), one.optional) for one in entity.attributes}


def test_types_of_clickhouse_are_its_own_and_a_column_is_there_unless_it_is_nullable():
    text = """CREATE TABLE tide (station UInt32, height Float64, `at` DateTime64(3), kind LowCardinality(String),
      note LowCardinality(Nullable(String)), marks Array(String)) ENGINE = MergeTree() ORDER BY (station, at);"""
    assert _types(text) == {
        "station": ("N", 1.0), "height": ("N", 1.0), "at": ("S", 1.0), "kind": ("S", 1.0), "note": ("S", 0.9),
        "marks": ("L", 1.0),
    }  # fmt: skip


def test_tables_of_teradata_are_read_with_their_partitions():
    text = """CREATE MULTISET TABLE port.berth, NO FALLBACK, NO BEFORE JOURNAL (
      berth_id INTEGER NOT NULL, opened DATE FORMAT 'YYYY-MM-DD' NOT NULL,
      code VARCHAR(9) CHARACTER SET LATIN NOT CASESPECIFIC, CONSTRAINT pk PRIMARY KEY (berth_id))
      UNIQUE PRIMARY INDEX (berth_id)
      PARTITION BY RANGE_N(opened BETWEEN DATE '2020-01-01' AND DATE '2025-12-31' EACH INTERVAL '1' MONTH);"""
    assert _types(text) == {"berth_id": ("N", 1.0), "opened": ("S", 1.0), "code": ("S", 0.9)}


def test_semistructured_columns_of_snowflake_are_maps():
    text = "CREATE TABLE call (id NUMBER(38,0) PRIMARY KEY, at TIMESTAMP_NTZ NOT NULL, body VARIANT) CLUSTER BY (at);"
    assert _types(text) == {"id": ("N", 1.0), "at": ("S", 1.0), "body": ("M", 0.9)}


def test_what_cannot_be_read_is_said_without_words_of_the_parser():
    made = read("CREATE TABLE ok (id int PRIMARY KEY);\nCREATE TABLE odd (id int) PARTITION BY RANGE_N(id BETWEEN 1;\n")
    assert all("class '" not in line.message for line in made.report)
