"""PLM Explorer: a window and a command line in which language models stand side by side."""
