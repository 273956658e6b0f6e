"""Compares the text that `pdf_text` makes of real PDF files with that of other readers.

    python quality.py collect DIRECTORY            downloads packages and unpacks their PDF files
    python quality.py score DIRECTORY PROGRAM HALF [READER ...]  compares; HALF: `tune` or `held`

It needs pypdfium2, pypdf, pdfminer.six and pdfplumber. PROGRAM is the example `pdf_text`, which
`cargo build --release -p readroom-pdf --example pdf_text` builds. The files are split in two halves
by a hash of their names: changes are tried on `tune`, and `held` is scored once at the end. The
score of a file is 2 * LCS / (a + b) of its words in order, in NFKC. The rows of tables that
pdfplumber finds are counted, and those that are in one line here.
"""

import hashlib
import io
import json
import multiprocessing
import pathlib
import queue
import re
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile

# Packages whose sources have PDF files.
PYPI = [
    "img2pdf",
    "ocrmypdf",
    "pdfreader",
    "pdftotext",
    "pyhanko",
    "pypdfium2",
    "rst2pdf",
    "tabula-py",
]
NPM = [
    "pdf-extract",
    "pdf-image",
    "pdf-merge",
    "pdf-merger-js",
    "pdf-page-counter",
    "pdf-parse@1.0.9",
    "pdf-parse@1.1.1",
    "pdf-table-extractor",
    "pdf-to-text",
    "pdf-writer@1.1.3",
    "pdf2json@0.7.1",
    "pdf2pic",
    "pdfreader@0.2.5",
    "pdfreader@1.0.7",
]
MAX_WORDS = 20_000
TIMEOUT = 30
LEADERS = re.compile(r"(?:\.\s*){4,}")


def unpack(package: pathlib.Path, directory: pathlib.Path) -> int:
    """Writes the PDF files of a package into the directory, named by their content."""
    found = 0
    data = package.read_bytes()
    if zipfile.is_zipfile(io.BytesIO(data)):
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = ((name, archive.read, name) for name in archive.namelist())
    else:
        archive = tarfile.open(fileobj=io.BytesIO(data))  # noqa: SIM115 - it has no file to close
        members = (
            (member.name, lambda m: archive.extractfile(m).read(), member)
            for member in archive.getmembers()
            if member.isfile()
        )
    for name, read, member in members:
        if not name.lower().endswith(".pdf"):
            continue
        content = read(member)
        if b"%PDF" not in content[:1024] or len(content) > 16 << 20:
            continue
        short = hashlib.sha256(content).hexdigest()[:8]
        stem = re.sub(r"[^A-Za-z0-9._-]", "_", pathlib.PurePath(name).stem)[:40]
        (directory / f"{short}-{stem}.pdf").write_bytes(content)
        found += 1
    return found


def collect(directory: pathlib.Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-binary",
        ":all:",
    ]
    commands = [("npm", name, ["npm", "pack", "--silent", name]) for name in NPM]
    commands += [("pypi", name, [*pip, name]) for name in PYPI]
    for registry, name, command in commands:
        with tempfile.TemporaryDirectory() as place:
            try:
                subprocess.run(
                    command, cwd=place, capture_output=True, timeout=150, check=False
                )
            except subprocess.TimeoutExpired:
                print(registry, name, "took too long", flush=True)
                continue
            for package in pathlib.Path(place).iterdir():
                try:
                    print(registry, name, unpack(package, directory), flush=True)
                except (OSError, tarfile.TarError, zipfile.BadZipFile) as error:
                    print(registry, name, error, flush=True)


def pdfium(path: str) -> str:
    import pypdfium2

    pages = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_bounded() for page in pages)


def pypdf(path: str) -> str:
    import logging

    import pypdf

    logging.disable(logging.CRITICAL)
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def pdfminer(path: str) -> str:
    import logging

    from pdfminer.high_level import extract_text

    logging.disable(logging.CRITICAL)
    return extract_text(path)


def table_rows(path: str) -> str:
    """Returns the rows of tables with at least two cells, as JSON."""
    import pdfplumber

    found = []
    with pdfplumber.open(path) as file:
        for page in file.pages[:30]:
            for row in (row for table in page.extract_tables() for row in table):
                cells = [cell.strip() for cell in row if cell and cell.strip()]
                if len(cells) > 1 and not any("\n" in cell for cell in cells):
                    found.append(cells)
    return json.dumps(found)


def whole_rows(rows: list[list[str]], text: str) -> int:
    """Returns the number of rows whose cells are in one line of the text, in order."""

    def tight(text: str) -> str:
        return "".join(words(text))

    lines = "\n".join(tight(line) for line in text.split("\n"))
    patterns = (".*".join(re.escape(tight(cell)) for cell in row) for row in rows)
    return sum(bool(re.search(pattern, lines)) for pattern in patterns)


READERS = {"pdfium": pdfium, "pypdf": pypdf, "pdfminer": pdfminer}


