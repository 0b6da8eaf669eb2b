"""How the screen of a game is laid out, in Textual's own language."""

SHEET = """
#left { width: 1fr; }
#right { width: 30%; min-width: 36; max-width: 64; border-left: solid $primary; }
#board { height: 1fr; background: #101418; scrollbar-size: 1 1; }
#board:focus { background: #182028; }
#log { height: auto; max-height: 25%; border: none; border-top: solid $primary; padding: 0; }
#log:focus { border: none; border-top: solid $accent; }
#prompt { height: auto; padding: 0 1; background: $panel; }
#picker { height: 1fr; }
#filter { padding: 0 1; }
#pinned { height: auto; max-height: 4; padding: 0 1; color: $text-accent; }
#choices { height: 1fr; border: none; padding: 0; }
#choices:focus { border: none; background-tint: $foreground 5%; }
#details { height: auto; max-height: 45%; border-top: solid $primary; padding: 0 1; }
#preview { height: auto; }
#hex { height: auto; }

ModalScreen { align: center middle; }
.dialog { width: 76; max-width: 95%; height: auto; max-height: 85%; padding: 0 1; }
.dialog { border: thick $accent; background: $surface; }
.dialog VerticalScroll { height: auto; max-height: 100%; }
.heading { height: auto; padding-bottom: 1; }
.dialog OptionList { height: auto; border: none; }
Curtain { background: $background 100%; }
#curtain { width: 100%; height: 100%; content-align: center middle; }
"""
