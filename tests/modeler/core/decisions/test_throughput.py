"""facts/choices#key-suffix, facts/choices#time-bucket, facts/choices#hot-reads: each lettered case."""

import pytest

from modeler.core.capacity.sharding import ShardCount
from modeler.core.decisions.throughput import (
    Bucket,
    HotReads,
    Suffix,
    bucket_for,
    hot_reads,
    suffix_for,
    window_requests,
)

DAY = 86_400


class TestSuffix:
    def test_a_finer_entity_comes_before_any_shard(self):
        assert suffix_for(4000, by_id=True, finer_entity=True).suffix is Suffix.FINER_ENTITY
        assert suffix_for(800, unbounded=True, by_window=True, finer_entity=True).suffix is Suffix.FINER_ENTITY

    @pytest.mark.parametrize(
        ("units", "says"), [(400, "within one partition"), (501, "add a shard with count 1"), (1000, "half")]
    )
    def test_b_within_the_limit_and_bounded(self, units, says):
        choice = suffix_for(units, by_id=True)
        assert (choice.suffix, choice.shards) == (Suffix.NONE, ShardCount(1, 1))
        assert says in choice.reason

    def test_a_finer_entity_is_not_needed_where_nothing_is_hot_or_endless(self):
        assert suffix_for(400, finer_entity=True).suffix is Suffix.NONE

    def test_c_hot_and_read_by_id(self):
        choice = suffix_for(1001, by_id=True)
        assert (choice.suffix, choice.shards) == (Suffix.CALCULATED, ShardCount(2, 2))

    def test_d_hot_and_read_as_a_whole(self):
        assert suffix_for(9000).suffix is Suffix.RANDOM
        assert suffix_for(9000).shards == ShardCount(9, 10)

    def test_e_endless_and_read_by_window(self):
        assert suffix_for(1000, unbounded=True, by_window=True).suffix is Suffix.BUCKET

    def test_endless_without_windows_has_nothing_to_bucket_by(self):
        choice = suffix_for(1000, unbounded=True)
        assert choice.suffix is Suffix.NONE
        assert "no read requests a time window" in choice.reason

    def test_f_both(self):
        choice = suffix_for(2500, unbounded=True, by_window=True, by_id=True)
        assert (choice.suffix, choice.shards) == (Suffix.BUCKET_AND_SHARD, ShardCount(3, 3))

    @pytest.mark.parametrize(("units", "suffix"), [(22_500, Suffix.RANDOM), (22_501, Suffix.ANOTHER_KEY)])
    def test_more_than_25_shards_is_another_key(self, units, suffix):
        assert suffix_for(units).suffix is suffix


class TestBucket:
    def test_the_coarsest_that_stays_under_10_gb(self):
        # 1 item/s of 200 B: 6.3 GB a year.
        choice = bucket_for(1, 200, 30 * DAY)
        assert (choice.bucket, choice.requests, choice.fits) == (Bucket.YEAR, 1, True)

    def test_an_lsi_halves_what_a_bucket_may_hold(self):
        assert bucket_for(1, 200, 30 * DAY, lsi=True).bucket is Bucket.MONTH

    @pytest.mark.parametrize(
        ("rate", "bucket", "requests"), [(10, Bucket.MONTH, 1), (100, Bucket.DATE, 7), (4000, Bucket.HOUR, 168)]
    )
    def test_finer_as_more_is_written(self, rate, bucket, requests):
        choice = bucket_for(rate, 400, 7 * DAY)
        assert (choice.bucket, choice.requests) == (bucket, requests)
        assert choice.fits is (requests <= 25)

    def test_a_window_over_too_many_buckets_does_not_fit(self):
        choice = bucket_for(100, 400, 26 * DAY)
        assert (choice.bucket, choice.requests, choice.fits) == (Bucket.DATE, 26, False)
        assert bucket_for(100, 400, 25 * DAY).fits

    def test_an_hour_that_is_too_large_asks_for_a_shard(self):
        choice = bucket_for(40_000, 400, 3600)
        assert (choice.bucket, choice.fits) == (Bucket.HOUR, False)
        assert "add a shard" in choice.reason

    @pytest.mark.parametrize(("bucket", "requests"), [(Bucket.MONTH, 1), (Bucket.DATE, 30), (Bucket.HOUR, 720)])
    def test_thirty_days(self, bucket, requests):
        assert window_requests(bucket, 30 * DAY) == requests


class TestHotReads:
    def test_within_the_limit_nothing(self):
        assert hot_reads(3000, eventual=True, repeated=True).choice is HotReads.NONE

    def test_a_eventual_and_repeated_is_a_cache(self):
        assert hot_reads(9000, eventual=True, repeated=True).choice is HotReads.CACHE

    @pytest.mark.parametrize(("eventual", "repeated"), [(False, True), (True, False)])
    def test_b_else_copies(self, eventual, repeated):
        choice = hot_reads(9001, eventual=eventual, repeated=repeated)
        assert (choice.choice, choice.copies) == (HotReads.COPIES, 4)

    def test_c_a_merged_top_k_spreads_writes_only(self):
        choice = hot_reads(9001, eventual=True, repeated=False, top_k=True)
        assert choice.choice is HotReads.COPIES
        assert "only the index's writes" in choice.reason
