"""What a newcomer does first: import the package and draw a chart."""
