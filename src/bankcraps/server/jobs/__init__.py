"""The lab of a house: other processes answer its questions, so that no table waits.

- `messages`: what a process of the lab and the house say to each other.
- `worker`: the program of such a process.
- `process`: such a process, seen from the house.
- `job`: a question that waits, is worked on, or was answered; `jobs`: all of them, with who may ask.
- `turns`: whose question is next.
- `kept`: finished answers on the disk.
"""
