"""The loop of an agent that reads a repository through Readroom, with a scripted model in the place
of a real one.

python agent.py [DIRECTORY], where the package readroom is installed
"""

import json
import sys
from pathlib import Path

from readroom import Room, adapters

TOOL = "readroom"
SCRIPT = iter(json.loads(Path(__file__).with_name("script.json").read_text()))


def model(messages: list[dict], tools: list[dict]) -> dict:
    """Returns the next message of the model. A real agent calls its service here, with these
    messages and tools.
    """
    return next(SCRIPT)


with Room(sys.argv[1] if len(sys.argv) > 1 else ".") as room:
    session = room.session()
    tools = [adapters.openai_chat(TOOL)]
    messages = [{"role": "user", "content": "What is this, and what is it built of?"}]
    while "tool_calls" in (message := model(messages, tools)):
        messages.append(message)
        for call in message["tool_calls"]:
            arguments = call["function"]["arguments"]
            reply = session.call(TOOL, arguments)
            messages += adapters.openai_chat_result(reply, call["id"])
            print(f"* {room.render_call(TOOL, arguments)}")
            print(room.render_result(TOOL, arguments, reply, "collapsed"))
    print(message["content"])
