"""The loop of an agent that reads a repository through Readroom, with a scripted model in place of
a real one.

python agent.py [DIRECTORY], where the package readroom is installed
"""

import json
import sys
from pathlib import Path

import readroom
from readroom import Room, adapters

AGENT = "readroom"
SCRIPT = iter(json.loads(Path(__file__).with_name("script.json").read_text()))


def model(messages: list[dict], tools: list[dict]) -> dict:
    """Returns the next message of the model. A real agent calls its service here, with these
    messages and tools.
    """
    return next(SCRIPT)


with Room(sys.argv[1] if len(sys.argv) > 1 else ".") as room:
    session = room.session()
    tools = adapters.openai_chat(AGENT)
    ids = {tool.name: tool.id for tool in readroom.tools(AGENT)}
    messages = [{"role": "user", "content": "What is this, and what is it built of?"}]
    while "tool_calls" in (message := model(messages, tools)):
        messages.append(message)
        for call in message["tool_calls"]:
            tool, arguments = ids[call["function"]["name"]], call["function"]["arguments"]
            reply = session.call(tool, arguments)
            messages += adapters.openai_chat_result(reply, call["id"])
            print(f"* {call['function']['name']} {arguments}")
            print("\n".join(reply.text.split("\n")[:10]))
    print(message["content"])
