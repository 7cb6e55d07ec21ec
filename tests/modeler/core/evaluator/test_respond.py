"""Raw requests: what DynamoDB answers, in its own words.

facts/limits#requests, facts/throughput#reads, facts/table-api#messages, facts/expressions#syntax.
"""

import pytest

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind
from modeler.core.evaluator import respond
from modeler.core.values.attribute_values import item_size, number, string
from tests.modeler.core.evaluator.tables import PLAIN, holding, sized
from tests.modeler.core.order_management import gsi, key, lsi, values

TABLE = {"TableName": "t"}
KEY = {"pk": {"S": "a"}, "sk": {"S": "1"}}
ONE_TYPE = "must contain exactly one of the supported datatypes"
INVALID = "One or more parameter values were invalid: "


def several(*, table=PLAIN):
    """Five items of one item collection."""
    return holding(*(values(pk="a", sk=str(n), score=n, name="N") for n in range(5)), table=table)


def query(design, condition="pk = :p", values=None, **fields):
    given = {":p": {"S": "a"}, **(values or {})}
    request = {**TABLE, "KeyConditionExpression": condition, "ExpressionAttributeValues": given, **fields}
    return respond(design, Operation.QUERY, request)


def sorts(found):
    return [one.key[1].data for one in found.returned]


def said(found):
    return [refusal.message for refusal in found.refusals]


class TestPages:
    def test_a_limit_ends_a_page_with_a_key_to_go_on_from(self):
        first = query(several(), Limit=2)
        assert (sorts(first), first.more) == (["0", "1"], True)
        assert first.last_key == values(pk="a", sk="1")
        rest = query(several(), ExclusiveStartKey={"pk": {"S": "a"}, "sk": {"S": "1"}})
        assert (sorts(rest), rest.last_key) == (["2", "3", "4"], None)

    def test_backwards_a_page_goes_on_downwards(self):
        start = {"pk": {"S": "a"}, "sk": {"S": "2"}}
        assert sorts(query(several(), ScanIndexForward=False, ExclusiveStartKey=start)) == ["1", "0"]

    def test_a_page_that_is_just_full_has_a_key_although_nothing_follows(self):
        full = query(several(), Limit=5)
        assert (full.last_key, full.more) == (values(pk="a", sk="4"), False)

    def test_a_megabyte_ends_a_page(self):
        design = holding(*(sized(300_000, pk="a", sk=str(n)) for n in range(7)))
        page = query(design)
        assert (sorts(page), page.last_key, page.read_units) == (["0", "1", "2", "3"], values(pk="a", sk="3"), 146.5)

    def test_the_key_of_an_index_holds_that_of_the_table_too(self):
        table = PLAIN.__class__(
            "t", "t", PLAIN.partition_key, PLAIN.sort_key, (gsi("G", key("name"), key("score", "N")),)
        )
        found = query(several(table=table), "#n = :p", {":p": {"S": "N"}}, IndexName="G", Limit=1, **named())
        assert found.last_key == values(pk="a", sk="0", name="N", score=0)

    def test_a_scan_goes_on_too(self):
        design = several()
        seen, start = [], {}
        while True:
            page = respond(design, Operation.SCAN, {**TABLE, "Limit": 2, **start})
            seen += sorts(page)
            if page.last_key is None:
                break
            start = {"ExclusiveStartKey": {name: {"S": value.data} for name, value in page.last_key.items()}}
        assert seen == ["0", "1", "2", "3", "4"]

    def test_the_parts_of_a_parallel_scan_are_all_of_it_and_share_no_collection(self):
        design = holding(*(values(pk=f"p{n % 7}", sk=str(n)) for n in range(40)))
        parts = [respond(design, Operation.SCAN, {**TABLE, "Segment": n, "TotalSegments": 3}) for n in range(3)]
        read = [{one.key[0].data for one in part.returned} for part in parts]
        assert sum(part.count for part in parts) == 40
        assert sum(map(len, read)) == len(set().union(*read)) == 7

    @pytest.mark.parametrize(
        ("segments", "message"),
        [
            ({"Segment": 1}, "The TotalSegments parameter is required but was not present"),
            ({"TotalSegments": 1}, "The Segment parameter is required but was not present"),
            ({"Segment": 2, "TotalSegments": 2}, "Segment: 2 is not less than TotalSegments: 2"),
            ({"Segment": -1, "TotalSegments": 2}, "Value '-1' at 'segment' failed to satisfy constraint"),
            ({"Segment": 0, "TotalSegments": 0}, "Value '0' at 'totalSegments' failed to satisfy constraint"),
            ({"Segment": 0, "TotalSegments": 1_000_001}, "Member must have value less than or equal to 1000000"),
        ],
    )
    def test_parts_that_are_none_are_refused(self, segments, message):
        (found,) = said(respond(several(), Operation.SCAN, {**TABLE, **segments}))
        assert message in found

    @pytest.mark.parametrize(
        ("start", "message"),
        [
            ({"pk": {"S": "a"}}, "The provided starting key is invalid"),
            ({"pk": {"S": "a"}, "sk": {"N": "1"}}, "The provided starting key is invalid"),
            ({"pk": {"S": "a"}, "sk": {}}, "The provided starting key is invalid"),
            (
                {"pk": {"S": "b"}, "sk": {"S": "1"}},
                "The provided starting key is outside query boundaries based on provided conditions",
            ),
            ({"pk": {"S": "a"}, "sk": {"S": "9"}}, "The provided starting key does not match the range key predicate"),
        ],
    )
    def test_a_starting_key_must_be_one(self, start, message):
        found = query(several(), "pk = :p AND sk < :s", {":s": {"S": "3"}}, ExclusiveStartKey=start)
        assert said(found) == [message]

    def test_a_starting_key_beside_a_value_of_the_wrong_type(self):
        start = {"pk": {"S": "a"}, "sk": {"S": "1"}}
        found = query(several(), "pk = :p AND begins_with(sk, :s)", {":s": {"B": "YQ=="}}, ExclusiveStartKey=start)
        assert said(found) == [f"{INVALID}Condition parameter type does not match schema type"]


