"""Makes calls through the Python package on request, and reports how long they took.

python host.py ROOT ENGINE [FILE]

Standard input has one JSON object a line: what to `read` or `call`, how many `runs`, and how many
of them are made `at_once`, by tasks or by `threads`. The output has the nanoseconds of all runs,
and the answer. With a FILE, it is read once, and nothing else happens. The engine `plain` is a
reader as a tool of an agent has it, without the package, and `stock` calls the component through
wasmtime alone.
"""

import asyncio
import functools
import itertools
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def plain(root, asked):
    """Returns lines of a file, typed or numbered, and what else a few lines of Python can do. None
    for what they cannot.
    """
    if "list" in asked:
        with os.scandir(Path(root, asked["list"])) as entries:
            found = sorted((entry.name, entry.stat().st_size) for entry in entries)
        return str(len(found))
    if "beginning" in asked:
        text = Path(root, asked["beginning"]["path"]).read_text(encoding="utf-8")
        return f"{len(text.splitlines())}\n{text[: asked['beginning']['bytes']]}"
    if "each" in asked:
        directory, count = asked["each"]["path"], asked["each"]["files"]
        for number in range(count):
            numbered(Path(root, directory, f"{number}.rs"), 1, 2000)
        return str(count)
    tool, arguments = asked.get("call", ("", "{}"))
    options = asked.get("read") or json.loads(arguments)
    if options["path"] == "large.log" or tool not in ("", "readroom"):
        return None
    path = Path(root, options["path"])
    start, lines = options.get("start", 1), options.get("lines", 2000)
    if tool != "":
        return numbered(path, start, lines)
    with path.open(encoding="utf-8", newline="") as file:
        if options.get("totals") == "always":
            return "".join(file.readlines()[start - 1 : start - 1 + lines])
        return "".join(itertools.islice(file, start - 1, start - 1 + lines))


def numbered(path, start, lines):
    """Returns lines with their numbers."""
    with path.open(encoding="utf-8", newline="") as file:
        found = list(itertools.islice(file, start - 1, start - 1 + lines))
    return "".join(f"{number}\t{line.rstrip()}\n" for number, line in enumerate(found, start))


def stock(root):
    """Returns a function that calls the component in a fresh instance, as the documentation of
    wasmtime says.
    """
    import readroom
    import wasmtime
    from wasmtime import component

    engine = wasmtime.Engine()
    reader = component.Component(engine, readroom.component())
    linker = component.Linker(engine)
    linker.add_wasip2()
    indexes = {}
    for name in reader.type.exports(engine):
        for function in ("call", "read"):
            index = reader.get_export_index(function, reader.get_export_index(name))
            indexes.update({function: index} if index else {})

    def run(function, *arguments):
        store = wasmtime.Store(engine)
        wasi = wasmtime.WasiConfig()
        wasi.env = [("READROOM_POLICY", '{"rules": "everything", "agentignore": false}')]
        wasi.preopen_dir(root, root, False)
        store.set_wasi(wasi)
        instance = linker.instantiate(store, reader)
        return instance.get_func(store, indexes[function])(store, *arguments).payload

    class Record(component.Record):
        """What is not asked for is absent."""

        def __getattr__(self, name):
            return None

    def record(**members):
        made = Record()
        vars(made).update({name.replace("_", "-"): each for name, each in members.items()})
        return made

    context = record(content_only=False)

    def call(asked):
        if "call" in asked:
            return run("call", *asked["call"], context).content[0].payload
        options = {"view": "auto", "totals": "auto", **asked["read"]}
        start = component.Variant("line", options.pop("start", 1))
        return run("read", record(**options, start=start)).body.payload.content

    return call


def opened(root, engine):
    """Returns functions that make a call, and several at once by tasks and by threads."""
    if engine == "plain":
        return (lambda asked: plain(root, asked)), None, None
    if engine == "stock":
        return stock(root), None, None
    from readroom import AsyncRoom, Policy, Room

    room = Room(root, engine=engine, policy=Policy(rules="everything", agentignore=False))
    session = room.session()

    def call(asked):
        if "read" in asked:
            return room.read(**asked["read"]).body.content
        return session.call(*asked["call"]).content[0].text

    async def call_all(asked):
        several = AsyncRoom(session)
        for _ in range(asked["runs"]):
            calls = (several.call(*asked["call"]) for _ in range(asked["at_once"]))
            replies = await asyncio.gather(*calls)
        return replies[0].content[0].text

    # Threads are started once, like an agent's.
    threads = functools.cache(ThreadPoolExecutor)

    def call_in_threads(asked):
        count = asked["runs"] * asked["at_once"]
        return list(threads(asked["at_once"]).map(call, itertools.repeat(asked, count)))[0]

    return call, call_all, call_in_threads


root, engine, *file = sys.argv[1:]
call, call_all, call_in_threads = opened(root, engine)
if file:
    print(call({"read": {"path": file[0]}}))
    sys.exit()
for line in sys.stdin:
    asked = json.loads(line)
    started = time.perf_counter_ns()
    if "threads" in asked:
        answer = call_in_threads(asked)
    elif "at_once" in asked:
        answer = asyncio.run(call_all(asked))
    else:
        for _ in range(asked["runs"]):
            answer = call(asked)
    told = {"nanoseconds": time.perf_counter_ns() - started, "answer": answer}
    print(json.dumps(told), flush=True)
