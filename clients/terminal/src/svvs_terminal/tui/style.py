"""How it looks: in the terminal's own colours, and such that nothing is told by a colour alone."""

CSS = """
Screen { layers: base; }
#work { height: 1fr; }
Desk { height: 1fr; scrollbar-size-horizontal: 0; }
Card { height: 100%; border: round ansi_bright_black; padding: 0 1; scrollbar-size-vertical: 1; }
Card:focus-within, Card:focus { border: heavy $primary; }
Card .complaint { color: $error; text-style: bold; display: none; }
Card .actions { height: auto; margin-top: 1; }
Card.over > * { visibility: hidden; }
Card.over > .complaint { visibility: visible; }
#status { height: 1; }
#status.ended { text-style: bold reverse; }

.-narrow Menu { display: none; width: 100%; }
.-narrow Menu.shown { display: block; }
.-narrow Card { padding: 0; }
.-short CommitLog { display: none; }
.-short Card .actions { margin-top: 0; }
CommitLog.hidden { display: none; }
"""
