"""Fixtures: `cluster` (one for all tests), `database` (a fresh one in it), `own` (a cluster for one test), `address`
(of a role with a password of its own), `proxy` and `bouncer` in front of the cluster, `impostor`; and those of BlackBox.
"""
from __future__ import annotations

import pytest

from bouncer import Bouncer
from cluster import Cluster
from databases import Database
from impostors import Impostor
from proxy import Proxy

pytest_plugins = ["starting"]


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


@pytest.fixture
def own():
    """Makes clusters, with settings, for this test alone."""
    clusters = []

    def make(*options, **settings):
        clusters.append(Cluster(*options, **settings))
        return clusters[-1].start()

    yield make
    for cluster in clusters:
        cluster.remove()


@pytest.fixture
def proxy(cluster):
    proxy = Proxy(cluster.port)
    yield proxy
    proxy.close()


@pytest.fixture
def bouncer(cluster):
    """Starts PgBouncers, in a mode of lending."""
    bouncers = []

    def make(mode):
        bouncers.append(Bouncer(cluster, mode))
        return bouncers[-1]

    yield make
    for one in bouncers:
        one.remove()


@pytest.fixture
def impostor():
    """Starts what is no server of today."""
    impostors = []

    def make(answer):
        impostors.append(Impostor(answer))
        return impostors[-1]

    yield make
    for one in impostors:
        one.close()
