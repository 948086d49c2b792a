"""Advice for players: effects of a throw, reasons, and possible acts."""
