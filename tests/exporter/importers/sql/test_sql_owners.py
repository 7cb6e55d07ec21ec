"""Owners, joins, and identity of what SQL creates; and scripts as tools write them: partitions, batches, routines."""

from __future__ import annotations

import pytest

from modeler.core.analysis import findings
from tests.exporter.importers.sql.test_sql import keys_of, read

MUSIC = """
CREATE TABLE artist (artist_id int PRIMARY KEY, name varchar(120));
CREATE TABLE album (album_id int PRIMARY KEY, title varchar(160) NOT NULL, artist_id int NOT NULL REFERENCES artist);
CREATE TABLE media_type (media_type_id int PRIMARY KEY, name varchar(120));
CREATE TABLE genre (genre_id int PRIMARY KEY, name varchar(120));
CREATE TABLE track (track_id int PRIMARY KEY, name text NOT NULL, album_id int REFERENCES album,
  media_type_id int NOT NULL REFERENCES media_type, genre_id int REFERENCES genre);
CREATE TABLE customer (customer_id int PRIMARY KEY, first_name text, last_name text, email text, employee_id int
  REFERENCES employee);
CREATE TABLE employee (employee_id int PRIMARY KEY, last_name text, first_name text, title text,
  reports_to int REFERENCES employee);
CREATE TABLE invoice (invoice_id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customer, at timestamp);
CREATE TABLE invoice_line (invoice_line_id int PRIMARY KEY, track_id int NOT NULL REFERENCES track,
  invoice_id int NOT NULL REFERENCES invoice, quantity int);
CREATE TABLE playlist (playlist_id int PRIMARY KEY, name text);
CREATE TABLE playlist_track (id int PRIMARY KEY, playlist_id int NOT NULL REFERENCES playlist,
  track_id int NOT NULL REFERENCES track, UNIQUE (playlist_id, track_id));
CREATE TABLE payment (payment_id int PRIMARY KEY, staff_id int NOT NULL REFERENCES employee,
  customer_id int NOT NULL REFERENCES customer, invoice_id int REFERENCES invoice, amount numeric);
CREATE TABLE session (session_id int PRIMARY KEY, device_id int NOT NULL REFERENCES device,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE);
CREATE TABLE device (device_id int PRIMARY KEY, os text, version text, model text);
CREATE TABLE users (user_id int PRIMARY KEY, a text, b text, c text);
CREATE TABLE profile (user_id int PRIMARY KEY REFERENCES users, bio text);
CREATE TABLE attendance (user_id int REFERENCES users, device_id int REFERENCES device, day date,
  PRIMARY KEY (user_id, device_id, day));
"""


@pytest.mark.parametrize(
    ("entity", "keys"),
    [
        ("Album", {"PK": "ARTIST#{artist_id}", "SK": "ALBUM#{album_id}"}),
        ("Track", {"PK": "TRACK#{track_id}", "SK": "TRACK"}),
        ("Customer", {"PK": "CUSTOMER#{customer_id}", "SK": "CUSTOMER"}),
        ("Invoice", {"PK": "CUSTOMER#{customer_id}", "SK": "INVOICE#{invoice_id}"}),
        ("InvoiceLine", {"PK": "INVOICE#{invoice_id}", "SK": "INVOICE_LINE#{invoice_line_id}"}),
        ("PlaylistTrack", {"PK": "PLAYLIST#{playlist_id}", "SK": "TRACK#{track_id}"}),
        ("Payment", {"PK": "CUSTOMER#{customer_id}", "SK": "PAYMENT#{payment_id}"}),
        ("Session", {"PK": "USER#{user_id}", "SK": "SESSION#{session_id}"}),
        ("Profile", {"PK": "USER#{user_id}", "SK": "PROFILE"}),
        ("Attendance", {"PK": "USER#{user_id}", "SK": "ATTENDANCE#{device_id}#{day}"}),
        ("Genre", {"PK": "GENRE#{genre_id}", "SK": "GENRE"}),
    ],
)
def test_the_owner_is_the_parent_that_reads_ask_by(entity, keys):
    assert keys_of(read(MUSIC), entity)[0] == keys


