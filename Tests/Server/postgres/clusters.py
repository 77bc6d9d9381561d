"""Fixtures: `cluster`, one for all tests, and `database`, a fresh one in it."""
from __future__ import annotations

import os
import secrets

import pytest

from cluster import Cluster
from databases import Database


# Of all clusters here. An address has none, so that it shows in no list of processes.
os.environ["PGPASSWORD"] = secrets.token_hex(8)


@pytest.fixture(scope="session")
def all_tests_cluster():
    with Cluster() as cluster:
        yield cluster


@pytest.fixture
def cluster(all_tests_cluster):
    """It runs again for the next test, whatever this one has done to it."""
    yield all_tests_cluster
    all_tests_cluster.start()


@pytest.fixture
def database(cluster):
    database = Database(cluster)
    yield database
    cluster.start()
    database.drop()
