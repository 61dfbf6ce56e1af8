// The KNX link.