def test_a_reference_that_not_every_row_has_is_in_the_index_only():
    assert keys_of(read(MUSIC), "Track")[1] == {"GSI1PK": "ALBUM#{album_id}", "GSI1SK": "TRACK#{track_id}"}


def test_the_keys_hold_what_identifies_a_row():
    imported = read(MUSIC)
    assert [one.message for one in findings(imported.design) if one.rule == "keys.not_unique"] == []
    for _, entity in imported.design.entities():
        base = next(one for one in entity.overloads if not one.index)
        text = " ".join(base.keys.values())
        assert all(f"{{{name}}}" in text for name in entity.identity), entity.name


SCRIPTS = {
    "partitions": """
CREATE TABLE payment (id int PRIMARY KEY, at timestamp) PARTITION BY RANGE (at);
CREATE TABLE payment_p1 PARTITION OF payment FOR VALUES FROM ('2022-01-01') TO ('2022-02-01');
CREATE TABLE payment_p2 (id int NOT NULL, at timestamp);
ALTER TABLE ONLY public.payment ATTACH PARTITION public.payment_p2 FOR VALUES FROM ('2022-02-01') TO ('2022-03-01');
CREATE TABLE payment_p3 (CHECK (id > 1)) INHERITS (payment);
""",
    "dropped": """
CREATE TABLE old (id int PRIMARY KEY);
DROP TABLE IF EXISTS old, nothing CASCADE;
CREATE TEMPORARY TABLE scratch (id int);
CREATE TABLE paid (id int PRIMARY KEY, gone int);
ALTER TABLE paid RENAME TO payment;
ALTER TABLE payment DROP COLUMN gone;
""",
    "mysql routines": """
DELIMITER //
CREATE PROCEDURE fill()
BEGIN
  CREATE TABLE inner_one (id int PRIMARY KEY);
  IF 1 THEN CREATE TEMPORARY TABLE t (a int); END IF;
  SELECT CASE WHEN 1 THEN 2 END;
END //
CREATE TRIGGER t BEFORE INSERT ON payment FOR EACH ROW BEGIN SET NEW.a = 1; END//
DELIMITER ;
CREATE TABLE `payment` (`id` int unsigned NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;
""",
    "routine without delimiter": """
CREATE OR REPLACE PROCEDURE fill() BEGIN ATOMIC INSERT INTO x VALUES (1); CREATE TABLE y (id int); END;
CREATE TABLE payment (id int PRIMARY KEY);
""",
    "sql server": """
USE [shop]
GO
CREATE PROCEDURE [dbo].[fill] AS
BEGIN
  CREATE TABLE #t (id int);
  CREATE TABLE z (id int);
END
GO
CREATE TABLE [dbo].[Payment] (
  [Id] [int] IDENTITY(1,1) NOT NULL,
  [Name] [nvarchar](120) NULL,
  [rowguid] [uniqueidentifier] ROWGUIDCOL NOT NULL CONSTRAINT [d] DEFAULT (newid()),
  CONSTRAINT [PK] PRIMARY KEY CLUSTERED ([Id] ASC) WITH (PAD_INDEX = OFF, IGNORE_DUP_KEY = OFF) ON [PRIMARY]
) ON [PRIMARY]
GO
CREATE TABLE #scratch (id int)
GO
""",
    "schema with elements": """
\\set ON_ERROR_STOP on
CREATE DOMAIN "Name" varchar(50) NULL;
CREATE SCHEMA Person
  CREATE TABLE Payment (id INT NOT NULL PRIMARY KEY, Name "Name", note text DEFAULT 'create table x (y)')
;
\\copy Person.Payment FROM './x.csv' DELIMITER E'\\t' CSV;
""",
}


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_only_tables_that_stay_are_entities(text):
    imported = read(text)
    assert [one.name for _, one in imported.design.entities()] == ["Payment"]
    assert not [line for line in imported.report if line.level == "dropped"], imported.report
    payment = imported.design.tables[0].entity("Payment")
    assert "gone" not in {one.name for one in payment.attributes}


