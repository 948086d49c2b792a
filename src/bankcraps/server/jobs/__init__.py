"""The lab of a house: other processes answer its questions, so that no table waits.

- `worker`: the program of such a process.
- `process`: such a process, seen from the house, and what both say to each other.
- `jobs`: questions that wait, are worked on, or were answered: who may ask, whose is next, and the finished
  answers on the disk.
"""
