"""kimi-cli's tool, with a runtime that has nothing but its directory."""

import asyncio
import json
import os
import sys
from types import SimpleNamespace

from kaos.path import KaosPath
from kimi_cli.tools.file.read import ReadFile


async def answer(call: dict) -> dict:
    os.environ["HOME"] = call["home"]
    os.chdir(call["directory"])
    directories = SimpleNamespace(KIMI_WORK_DIR=KaosPath(call["directory"]))
    tool = ReadFile(SimpleNamespace(builtin_args=directories, additional_dirs=[]))
    result = await tool.call(call["arguments"])
    return {
        "is_error": result.is_error,
        "output": result.output,
        "message": result.message,
        "brief": getattr(result, "brief", ""),
    }


for line in sys.stdin:
    print(json.dumps(asyncio.run(answer(json.loads(line)))), flush=True)
