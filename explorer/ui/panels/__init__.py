"""One file per panel. A file that names its class PANEL is in the window; nothing else is edited."""
