"""Compares the texts of documents with those of other readers, over the files of packages.

    cargo build --release -p readroom-documents --example convert
    python tests/office/quality.py --convert target/release/examples/convert --work DIRECTORY

needs python-docx, mammoth, openpyxl, python-pptx, odfpy and markitdown[docx,pptx]. Words are scored
in order: 2 * LCS / (a + b) over at most 20,000 words, without the marks of Markdown. Cells are
compared at their address, as they are shown.
"""

import argparse
import datetime
import hashlib
import itertools
import json
import re
import statistics
import subprocess
import sys
import tarfile
import unicodedata
import warnings
from pathlib import Path

# fmt: off
PACKAGES = [
    "python-docx", "python-pptx", "markitdown", "mammoth", "docling", "docxcompose", "docxtpl",
    "docx2txt", "docx-mailmerge", "html-for-docx", "messytables", "frictionless", "tabulator",
    "rows", "agate-excel", "xlsx2csv", "xlsx-streaming", "pylightxl", "pyexcel-io", "pyexcel-ods3",
    "ezodf", "odfpy", "unoserver", "ebooklib", "mkepub",
]
# fmt: on
KINDS = ("docx", "docm", "xlsx", "xlsm", "pptx", "pptm", "odt", "ods", "odp", "epub")
MAX_WORDS = 20_000
MARKS = [
    (r"!\[([^\]\n]*)\]\([^)\n]*\)", r"\1"),
    (r"\]\(<?[^)\n]*>?\)", ""),
    (r"\[(?=[^\]\n^])", ""),
    (r"\[\^\w+\]:?", " "),
    (r"<!--.*?-->", " "),
    (r"(?m)^(\s*\|)?[\s|:-]+$", " "),
    (r"(?m)^\s*(#+|[-*]|\(?[\da-zA-Z]{1,3}[.)])\s", " "),
    (r"<br>|[|\\*_`\[\]#]", " "),
]


def words(text):
    text = unicodedata.normalize("NFKC", text)
    for pattern, by in MARKS:
        text = re.sub(pattern, by, text)
    return text.split()[:MAX_WORDS]


def our_words(document):
    """The words of a text, without the headings and the names of cells that are ours."""
    text = re.sub(
        r"(?m)^## (Sheet: .*|Slide \d+:?|Chapter \d+)|^Notes:", " ", document["text"]
    )
    # Others leave the marks of raised figures out.
    text = re.sub(r"(?<=\S)\^(?=[\w(])", "", text)
    if document["format"] in ("xlsx", "ods"):
        text = re.sub(
            r"(?m)^\|  \|( [A-Z]{1,3}( \(hidden\))? \|)+$|^Merged: .*", " ", text
        )
        text = re.sub(r"(?m)^\| [\d-]+( \(hidden\))? \|", "|", text)
    return words(text)


def score(ours, theirs):
    """The share of words that agree in order, by a bit for each word of theirs."""
    places = {}
    for at, word in enumerate(theirs):
        places[word] = places.get(word, 0) | 1 << at
    every = (1 << len(theirs)) - 1
    row = every
    for word in ours:
        matched = row & places.get(word, 0)
        row = (row + matched | row - matched) & every
    common = len(theirs) - row.bit_count()
    return 2 * common / (len(ours) + len(theirs))


def docx_paragraphs(path):
    import docx
    from docx.oxml.ns import qn

    document = docx.Document(path)
    paragraphs = document.element.body.iter(qn("w:p"))
    return [docx.text.paragraph.Paragraph(p, document._body) for p in paragraphs]


def python_docx(path):
    return "\n".join(paragraph.text for paragraph in docx_paragraphs(path))


def mammoth_text(path):
    import mammoth

    with open(path, "rb") as file:
        return mammoth.extract_raw_text(file).value


def markitdown(path):
    from markitdown import MarkItDown

    return MarkItDown().convert(path).text_content