def run_reader(name: str, path: str, results: multiprocessing.Queue) -> None:
    try:
        results.put((READERS | {"rows": table_rows})[name](path))
    except Exception:  # noqa: BLE001 - other readers fail in many ways
        results.put(None)


def reference(name: str, path: pathlib.Path) -> str | None:
    """Returns the text of another reader, which is kept beside the file. `None` if it failed."""
    kept = path.with_suffix(f".{name}.json")
    if not kept.exists():
        results = multiprocessing.Queue()
        process = multiprocessing.Process(
            target=run_reader, args=(name, str(path), results)
        )
        process.start()
        try:
            text = results.get(timeout=TIMEOUT)
        except queue.Empty:
            text = None
        process.kill()
        process.join()
        kept.write_text(json.dumps(text), "ascii")
    return json.loads(kept.read_text("ascii"))


def words(text: str) -> list[str]:
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
    # pdfium has a control character for a hyphen at the end of a line.
    text = re.sub(r"(?<=\w)\x02(?=\w)", "- ", text)
    text = text.replace("\u00ad", "").replace("\ufffe", "")
    # Dots that lead to a page number are written with spaces or without.
    return LEADERS.sub(" ... ", text).split()[:MAX_WORDS]


def own_words(text: str) -> list[str]:
    """The words without the headings of pages, and without the marks that escape a line."""
    lines = []
    for line in text.split("\n"):
        if re.fullmatch(
            r"## Page \d+|\[page \d+ has no text.*\]|\[The text ends here: .*\]", line
        ):
            continue
        lines.append(re.sub(r"^(\s*)\\(?=#|```|~~~|==|--)", r"\1", line))
    return words("\n".join(lines))


def common(a: list[str], b: list[str]) -> int:
    """Returns the length of the longest common subsequence, by bits of a number."""
    where: dict[str, int] = {}
    for index, word in enumerate(a):
        where[word] = where.get(word, 0) | 1 << index
    row = (1 << len(a)) - 1
    full = row
    for word in b:
        match = where.get(word, 0)
        shared = row & match
        row = ((row + shared) | (row - shared)) & full
    return len(a) - row.bit_count()


def likeness(a: list[str], b: list[str]) -> float:
    return 2 * common(a, b) / (len(a) + len(b)) if a or b else 1.0


def half_of(path: pathlib.Path) -> str:
    return "tune" if hashlib.sha256(path.name.encode()).digest()[0] % 2 == 0 else "held"


def score(directory: pathlib.Path, program: str, half: str, readers: list[str]) -> None:
    rows = []
    for path in sorted(directory.glob("*.pdf")):
        if half_of(path) != half:
            continue
        try:
            command = [
                "bash",
                "-c",
                'ulimit -v 2000000; exec "$0" "$1"',
                program,
                str(path),
            ]
            run = subprocess.run(
                command, capture_output=True, timeout=TIMEOUT, check=False
            )
            error = run.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            text = run.stdout.decode("utf-8") if run.returncode == 0 else None
        except subprocess.TimeoutExpired:
            text, error = None, "timeout"
        row = {"name": path.name, "error": error if text is None else None}
        own = own_words(text or "")
        row["words"] = len(own)
        row["facts"] = error if text is not None else ""
        for name in readers:
            other = reference(name, path)
            if other is not None:
                others = words(other)
                row[name] = (likeness(others, own), len(others))
        table = json.loads(reference("rows", path) or "[]")
        row["rows"] = (whole_rows(table, text or ""), len(table))
        rows.append(row)
    report(rows)


def report(rows: list[dict]) -> None:
    for row in sorted(rows, key=lambda row: row.get("pdfium", (9, 0))[0]):
        scores = "  ".join(
            f"{name} {row[name][0]:.3f}/{row[name][1]}"
            for name in READERS
            if name in row
        )
        print(
            f"{row['name'][:44]:44} {row['words']:6} {scores} {row['error'] or row['facts']}"
        )
    print(f"{len(rows)} files, {sum(row['error'] is not None for row in rows)} refused")
    tables = [row["rows"] for row in rows if row["rows"][1] > 1]
    shares = sum(whole / count for whole, count in tables)
    print(f"rows: {len(tables)} files: {shares / max(len(tables), 1):.3f}")
    for name in READERS:
        for least in (20, 200):
            some = sorted(
                row[name][0] for row in rows if name in row and row[name][1] >= least
            )
            if some:
                mean, median = sum(some) / len(some), some[len(some) // 2]
                print(
                    f"{name}: {len(some)} files of {least} words: {mean:.3f} / {median:.3f}"
                )


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "collect":
        collect(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) >= 5 and sys.argv[1] == "score":
        score(pathlib.Path(sys.argv[2]), *sys.argv[3:5], sys.argv[5:] or list(READERS))
    else:
        sys.exit(__doc__)
