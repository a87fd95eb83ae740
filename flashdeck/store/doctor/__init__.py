"""What `flashdeck doctor` does: examine everything that is on the disk, writing nothing, and repair what can be."""
