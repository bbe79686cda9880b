"""Several lessons treated alike: trained to one size, cut back, told what special tokens are."""
