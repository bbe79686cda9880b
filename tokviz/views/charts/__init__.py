"""Plotly figures of a trace."""
