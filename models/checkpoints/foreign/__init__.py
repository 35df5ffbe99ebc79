"""What other programs put into folders: adapters of peft, and numbers that they have quantized."""
