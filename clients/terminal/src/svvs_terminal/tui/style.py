"""The style sheet: it uses the colours of the terminal, and never a colour alone to convey information."""

CSS = """
Screen { layers: base; }
#work { height: 1fr; }
Workspace { height: 1fr; scrollbar-size-horizontal: 0; }
Card { height: 100%; border: round ansi_bright_black; padding: 0 1; scrollbar-size-vertical: 1; }
Card:focus-within, Card:focus { border: heavy $primary; }
Card .error-message { color: $error; text-style: bold; display: none; }
Card .invalid { color: $error; }
Card .actions { height: auto; margin-top: 1; }
Card.over > * { visibility: hidden; }
Card.over > .error-message, Card.over > Labelled:focus-within { visibility: visible; }
#status, #announced { height: 1; }
#announced { text-style: bold; }
Ask, Choose, Lines { align: center middle; }
.window { width: 70; max-width: 100%; height: auto; max-height: 100%; border: heavy $primary; padding: 0 1; }
.window.wide { width: 96%; }
Ask .error-message { color: $error; text-style: bold; display: none; }
#status.ended { height: auto; max-height: 50%; text-style: bold reverse; }

.-narrow Menu { display: none; width: 100%; }
.-narrow Menu.shown { display: block; }
.-narrow Card { padding: 0; }
.-short CommitLog { display: none; }
.-short Card .actions { margin-top: 0; }
.-low CommitLog { height: 4; }
CommitLog.hidden { display: none; }
.-enlarged Menu, .-enlarged CommitLog { display: none; }
.-enlarged Menu.shown { display: block; }
"""