def test_types_of_sql_server_and_domains_have_their_sizes():
    payment = read(SCRIPTS["sql server"]).design.tables[0].entity("Payment")
    assert {one.name: (str(one.type), one.format) for one in payment.attributes} == {
        "Id": ("N", "integer"),
        "Name": ("S", ""),
        "rowguid": ("S", "uuid4"),
    }
    assert payment.attribute("Name").size.maximum == 120
    assert read(SCRIPTS["schema with elements"]).design.tables[0].entity("Payment").attribute("Name").size.maximum == 50


def test_names_have_no_case():
    imported = read(
        'CREATE TABLE Shop ("ShopID" int, n text, m text, o text);\nALTER TABLE shop ADD PRIMARY KEY (shopid);\n'
        "CREATE TABLE Visit (id int PRIMARY KEY, shopid int NOT NULL REFERENCES SHOP (shopid));\n"
    )
    assert imported.design.tables[0].entity("Shop").identity == ("ShopID",)
    assert keys_of(imported, "Visit")[0] == {"PK": "SHOP#{shopid}", "SK": "VISIT#{id}"}


def test_a_long_routine_is_read_once():
    body = "SELECT 1; " * 20_000
    imported = read(f"CREATE PROCEDURE p() BEGIN {body} END;\nCREATE TABLE payment (id int PRIMARY KEY);\n")
    assert [one.name for _, one in imported.design.entities()] == ["Payment"]


def test_whether_a_name_is_offered_and_its_place_do_not_make_a_list_an_owner():
    imported = read("""CREATE TABLE user_roles (id int PRIMARY KEY, name text NOT NULL, description text,
      is_active bool, sort_order int, created_at timestamp);
    CREATE TABLE app_users (id int PRIMARY KEY, email text, role_id int NOT NULL REFERENCES user_roles (id));""")
    assert keys_of(imported, "AppUser")[0] == {"PK": "APP_USER#{id}", "SK": "APP_USER"}


def test_a_part_of_one_row_is_beside_that_row():
    imported = read("""CREATE TABLE ticket (no char(13) PRIMARY KEY, holder text, seat text, class text);
    CREATE TABLE flight (id int PRIMARY KEY, origin text, target text, status text);
    CREATE TABLE leg (ticket char(13) REFERENCES ticket, flight int REFERENCES flight, fare int,
      PRIMARY KEY (ticket, flight));
    CREATE TABLE boarding_pass (ticket_no char(13) REFERENCES ticket, flight_id int REFERENCES flight, seat text,
      PRIMARY KEY (ticket_no, flight_id), FOREIGN KEY (ticket_no, flight_id) REFERENCES leg (ticket, flight));""")
    assert keys_of(imported, "Leg")[0] == {"PK": "TICKET#{ticket}", "SK": "FLIGHT#{flight}"}
    assert keys_of(imported, "BoardingPass") == [{"PK": "TICKET#{ticket_no}", "SK": "FLIGHT#{flight_id}#BOARDING_PASS"}]


@pytest.mark.parametrize("column", ["auto_increment", ""])
def test_keys_and_columns_are_added_in_brackets(column):
    imported = read(f"""CREATE TABLE region (id int {column}, name varchar(25), a text, b text);
    ALTER TABLE region ADD (CONSTRAINT region_pk PRIMARY KEY (id));
    CREATE TABLE site (id int NOT NULL, region_id int NOT NULL);
    ALTER TABLE site ADD COLUMN (opened date NOT NULL, note varchar(9)), ADD PRIMARY KEY (id);
    ALTER TABLE site ADD (opened_by varchar(9),
      CONSTRAINT site_region FOREIGN KEY (region_id) REFERENCES region (id), PRIMARY KEY (id));""")
    assert keys_of(imported, "Site")[0] == {"PK": "REGION#{region_id}", "SK": "SITE#{id}"}
    assert "opened_by" in imported.design.tables[0].entity("Site").attributes_by_name


