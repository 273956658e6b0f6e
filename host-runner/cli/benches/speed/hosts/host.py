"""Makes calls through the Python package as often as it is told, and says how long they took.

Standard input has one JSON object a line: what to `read` or `call`, and how many `runs`; so has the output: the nanoseconds of
all of them, and the answer.
"""

import json
import sys
import time

from readroom import Room

with Room(sys.argv[1]) as room:
    session = room.session()
    for line in sys.stdin:
        asked = json.loads(line)

        def once(asked=asked):
            if "read" in asked:
                return room.read(**asked["read"]).body.content
            return session.call(*asked["call"]).json

        started = time.perf_counter_ns()
        for _ in range(asked["runs"]):
            answer = once()
        print(json.dumps({"nanoseconds": time.perf_counter_ns() - started, "answer": answer}), flush=True)
