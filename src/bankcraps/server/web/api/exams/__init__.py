"""Exams and classes."""
