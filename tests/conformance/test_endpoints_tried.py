"""What `make endpoints` tries, on the engines that tests start: an engine can do what its trust says."""

from tests.conformance.endpoints import features, proved_on


def test_an_engine_can_do_what_it_is_trusted_for(engine):
    can = features(engine.dynamodb)
    trusted = {name for name in can if getattr(engine.trust, name, False)}
    assert {name for name in trusted if not can[name]} == set()
    assert "ttl" in trusted
    assert not [name for name in engine.dynamodb.call("list_tables")["TableNames"] if name.startswith("endpoints-")]


def test_a_proof_that_fails_leaves_no_table(engine):
    class Stopped(Exception):
        """As a fault of the proof."""

    try:
        with proved_on(engine.dynamodb, "order-management"):
            raise Stopped
    except Stopped:
        pass
    assert not [name for name in engine.dynamodb.call("list_tables")["TableNames"] if name.startswith("endpoints-")]
