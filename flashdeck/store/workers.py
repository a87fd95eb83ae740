"""Work spread over the processors: this process does its part, and a process for each further one.

A worker ends when its task is done or this process is gone, whatever ended it: it reads its tasks from a channel whose
other end is held here alone. An interrupt of the keyboard, which reaches them all, is left to this process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

_MOST = 8

# A fork costs a few milliseconds and is safe where nothing runs beside it; macOS and Windows start anew.
if sys.platform == "linux":
    _PROCESSES = multiprocessing.get_context("fork")
else:
    _PROCESSES = multiprocessing.get_context("spawn")


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], *, processors: int | None = None) -> Iterator[Result]:
    """What `work` makes of each task, in the order of the tasks; what it raises is raised here.

    `work` is a function of a module and changes nothing but its result; tasks and results can be pickled. A task whose
    worker was ended by the system, say for want of memory, is done here.
    """
    workers = min(processors or _processors(), _MOST, len(tasks)) - 1
    if workers < 1:
        yield from map(work, tasks)
        return
    with _started(work, workers) as channels:
        yield from _in_order(_done(work, tasks, channels))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _done(
    work: Callable[[Task], Result], tasks: Sequence[Task], idle: list[Connection]
) -> Iterator[tuple[int, Result]]:
    """The number and the result of each task, as they come.

    A worker is given a task only when it waits for one, so that the two never wait for each other to read.
    """
    waiting = deque(enumerate(tasks))
    busy: dict[Connection, tuple[int, Task]] = {}
    while busy or waiting:
        while idle and waiting:
            channel = idle.pop()
            busy[channel] = waiting.popleft()
            with suppress(OSError):  # that it is gone is met below
                channel.send(busy[channel])
        ready = [channel for channel in busy if channel in wait([*busy], timeout=0 if waiting else None)]
        for channel in ready:
            number, task = busy.pop(channel)
            try:
                result, error = channel.recv()
            except (EOFError, OSError):
                yield number, work(task)
                continue
            idle.append(channel)
            if error is not None:
                raise error
            yield number, result
        if not ready and waiting:
            number, task = waiting.popleft()
            yield number, work(task)


def _in_order(done: Iterator[tuple[int, Result]]) -> Iterator[Result]:
    early: dict[int, Result] = {}
    following = 0
    for number, result in done:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1


# ---------------------------------------------------------------------------------------------- the workers


@contextmanager
def _started(work: Callable[[Task], Result], workers: int) -> Iterator[list[Connection]]:
    """So many workers, and the channel to each of them; they end with the block."""
    ours: list[Connection] = []
    processes = []
    try:
        for _ in range(workers):
            here, there = _PROCESSES.Pipe()
            inherited = [*ours, here] if _PROCESSES.get_start_method() == "fork" else []
            process = _PROCESSES.Process(target=_serve, args=(work, there, inherited), daemon=True)
            process.start()
            there.close()
            ours.append(here)
            processes.append(process)
        yield [*ours]
    finally:
        for channel in ours:
            channel.close()
        for process in processes:
            process.kill()
            process.join()


def _serve(work: Callable[[Task], Result], channel: Connection, inherited: Sequence[Connection]) -> None:
    """Do tasks until the channel is closed at its other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:  # they would keep the channels open when the one that holds them is gone
        other.close()
    with suppress(EOFError, OSError):
        while True:
            _, task = channel.recv()
            done: tuple[Result | None, Exception | None]
            try:
                done = work(task), None
            except Exception as error:  # noqa: BLE001 (whatever it is, it is raised where the work was asked for)
                done = None, error
            channel.send(done)