BODY = """
CREATE FUNCTION touch() RETURNS trigger AS $body$
BEGIN
  IF NEW.a THEN NEW.changed = now(); END IF;
  RETURN NEW;
END;
$body$ LANGUAGE plpgsql;
CREATE TABLE parcel (id int PRIMARY KEY);
CREATE TRIGGER t BEFORE UPDATE ON parcel FOR EACH ROW EXECUTE FUNCTION touch();
CREATE TABLE stamp (id int PRIMARY KEY, parcel_id int NOT NULL REFERENCES parcel);
"""


def test_the_body_of_a_trigger_hides_no_table_after_it():
    assert [one.name for _, one in read(BODY).design.entities()] == ["Parcel", "Stamp"]


def test_a_key_of_several_columns_without_an_owner_begins_with_the_first():
    imported = read("CREATE TABLE reading (station text, at timestamp, v int, PRIMARY KEY (station, at));")
    assert keys_of(imported, "Reading") == [{"PK": "READING#{station}", "SK": "READING#{at}"}]


UNDECLARED = """
CREATE TABLE `app_tickets` (`id` bigint unsigned NOT NULL AUTO_INCREMENT, `title` varchar(90), PRIMARY KEY (`id`));
CREATE TABLE `app_replies` (`id` bigint unsigned NOT NULL AUTO_INCREMENT, `ticket_id` bigint NOT NULL,
  `agent_id` int NOT NULL, `tag_id` varchar(9) NOT NULL,
  `stage` tinyint(1) NOT NULL COMMENT '0 new, 1 read, 2 done', `hidden` tinyint(1) NOT NULL, PRIMARY KEY (`id`));
CREATE TABLE `app_tags` (`id` int NOT NULL, `label` varchar(20), PRIMARY KEY (`id`));
"""


def test_names_show_references_of_a_script_that_declares_none():
    imported = read(UNDECLARED)
    assert keys_of(imported, "AppReply")[0] == {"PK": "APP_TICKET#{ticket_id}", "SK": "APP_REPLY#{id}"}
    said = [line.message for line in imported.report if "by its name" in line.message]
    assert said == ["app_replies.ticket_id refers to app_tickets, by its name; the file declares no foreign keys"]
    assert not imported.design.relations, "a relation is not known"


def test_one_declared_reference_leaves_names_alone():
    declared = UNDECLARED + "ALTER TABLE app_replies ADD FOREIGN KEY (agent_id) REFERENCES agents (id);"
    assert keys_of(read(declared), "AppReply")[0]["PK"] == "APP_REPLY#{id}"


def test_a_digit_that_counts_further_than_one_is_a_number():
    reply = read(UNDECLARED).design.tables[0].entity("AppReply")
    assert reply is not None
    assert {one.name: one.type for one in reply.attributes if one.name in ("stage", "hidden")} == {
        "stage": "N",
        "hidden": "BOOL",
    }


LEDGER = """CREATE TABLE [dbo].[Entry](
 [Id] [int] NOT NULL, [Account] [nvarchar](20) NULL, [IsOpen] [bit] NULL, [Day] [int] NULL)
GO
ALTER TABLE [dbo].[Entry] ADD CONSTRAINT [PK_Entry] PRIMARY KEY CLUSTERED ([Id])
GO
CREATE TABLE [dbo].[Day]([Id] [int] NOT NULL PRIMARY KEY)
GO
CREATE NONCLUSTERED INDEX [IX_Account] ON [dbo].[Entry] ([Account]) ON [PRIMARY]
GO
ALTER TABLE [dbo].[Entry] ADD CONSTRAINT [FK] FOREIGN KEY ([Day]) REFERENCES [dbo].[Day] ([Id]) ON UPDATE CASCADE
GO
"""


def test_sql_servers_indexes_and_cascades_are_read():
    imported = read(LEDGER)
    assert not [line for line in imported.report if line.level == "dropped"], imported.report
    assert {"Entry by Account", "Every Entry of one Day"} <= {one.name for one in imported.design.patterns}
    entry = imported.design.tables[0].entity("Entry")
    assert entry is not None
    assert next(one.type for one in entry.attributes if one.name == "IsOpen") == "BOOL"