def python_pptx(path):
    import pptx

    def texts(shapes):
        for shape in shapes:
            if shape.shape_type == 6:
                yield from texts(shape.shapes)
            elif shape.has_text_frame:
                yield shape.text_frame.text
            elif getattr(shape, "has_table", False):
                yield from (cell.text for row in shape.table.rows for cell in row.cells)

    lines = []
    for slide in pptx.Presentation(path).slides:
        lines += texts(slide.shapes)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            lines.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(lines)


def odfpy(path):
    from odf import opendocument, teletype

    def texts(node):
        for child in node.childNodes:
            if getattr(child, "tagName", "") in ("text:p", "text:h"):
                yield teletype.extractText(child)
            else:
                yield from texts(child)

    return "\n".join(texts(opendocument.load(path).body))


def our_cells(document):
    """The cells of each sheet by their address, as the text has them."""
    sheets, letters, is_table = [], [], False
    for line in document["text"].splitlines():
        if line.startswith("## Sheet"):
            sheets.append({})
            letters, is_table = [], True
        # The charts after the table are tables, too.
        is_table = is_table and not (letters and not line)
        if not is_table or not line.startswith("|"):
            continue
        parts = [
            part.replace("\\|", "|").strip()
            for part in re.split(r"(?<!\\)\|", line)[1:-1]
        ]
        if not letters:
            letters = [part.split(" ")[0] for part in parts[1:]]
            continue
        first, last = (re.findall(r"\d+", parts[0]) * 2 or [1, 0])[:2]
        for letter, value in itertools.zip_longest(letters, parts[1:]):
            if not value:
                continue
            value = value.replace("<br>", "\n")
            named = re.fullmatch(r"([A-Z]{1,3}\d+): (.*)", value, re.DOTALL)
            if named:
                sheets[-1][named[1]] = named[2]
                continue
            for row in range(int(first), min(int(last), int(first) + 1000) + 1):
                sheets[-1][f"{letter}{row}"] = value
    return sheets


def same_cell(ours, theirs):
    """Whether a cell shows a value: of a number as many decimals as it shows."""
    if isinstance(theirs, bool):
        return ours == str(theirs).upper()
    if isinstance(theirs, (int, float)):
        # Formats of accounting.
        if theirs == 0 and re.fullmatch(r"\D?-\D?", ours):
            return True
        digits = re.sub(r"[^\d.eE+-]", "", ours).strip(".")
        try:
            shown = float(digits) * (0.01 if "%" in ours else 1)
        except ValueError:
            return False
        if "e" in digits.lower():
            return abs(shown - theirs) <= abs(theirs) * 0.01
        decimals = len(digits.partition(".")[2]) + (2 if "%" in ours else 0)
        return (
            abs(abs(shown) - abs(theirs)) <= 0.51 * 10**-decimals + abs(theirs) * 1e-9
        )
    if isinstance(theirs, datetime.timedelta):
        hours, minutes, seconds = (
            float(part) for part in (ours + ":0:0").split(":")[:3]
        )
        return abs(hours * 3600 + minutes * 60 + seconds - theirs.total_seconds()) < 1
    if isinstance(theirs, (datetime.datetime, datetime.date, datetime.time)):
        # A format may show the date or the time only.
        return ours != "" and (ours in str(theirs) or ours.startswith(str(theirs)[:19]))
    return " ".join(ours.split()) == " ".join(str(theirs).split())


def compare_cells(path, document, report):
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True)
    equal = every = 0
    for sheet, ours in zip(book.worksheets, our_cells(document)):
        for cell in itertools.chain.from_iterable(sheet.iter_rows()):
            if cell.value is not None and str(cell.value).strip():
                shown = ours.get(cell.coordinate, "")
                every += 1
                equal += same_cell(shown, cell.value)
                if not same_cell(shown, cell.value):
                    report(f"{path.name}: {cell.coordinate} {shown!r} {cell.value!r}")
    return equal, every