def named():
    return {"ExpressionAttributeNames": {"#n": "name"}}


class TestWhatIsWrongWithARead:
    @pytest.mark.parametrize(
        ("fields", "message"),
        [
            ({"Limit": 0}, "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
             "Member must have value greater than or equal to 1"),
            ({"Select": "ALL_PROJECTED_ATTRIBUTES"},
             "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"),
            ({"Select": "COUNT", "ProjectionExpression": "score"},
             "Cannot specify the ProjectionExpression when choosing to get only the Count"),
            ({"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "score"},
             "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES"),
            ({"Select": "SPECIFIC_ATTRIBUTES"},
             "Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES"),
            ({"IndexName": "X"}, "The table does not have the specified index: X"),
            ({"FilterExpression": "sk = :p"},
             "Filter Expression can only contain non-primary key attributes: Primary key attribute: sk"),
            ({"FilterExpression": "status = :p"},
             "Invalid FilterExpression: Attribute name is a reserved keyword; reserved keyword: status"),
            ({"ExpressionAttributeNames": {}}, "ExpressionAttributeNames must not be empty"),
            ({"TableName": "nowhere"}, "Requested resource not found"),
        ],
    )  # fmt: skip
    def test_the_sentence(self, fields, message):
        found = query(several(), **fields)
        assert said(found) == [message]
        assert (found.returned, found.pages) == ((), ())

    def test_a_table_that_is_not_there_is_no_validation_error(self):
        assert query(several(), TableName="nowhere").refusals[0].exception == "ResourceNotFoundException"

    def test_a_query_needs_a_key_condition(self):
        message = "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
        assert said(respond(several(), Operation.QUERY, TABLE)) == [message]

    def test_all_that_is_wrong_is_said(self):
        found = query(several(), "pk = :p AND sk = :s", {":s": {"N": "x"}}, Limit=0)
        assert said(found)[0].endswith("cannot be converted to a numeric value: x for key :s")
        assert len(said(found)) == 3

    def test_an_empty_value_is_named_with_the_index_that_is_queried(self):
        empty = {":p": {"S": ""}}
        assert said(query(several(), values=empty))[0].endswith("an empty string value. Key: pk")
        table = PLAIN.__class__("t", "t", PLAIN.partition_key, PLAIN.sort_key, (gsi("G", key("name")),))
        found = query(several(table=table), "#n = :p", empty, IndexName="G", **named())
        assert said(found)[0].endswith("an empty string value. IndexName: G, IndexKey: name")

    def test_values_without_an_expression_that_could_use_them(self):
        request = {**TABLE, "ProjectionExpression": "score", "ExpressionAttributeValues": {":v": {"S": "x"}}}
        message = "ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null"
        assert said(respond(several(), Operation.SCAN, request)) == [message]
        names = {**TABLE, "Key": KEY, "ExpressionAttributeNames": {"#n": "x"}}
        message = "ExpressionAttributeNames can only be specified when using expressions"
        assert said(respond(several(), Operation.GET, names)) == [message]


class TestAnLsi:
    TABLE = PLAIN.__class__(
        "t", "t", PLAIN.partition_key, PLAIN.sort_key, (lsi("L", key("pk"), key("score", "N"), "KEYS_ONLY"),)
    )

    def test_what_a_filter_makes_it_fetch_is_not_returned(self):
        found = query(several(table=self.TABLE), IndexName="L", FilterExpression="attribute_exists(#n)", **named())
        assert found.returned[0].item == values(pk="a", sk="0", score=0)
        assert found.pages[0].fetched_units == 2.5

    def test_all_attributes_are_fetched_where_they_are_asked_for(self):
        found = query(several(table=self.TABLE), IndexName="L", Select="ALL_ATTRIBUTES")
        assert found.returned[0].item == values(pk="a", sk="0", score=0, name="N")
        assert self.TABLE.indexes[0].kind is IndexKind.LSI


class TestKeys:
    @pytest.mark.parametrize(
        ("raw", "message"),
        [
            ({"pk": {"S": "a"}}, "The provided key element does not match the schema"),
            ({**KEY, "x": {"S": "1"}}, "The provided key element does not match the schema"),
            ({**KEY, "sk": {"N": "1"}}, "The provided key element does not match the schema"),
            ({**KEY, "sk": {}}, f"Supplied AttributeValue is empty, {ONE_TYPE}"),
            ({**KEY, "sk": {"S": "1", "N": "1"}},
             f"Supplied AttributeValue has more than one datatypes set, {ONE_TYPE}"),
            ({**KEY, "pk": {"S": "x" * 2049}},
             f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes"),
            ({**KEY, "sk": {"S": "x" * 1025}},
             f"{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes"),
            ({**KEY, "sk": {"S": ""}}, "One or more parameter values are not valid. The AttributeValue for a key "
             "attribute cannot contain an empty string value. Key: sk"),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("operation", [Operation.GET, Operation.DELETE, Operation.UPDATE])
    def test_of_a_read_and_of_a_write(self, operation, raw, message):
        assert said(respond(several(), operation, {**TABLE, "Key": raw})) == [message]

    def test_a_batch_holds_each_once(self):
        batch = {"RequestItems": {"t": {"Keys": [KEY, KEY]}}}
        assert said(respond(several(), Operation.BATCH_GET, batch)) == [
            "Provided list of item keys contains duplicates"
        ]
        found = respond(several(), Operation.BATCH_GET, {"RequestItems": {"t": {"Keys": [KEY]}}})
        assert (sorts(found), found.read_units) == (["1"], 0.5)
        gets = {"TransactItems": [{"Get": {**TABLE, "Key": KEY}}]}
        assert respond(several(), Operation.TRANSACT_GET, gets).read_units == 2


class TestWrites:
    def test_a_put_stores_what_it_says(self):
        found = respond(several(), Operation.PUT, {**TABLE, "Item": {**KEY, "score": {"N": "9.0"}}})
        assert found.writes[0].after.item == values(pk="a", sk="1", score=9)
        assert found.after.item("t", (string("a"), string("1"))).id == "i1"

    @pytest.mark.parametrize(
        ("item", "message"),
        [
            ({"pk": {"S": "a"}}, f"{INVALID}Missing the key sk in the item"),
            ({**KEY, "x": {}}, f"Supplied AttributeValue is empty, {ONE_TYPE}"),
            ({**KEY, "x": {"SS": []}}, f"{INVALID}An string set  may not be empty"),
            ({**KEY, "x": {"S": "x" * 409_600}}, "Item size has exceeded the maximum allowed size"),
        ],
    )
    def test_a_put_that_is_none(self, item, message):
        condition = {"ConditionExpression": "attribute_not_exists(pk)"}
        assert said(respond(several(), Operation.PUT, {**TABLE, "Item": item, **condition})) == [message]

    def test_a_condition_that_fails_has_an_exception_of_its_own(self):
        request = {**TABLE, "Key": KEY, "ConditionExpression": "attribute_not_exists(pk)"}
        for operation in (Operation.DELETE, Operation.UPDATE):
            found = respond(several(), operation, request)
            assert [refusal.exception for refusal in found.refusals] == ["ConditionalCheckFailedException"]
            assert found.after.item("t", (string("a"), string("1"))) is not None

    def test_an_update_makes_and_changes_items(self):
        adds = {"UpdateExpression": "ADD score :n", "ExpressionAttributeValues": {":n": {"N": "5"}}}
        found = respond(several(), Operation.UPDATE, {**TABLE, "Key": KEY, **adds})
        assert found.writes[0].after.item["score"] == number(6)
        made = respond(several(), Operation.UPDATE, {**TABLE, "Key": {**KEY, "sk": {"S": "9"}}})
        assert made.writes[0].after.item == values(pk="a", sk="9")

    def test_a_batch_of_writes(self):
        actions = [{"PutRequest": {"Item": KEY}}, {"DeleteRequest": {"Key": {**KEY, "sk": {"S": "2"}}}}]
        found = respond(several(), Operation.BATCH_WRITE, {"RequestItems": {"t": actions}})
        assert (found.write_units, len(found.after.items("t"))) == (2, 4)


class TestTransactions:
    def transact(self, *actions):
        return respond(several(), Operation.TRANSACT_WRITE, {"TransactItems": list(actions)})

    def test_reasons_are_told_one_for_each_member(self):
        check = {**TABLE, "Key": KEY, "ConditionExpression": "attribute_not_exists(pk)"}
        update = {**TABLE, "Key": {**KEY, "sk": {"S": "2"}}, "UpdateExpression": "SET score = nothing"}
        found = self.transact({"ConditionCheck": check}, {"Update": update})
        assert found.refusals[0].message.endswith("[ConditionalCheckFailed, ValidationError]")
        assert found.refusals[0].exception == "TransactionCanceledException"

    def test_what_cannot_be_read_refuses_the_request(self):
        found = self.transact({"Update": {**TABLE, "Key": KEY, "UpdateExpression": "SET score"}})
        assert [refusal.exception for refusal in found.refusals] == ["ValidationException"]

    def test_the_table_pays_twice(self):
        found = self.transact({"Put": {**TABLE, "Item": {**KEY, "pad": {"S": "x" * 3000}}}}, {"Delete": {
            **TABLE, "Key": {**KEY, "sk": {"S": "2"}}}})  # fmt: skip
        assert found.write_units == 2 * 3 + 2
        assert item_size(found.writes[0].after.item) > 3000


class TestExpressionsThatCannotBe:
    """Each is refused before any item is read, whatever is in the table."""

    WRONG = "Incorrect operand type for operator or function; operator or function"
    SAME = "The first operand must be distinct from the remaining operands for this operator or function"

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("size(:p) = score", None),
            ("size(:n) > :n", f"{WRONG}: size, operand type: N"),
            ("begins_with(a, :n)", f"{WRONG}: begins_with, operand type: N"),
            ("attribute_type(a, :n)", f"{WRONG}: attribute_type, operand type: N"),
            ("attribute_type(a, :p)", "Invalid attribute type name found; type: a"),
            ("attribute_type(a, size(a))", f"{WRONG}: attribute_type, operand type: N"),
            ("contains(a, a)", f"{SAME}; operator: contains, first operand: [a]"),
            ("a BETWEEN :n AND :p", "The BETWEEN operator requires same data type for lower and upper bounds"),
            ("a BETWEEN :b2 AND :b1", "lower bound operand: AttributeValue: {B:java.nio.HeapByteBuffer[pos=0 lim=1"),
            ("a BETWEEN :flag AND :flag", f"{WRONG}: BETWEEN, operand type: BOOL"),
            ("attribute_exists(a, b)", "Incorrect number of operands for operator or function"),
            ("#n = :p", "is not defined; attribute name: #n"),
            ("attribute_exists(size(a))", "Operator or function requires a document path"),
        ],
    )
    def test_of_a_filter(self, text, sentence):
        known = {
            ":p": {"S": "a"}, ":n": {"N": "1"}, ":b1": {"B": "AQ=="}, ":b2": {"B": "Ag=="}, ":flag": {"BOOL": True},
        }  # fmt: skip
        used = {marker: value for marker, value in known.items() if marker in text}
        request = {**TABLE, "FilterExpression": text, **({"ExpressionAttributeValues": used} if used else {})}
        found = respond(several(), Operation.SCAN, request)
        assert sentence is None or any(sentence in one for one in said(found)), said(found)
        assert bool(found.refusals) == (sentence is not None)

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("SET a = :p + :n", f"{WRONG}: +, operand type: S"),
            ("SET a = list_append(a, :n)", f"{WRONG}: list_append, operand type: N"),
            ("ADD a :p", "operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND"),
            ("DELETE a :n", "operator: DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND"),
            ("SET a.x = :n, a[0] = :n", "Two document paths conflict with each other"),
            ("SET sk = :p", "Cannot update attribute sk. This attribute is part of the key"),
            ("SET a.b = :n", "The document path provided in the update expression is invalid for update"),
            ("SET a = nothing1", "The provided expression refers to an attribute that does not exist in the item"),
            ("SET a = score + name1", "The provided expression refers to an attribute that does not exist"),
            ("SET score[0] = :n", "The document path provided in the update expression is invalid for update"),
            ("REMOVE score.x", "The document path provided in the update expression is invalid for update"),
        ],
    )
    def test_of_an_update(self, text, sentence):
        used = {marker: {":p": {"S": "a"}, ":n": {"N": "1"}}[marker] for marker in (":p", ":n") if marker in text}
        request = {**TABLE, "Key": KEY, "UpdateExpression": text}
        found = respond(
            several(), Operation.UPDATE, {**request, **({"ExpressionAttributeValues": used} if used else {})}
        )
        assert any(sentence in one for one in said(found)), said(found)
        assert found.after.item("t", (string("a"), string("1"))).item["score"] == number(1)

    @pytest.mark.parametrize(
        ("condition", "sentence"),
        [
            ("pk = :p AND sk = :undefined", "is not defined; attribute value: :undefined"),
            ("pk = :p AND #n = :p", "is not defined; attribute name: #n"),
            ("pk = :p AND other = :p", "Query condition missed key schema element: sk"),
            ("begins_with(:p, pk)", "begins_with operator must have the key attribute as its first operand"),
            ("pk = :p AND begins_with(sk, sk)", "Multiple attribute names used in one condition"),
            ("pk = :p AND sk BETWEEN :p AND sk", "Multiple attribute names used in one condition"),
            (":p = :p", "Query key condition not supported"),
            ("pk < :p", "Query key condition not supported"),
        ],
    )
    def test_of_a_key_condition(self, condition, sentence):
        found = query(several(), condition)
        assert any(sentence in one for one in said(found)), said(found)

    def test_a_name_that_nobody_defines_hides_no_other_fault(self):
        request = {**TABLE, "Key": {"pk": {"S": "a"}}, "ProjectionExpression": "#n"}
        found = said(respond(several(), Operation.GET, request))
        assert found[0].endswith("is not defined; attribute name: #n")
        assert found[1] == "The provided key element does not match the schema"

    def test_a_value_of_no_type(self):
        found = query(several(), values={":p": {}})
        assert said(found)[0].startswith(
            "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty"
        )

    def test_a_gsi_is_never_read_consistently(self):
        table = PLAIN.__class__("t", "t", PLAIN.partition_key, PLAIN.sort_key, (gsi("G", key("name")),))
        found = query(several(table=table), "#n = :p", IndexName="G", ConsistentRead=True, **named())
        assert said(found) == ["Consistent reads are not supported on global secondary indexes"]
