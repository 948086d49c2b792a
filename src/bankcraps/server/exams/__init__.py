"""Exams and classes of dealers' students."""
