"""The lab of a house: other processes answer its questions, so that no table waits.

- `worker`: the program of such a process.
- `process`: such a process, seen from the house, and what both say to each other.
- `job`: a question that waits, is worked on, or was answered.
- `jobs`: all of them: who may ask, whose question is next, and the finished answers on the disk.
"""
