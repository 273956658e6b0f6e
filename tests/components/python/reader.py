"""A small reader written with Python's standard library: whole text files, as the tool `pi@0` and
as `read`.
"""

import json
import sys
from pathlib import Path

from componentize_py_types import Err
from wit_world import exports
from wit_world.exports import tools, types
from wit_world.imports import preopens


def absolute(path: str) -> Path:
    """Returns the absolute form of a path: the first granted directory is the root."""
    return Path(preopens.get_directories()[0][1]) / path


def failed(code: types.ErrorCode, why: object) -> Err[types.ReadError]:
    return Err(types.ReadError(code, str(why), "Try another file.", None, []))


CODES = {
    FileNotFoundError: (types.ErrorCode.NOT_FOUND, "ENOENT: no such file or directory"),
    PermissionError: (types.ErrorCode.PERMISSION_DENIED, "EACCES: permission denied"),
}
OTHER = (types.ErrorCode.IO, "EIO: input/output error")


class Types(exports.Types):
    """The types have no functions."""


class Read(exports.Read):
    """Reads whole text files, and looks at files."""

    def read(self, request: types.ReadRequest) -> types.Document:
        try:
            content = absolute(request.path).read_bytes().decode()
        except (OSError, UnicodeError) as error:
            raise failed(CODES.get(type(error), OTHER)[0], error) from error
        size, lines = len(content.encode()), content.count("\n")
        text = types.Text(
            content, 1, lines, None, -(-size // 4), types.StopReason.END, None, lines, [], "utf-8",
            types.EncodingSource.CONTENT, False, types.LineEndings.LF, False, [],
        )  # fmt: skip
        return types.Document(request.path, size, None, str(size), None, types.Body_Text(text))

    def read_many(
        self, requests: list[types.ReadRequest], limits: types.SharedLimits
    ) -> types.Documents:
        raise failed(types.ErrorCode.UNSUPPORTED, "only whole text files are read")

    def list(self, request: types.ListRequest) -> types.Listing:
        raise failed(types.ErrorCode.UNSUPPORTED, "only whole text files are read")

    def stat(self, path: str) -> types.FileStat:
        file = absolute(path)
        try:
            size = 0 if file.is_dir() else file.stat().st_size
        except OSError as error:
            raise failed(CODES.get(type(error), OTHER)[0], error) from error
        kind = types.FileKind.DIRECTORY if file.is_dir() else types.FileKind.FILE
        return types.FileStat(path, str(file), kind, size, None, None)


class Tools(exports.Tools):
    """The tool `pi@0`, without its window."""

    def tools(self) -> list[tools.Tool]:
        parameters = '{"type": "object", "properties": {"path": {"type": "string"}}}'
        description, snippet = "Reads a text file.", "Read file contents"
        advice = ["Use read instead of cat."]
        return [
            tools.Tool(
                "pi@0", "read", description, parameters, None, snippet, advice, "pi",
                "It is an example.",
            )
        ]  # fmt: skip

    def call(self, tool: str, arguments: str, context: tools.CallContext) -> tools.Reply:
        if tool != "pi@0":
            raise Err(tools.UnknownToolError(tool, ["pi@0"]))
        print(tool, arguments, file=sys.stderr)
        file = absolute(json.loads(arguments)["path"])
        try:
            outcome, text = tools.Outcome.ANSWERED, file.read_bytes().decode()
            reply: object = {"content": [{"type": "text", "text": text}]}
        except (OSError, UnicodeError) as error:
            text = f"{CODES.get(type(error), OTHER)[1]}, access '{file}'"
            outcome, reply = tools.Outcome.REFUSED, {"error": {"type": "Error", "message": text}}
        content: list[tools.Content] = [tools.Content_Text(text)]
        return tools.Reply(outcome, json.dumps(reply), content, [], None, None)

    def arguments_for(self, tool: str, request: tools.BasicRequest) -> str | None:
        return None

    def requested_path(self, tool: str, arguments: str) -> str | None:
        return None
