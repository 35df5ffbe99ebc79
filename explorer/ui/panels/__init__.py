"""One file per panel: a file that names its class PANEL is in the window, without another edit."""
