"""Engines that speak the Go Text Protocol: how they are asked, and what is known of some of them."""
