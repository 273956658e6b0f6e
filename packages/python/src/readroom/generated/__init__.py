"""What is generated from `wit/` and the table of limits."""
