"""Fixtures: `own` (clusters for one test), `proxy` and `bouncer` in front of the cluster of all tests, `impostor`, and
those of `clusters`.
"""
from __future__ import annotations

import pytest

from bouncer import Bouncer
from cluster import Cluster
from clusters import all_tests_cluster, cluster, database  # noqa: F401, fixtures
from impostors import Impostor
from proxy import Proxy


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

    def make(mode, **options):
        bouncers.append(Bouncer(cluster, mode, **options))
        return bouncers[-1]

    yield make
    for one in bouncers:
        one.remove()


@pytest.fixture
def impostor():
    """Starts a server that is not PostgreSQL, or not a supported version of it."""
    impostors = []

    def make(answer):
        impostors.append(Impostor(answer))
        return impostors[-1]

    yield make
    for one in impostors:
        one.close()
