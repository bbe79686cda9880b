"""What a guided path does in the browser: it points, and a clicker walks it."""