def compare_headings(path, document, report):
    wanted = []
    for paragraph in docx_paragraphs(path):
        level = re.fullmatch(
            r"[Hh]eading ([1-6])", getattr(paragraph.style, "name", "") or ""
        )
        if level and paragraph.text.strip():
            wanted.append((int(level[1]), " ".join(words(paragraph.text))))
    lines = re.findall(r"(?m)^(#+) (.*)$", document["text"])
    found = [(len(marks), " ".join(words(text))) for marks, text in lines]
    missing = [heading for heading in wanted if heading not in found]
    for heading in missing:
        report(f"{path.name}: heading {heading}")
    return len(wanted) - len(missing), len(wanted)


REFERENCES = {
    "docx": [python_docx, mammoth_text, markitdown],
    "pptx": [python_pptx, markitdown],
    **{kind: [odfpy] for kind in ("odt", "odp", "ods")},
    "epub": [markitdown],
}
COMPARISONS = {"xlsx": ("cells", compare_cells), "docx": ("headings", compare_headings)}


def download(work):
    for package in PACKAGES:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps"]
        command += ["--no-binary", ":all:", "-d", work / "packages", package]
        if not list((work / "packages").glob(package.replace("-", "?") + "-[0-9]*")):
            subprocess.run(command, check=False)
    for archive in sorted((work / "packages").glob("*.tar.gz")):
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                if member.isfile() and Path(member.name).suffix[1:] in KINDS:
                    data = packed.extractfile(member).read()
                    name = (
                        hashlib.sha256(data).hexdigest()[:8]
                        + "-"
                        + Path(member.name).name
                    )
                    (work / "files" / name).write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--convert", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument(
        "--files", type=Path, help="compare these, and download nothing"
    )
    parser.add_argument("--verbose", action="store_true", help="name what differs")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    (options.work / "files").mkdir(parents=True, exist_ok=True)
    if not options.files:
        download(options.work)
    files = sorted((options.files or options.work / "files").rglob("*"))
    files = [path for path in files if path.suffix[1:] in KINDS]
    scores, counts, unread = {}, {}, 0
    report = print if options.verbose else lambda line: None
    for path in files:
        converted = subprocess.run(
            [options.convert, path], capture_output=True, check=True
        ).stdout
        document = json.loads(converted)
        if "text" not in document:
            unread += 1
            report(f"{path.name}: {document['error']}")
            continue
        kind, ours = document["format"], our_words(document)
        for reference in REFERENCES.get(kind, []):
            try:
                theirs = words(reference(str(path)))
            except Exception as error:  # noqa: BLE001 - a reference may not read the file
                report(f"{path.name}: {reference.__name__}: {type(error).__name__}")
                continue
            # Charts are read by markitdown only, and few words say little.
            has_chart = "\nChart (" in document["text"] and reference is not markitdown
            if has_chart or len(theirs) < 5:
                continue
            result = score(ours, theirs)
            scores.setdefault((kind, reference.__name__), []).append(result)
            if result < 0.9:
                report(
                    f"{path.name}: {reference.__name__}: {result:.3f} {len(ours)} {len(theirs)}"
                )
        name, compare = COMPARISONS.get(kind, (None, None))
        try:
            equal, every = compare(path, document, report) if compare else (0, 0)
        except Exception as error:  # noqa: BLE001 - a reference may not read the file
            report(f"{path.name}: {type(error).__name__}")
            continue
        before = counts.get(name, (0, 0))
        counts[name] = (before[0] + equal, before[1] + every)
    print("| kind | reference | files | mean | median |\n|---|---|---|---|---|")
    for (kind, name), results in sorted(scores.items()):
        mean, median = statistics.mean(results), statistics.median(results)
        print(f"| {kind} | {name} | {len(results)} | {mean:.3f} | {median:.3f} |")
    for name in ("cells", "headings"):
        print("{}: {} of {}".format(name, *counts.get(name, (0, 0))))
    print(f"not read: {unread} of {len(files)} files")


if __name__ == "__main__":
    main()
