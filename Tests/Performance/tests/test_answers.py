"""Calculations of the scenario `answers`, and the service that gives the answers."""
import json
import os
import time
import unittest
import urllib.request

from harness.lists import LISTS
from harness.processes import processor_time
from harness.scenarios.answers import SIZES, STEP_GOAL, cost, per_entry, wait
from harness.service import Service


def turn(seconds, requests, entries, milliseconds=1):
    return {"time": seconds, "requests": requests, "entries": entries, "wait": milliseconds}


class Calculations(unittest.TestCase):
    def test_the_time_of_the_requests_is_subtracted(self):
        single = turn(0.002, 2, 1)
        self.assertAlmostEqual(per_entry(turn(0.103, 3, 1000), single), 100)

    def test_at_most_half_of_the_time_is_subtracted(self):
        single = turn(0.002, 2, 1)
        self.assertAlmostEqual(per_entry(turn(0.002, 2, 10), single), 100)
        self.assertAlmostEqual(per_entry(turn(0.001, 2, 10), single), 50)

    def test_an_entry_among_many_costs_as_much_as_one_among_few(self):
        turns = {1: [turn(0.001, 1, 1)]} | {size: [turn(0.001 + size * 1e-5, 1, size)] for size in SIZES}
        figure = cost("", turns).figure(cost("", turns).steepest(), STEP_GOAL)
        self.assertTrue(figure.is_met)
        turns[100_000] = [turn(2, 1, 100_000)]
        figure = cost("", turns).figure(cost("", turns).steepest(), STEP_GOAL)
        self.assertEqual((figure.is_met, figure.result_of), (False, "100,000 : 10,000 entries"))

    def test_the_longest_wait_counts_wherever_it_is(self):
        turns = {size: [turn(1, 1, size, 40), turn(1, 1, size, 1), turn(1, 1, size, 2)] for size in SIZES}
        self.assertTrue(wait("", turns).is_met)
        turns[1000] = [turn(1, 1, 1000, 51)] * 3
        self.assertEqual((wait("", turns).result, wait("", turns).result_of), (51, "with 1,000 entries"))
        self.assertFalse(wait("", turns).is_met)

    def test_the_time_of_a_process_is_its_processor_time(self):
        begun, end = processor_time(os.getpid()), time.process_time() + 0.02
        while time.process_time() < end:
            pass
        self.assertLess(abs(processor_time(os.getpid()) - begun - 0.02), 0.01)


class Answering(unittest.TestCase):
    def test_a_list_has_a_number_of_entries_and_a_letter(self):
        friends, found, owned, notes = (one.answers for one in LISTS)
        self.assertEqual(self.ask(notes(3, b"a"), "/users/A/notes")[1]["content"], "Note a")
        self.assertEqual(len(self.ask(found(3, b"b"), "/search/users?q=x")["items"]), 3)
        self.assertEqual(self.ask(friends(3, b"b"), "/users/A")["friendIDs"], ["000000", "000001", "000002"])
        pages = [self.ask(owned(200, b"b"), f"/users/A/repos?page={page}") for page in (1, 2, 3)]
        self.assertEqual([len(page) for page in pages], [100, 100, 0])

    def test_users_are_found_by_their_ids_however_many(self):
        users = LISTS[0].answers(20_000, b"a")
        query = "&".join(f"id={number:06}" for number in range(20_000))
        self.assertEqual([user["id"] for user in self.ask(users, "/users?id=000002&id=000000")], ["000002", "000000"])
        self.assertEqual(len(self.ask(users, f"/users?{query}")), 20_000)

    def test_requests_and_entries_are_counted(self):
        with Service() as service:
            service.answers = LISTS[2].answers(150, b"a")
            for page in (1, 2):
                with urllib.request.urlopen(f"{service.url}/users/A/repos?page={page}", timeout=10) as answer:
                    answer.read()
            self.assertEqual((service.requests, service.entries), (2, 150))

    def ask(self, answers, target):
        """The answer of the service."""
        with Service() as service:
            service.answers = answers
            with urllib.request.urlopen(service.url + target, timeout=10) as answer:
                return json.load(answer)
