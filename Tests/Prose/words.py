"""The words and turns of phrase that texts of this package avoid, and the places where they are right."""
from __future__ import annotations

import dataclasses
import re

# Kinds of text. A summary is the beginning of a comment, a docstring or a field such as `- Returns:`.
SUMMARY, COMMENT, MESSAGE, PROSE = "summary", "comment", "message", "prose"
# Names are matched as words: `isTold` and `is_told` are "is told".
NAME, FUNCTION, FILE = "name", "function", "file"
TEXT = (COMMENT, MESSAGE, PROSE)


class Entry:
    """A pattern that is not to be written, in some kinds of text."""

    def __init__(self, name: str, pattern: str, kinds: tuple[str, ...], reason: str, instead: str):
        self.name, self.kinds, self.reason, self.instead = name, kinds, reason, instead
        self.pattern = re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


@dataclasses.dataclass(frozen=True)
class Allowed:
    """Texts in which an entry is right: matches of `pattern` in files whose path begins with `path`."""

    entry: str
    path: str
    pattern: str
    reason: str


ENTRIES = (
    Entry("headless summary", r"(?:what|who|whoever|whose|those|that which|all that)\b", (SUMMARY,),
          "A relative clause without a noun does not say what kind of thing is declared.",
          'a noun phrase or a verb: "The calls in progress.", "Receives a notification when …"'),
    Entry("verb of a person", r"(?:notes (?:an?|the|how|that|when|whether)|forgets|knows|hears|tells"
          r"|takes(?! (?:a|the) snapshot))\b", (SUMMARY,),
          "Code does not note or forget; the reader has to guess what it does.",
          "the operation: sets, removes, accepts, reads, returns"),
    Entry("who without a noun", r"\b(?:to|of|for|by|from|with|than) who\b"
          r"|(?:(?<=[.:;|]\s)|^)who(?:ever)?\b(?=[^.|?]*[.|])|\bwhoever\b", TEXT,
          "A clause with who is not a subject or an object of its own.", '"a client that …", "the user who …"'),
    Entry("is no", r"(?<!there\s)\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|later\b|earlier\b|larger\b"
          r"|smaller\b|one\b|other\b)\w+", (*TEXT, NAME),
          'A calque: "x is no y" is emphatic in English.', '"is not a": "x: not a directory"'),
    Entry("of no", r"\b(?:is|are|was|were) of (?:no|none)\b", (*TEXT, NAME),
          'A calque: "is of no connection".', '"does not belong to a connection"'),
    Entry("behind", r"\bbehind (?:the|an?|its?|that|which|them|this|each|every|one|another|what)\b"
          r"(?! (?:reverse )?proxy)",
          (*TEXT, NAME), "Behind is for place.", '"after" for time and order; "causes of" for "calls behind a commit"'),
    Entry("told", r"\b(?:is|are|was|were|be|been|being) told\b(?! apart)|\btells? (?:of|about|what)\b",
          (*TEXT, NAME), "Programs are not told.", "is notified, receives; reports, returns"),
    Entry("hears", r"\b(?:hears?|heard|hearing)\b", (*TEXT, NAME), "Programs do not hear.",
          "receives, is notified"),
    Entry("unasked", r"\bunasked\b", (*TEXT, NAME), "The term is server-initiated.",
          '"server-initiated", "without a request"'),
    Entry("so long", r"\bso long\b|\bso many\b(?! that\b)", (*TEXT, NAME),
          "A dummy quantity without a referent.", 'the quantity: "for the timeout", "this number of", "as long as"'),
    Entry("no more", r"\bno more(?=\s*(?:[.,;:)|]|$)| (?:and|but|or|when|until|after)\b)", (*TEXT, NAME),
          'A calque for "no longer".', '"no longer"'),
    Entry("comes of", r"\b(?:comes?|came) of\b", (*TEXT, NAME), "Archaic.", '"results from", "is caused by"'),
    Entry("held against", r"\b(?:held|holds?) against\b", (*TEXT, NAME),
          "A calque.", '"compared with", "checked against"'),
    Entry("belongs into", r"\bbelongs? into\b", TEXT, "The wrong preposition.", '"belongs in", "belongs to"'),
    Entry("patience", r"\b(?:im)?patien(?:ce|t|tly)\b", (*TEXT, NAME, FILE), "A metaphor.", "timeout"),
    Entry("bell", r"\bbells?\b", (*TEXT, NAME, FILE), "A metaphor.", "notification channel, self-pipe"),
    Entry("fence", r"\bfences?\b", (*TEXT, NAME, FILE), "A metaphor.", "barrier, waiter; the commit number `from`"),
    Entry("desk", r"\bdesks?\b", (COMMENT, PROSE, NAME, FILE),
          "A metaphor.", "session, prompt, or the role of the object"),
    Entry("portal", r"\bportals?\b", (*TEXT, NAME, FILE), "A metaphor.", "proxy, or the role of the object"),
    Entry("face", r"\bfaces?\b", (*TEXT, NAME, FILE), "A metaphor.", "variant, interface, terminal"),
    Entry("news", r"\bnews\b", (COMMENT, PROSE, NAME, FILE), "A metaphor.", "update, changes, notification"),
    Entry("door", r"\b(?:closes?|opens?) (?:(?:its|the) )?doors\b|\bknock(?:s|ed|ing)?\b", (*TEXT, NAME, FILE),
          "A metaphor.",
          "accepts connections, stops accepting"),
    Entry("note…", r"^note\b", (FUNCTION,), "A function called note… is a setter.",
          "an assignment, or the name of the transition"),
    Entry("gerund as a file's name", r"^(?!framing|spelling|encoding|string|nesting|rating|setting|testing)\w+ing$",
          (FILE,),
          "A file is named for its type or its subject.", "a noun"),
)

ALLOWED = (
    Allowed("face", "clients/emacs/", r"faces?", "Emacs calls the look of text a face."),
    Allowed("fence", "clients/python/tests/test_vectors.py", r"fence", "The name of a file in schemas/vectors."),
    Allowed("gerund as a file's name", "clients/python/src/svvs/blocking.py", r"blocking",
            "An adjective: the blocking interface."),
    Allowed("fence", "Tests/BlackBox/protocol/test_vectors.py", r"fence", "The name of a file in schemas/vectors."),
    Allowed("news", "Tests/BlackBox/project/test_authoring_example.py", r"news", "A property of the example app."),
    Allowed("news", "Tests/AuthoringExample/", r"news", "A property of the example app."),
)
