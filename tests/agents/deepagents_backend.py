"""Checks the backend for deepagents, with Python packages deepagents and readroom installed."""

import base64
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "packages" / "agents" / "deepagents"))
from readroom_backend import ReadroomBackend  # noqa: E402

with tempfile.TemporaryDirectory() as outside:
    root = Path(outside) / "root"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.txt").write_text("".join(f"line {n}\n" for n in range(1, 11)))
    (root / "crlf.txt").write_bytes(b"a\r\nb\r\n")
    (root / "empty.txt").write_text("")
    (root / "a.png").write_bytes(base64.b64decode("iVBORw0KGgo="))
    (Path(outside) / "secret.txt").write_text("SECRET\n")
    (root / "link.txt").symlink_to("../secret.txt")
    backend = ReadroomBackend(str(root))
    page = backend.read("/src/a.txt", offset=2, limit=3)
    assert page.file_data == {"content": "line 3\nline 4\nline 5\n", "encoding": "utf-8"}, page
    window = (page.start_line, page.end_line, page.next_offset, page.total_lines)
    assert window == (3, 5, 5, 10), page
    last = backend.read("/src/a.txt", offset=8)
    assert (last.end_line, last.next_offset) == (10, None), last
    assert backend.read("/crlf.txt").file_data["content"] == "a\nb\n"
    assert backend.read("/empty.txt").file_data["content"] == ""
    assert backend.read("/src/a.txt", limit=0).no_lines_requested
    assert backend.read("/src/a.txt", offset=99).error
    assert "does not exist" in backend.read("/none.txt").error
    for path in ("/link.txt", "/../secret.txt"):
        assert "SECRET" not in repr(backend.read(path)), path
    assert backend.edit("/src/a.txt", "line 3", "line three").error is None
    assert backend.read("/src/a.txt", offset=2, limit=1).file_data["content"] == "line three\n"
print("the backend reads as it should")
