"""Calculations of the scenarios from their measurements."""
import unittest
from unittest.mock import patch

from harness.exchange import Exchange
from harness.scenarios.open import each
from harness.scenarios.request import rounds_met
from harness.scenarios.shared import increments


class Rounds(unittest.TestCase):
    def test_nine_of_ten_must_be_no_slower_than_the_c_program(self):
        for slower, is_met in ((1, True), (2, False)):
            figure = rounds_met({"C": [10.0] * 10, "svvs": [10.0] * (10 - slower) + [10.1] * slower})
            self.assertEqual((figure.result, figure.result_unit, figure.is_met), (10 - slower, "of 10", is_met))

    def test_of_few_rounds_all_must_be(self):
        self.assertFalse(rounds_met({"C": [1.0] * 3, "svvs": [1.0, 1.0, 1.1]}).is_met)


class Shared(unittest.TestCase):
    def test_bursts_are_alike_and_none_is_empty(self):
        self.assertEqual([len(increments(views)) for views in (1, 10, 100, 100_000)], [1000, 100, 10, 1])


class Opening(unittest.TestCase):
    def test_the_times_are_those_of_one_view(self):
        server = Server()
        with patch("harness.scenarios.open.processor_time", side_effect=[1.0, 1.5]):
            self.assertEqual(each(server, [("view/close", {})] * 2500), {"elapsed": 1200, "processor": 200})
        self.assertEqual(server.batches, [1000, 1000, 500])


class Server:
    """A server that takes a second for each batch of requests."""

    pid = 1

    def __init__(self):
        self.batches = []

    def ask(self, *requests):
        self.batches.append(len(requests))
        exchange = Exchange()
        exchange.seconds = 1.0
        return exchange
