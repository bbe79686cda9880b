"""What is handed in, checked: its errors, kinds, limits and deadlines, faults of files and JSON."""
