"""Fine-tuning: a pretrained model learns a labelled task."""
