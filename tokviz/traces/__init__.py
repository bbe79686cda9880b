"""What training and encoding recorded: frozen data, from which every view is drawn."""
