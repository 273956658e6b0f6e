"""Compares the texts of documents with those of other readers, over real files.

    cargo build --release -p readroom-documents --example convert
    python tests/documents/quality.py --convert target/release/examples/convert --work DIRECTORY

needs python-docx, mammoth, openpyxl, python-pptx, odfpy and markitdown[docx,pptx]. The files are
those of packages, which it downloads with pip; `--files DIRECTORY` adds others.

Words are scored in order: 2 * LCS / (a + b) over at most 20,000 words, without the marks of
Markdown. Cells are compared at their address, as they are shown.
"""

import argparse
import datetime
import hashlib
import json
import re
import statistics
import subprocess
import sys
import tarfile
import unicodedata
import warnings
from pathlib import Path

PACKAGES = """python-docx python-pptx markitdown docx2python docxcompose docxtpl messytables
    python-calamine ezodf odfdo xlsx2csv docx2txt ebooklib odfpy textract""".split()
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
    text = re.sub(r"(?m)^## (Sheet: .*|Slide \d+:?|Chapter \d+)|^Notes:", " ", document["text"])
    if document["format"] in ("xlsx", "ods"):
        text = re.sub(r"(?m)^\|  \|( [A-Z]{1,3}( \(hidden\))? \|)+$|^Merged: .*", " ", text)
        text = re.sub(r"(?m)^\| [\d-]+( \(hidden\))? \|", "|", text)
    return words(text)


def score(ours, theirs):
    """The share of words that agree in order, by a bit for each word of theirs."""
    if not ours and not theirs:
        return 1.0
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


def docx_blocks(path):
    import docx
    from docx.table import Table

    def blocks(parent):
        for block in parent.iter_inner_content():
            if isinstance(block, Table):
                seen = set()
                for row in block.rows:
                    for cell in row.cells:
                        if id(cell._tc) not in seen:
                            seen.add(id(cell._tc))
                            yield from blocks(cell)
            else:
                yield block

    return list(blocks(docx.Document(path)))


def python_docx(path):
    return "\n".join(paragraph.text for paragraph in docx_blocks(path))


def docx_headings(path):
    found = []
    for paragraph in docx_blocks(path):
        name = paragraph.style.name if paragraph.style is not None else ""
        level = re.fullmatch(r"[Hh]eading ([1-6])", name or "")
        if level and paragraph.text.strip():
            found.append((int(level[1]), " ".join(words(paragraph.text))))
    return found


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
            elif getattr(shape, "has_table", False) and shape.has_table:
                for row in shape.table.rows:
                    yield from (cell.text for cell in row.cells)

    lines = []
    for slide in pptx.Presentation(path).slides:
        lines += texts(slide.shapes)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            lines.append(slide.notes_slide.notes_text_frame.text)
    return "\n".join(lines)


def odfpy(path):
    from odf import opendocument, teletype, text
    from odf.element import Element

    document = opendocument.load(path)
    found = []

    def visit(node):
        for child in node.childNodes:
            if isinstance(child, Element):
                if child.qname in (text.P().qname, text.H(outlinelevel=1).qname):
                    found.append(teletype.extractText(child))
                else:
                    visit(child)

    visit(document.body)
    return "\n".join(found)


def our_cells(document):
    """The cells of each sheet by their address, as the text has them."""
    sheets, letters, cells = [], [], None
    for line in document["text"].splitlines():
        if line.startswith("## Sheet"):
            cells, letters = {}, []
            sheets.append(cells)
        if cells is None or not line.startswith("|"):
            continue
        parts = [part.replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line)[1:-1]]
        parts = [part.strip() for part in parts]
        if not letters:
            letters = [part.split(" ")[0] for part in parts[1:]]
            continue
        if set(parts[0]) == {"-"}:
            continue
        first, last = (re.findall(r"\d+", parts[0]) * 2)[:2]
        for letter, value in zip(letters, parts[1:]):
            if value:
                for row in range(int(first), min(int(last), int(first) + 1000) + 1):
                    cells[f"{letter}{row}"] = value.replace("<br>", "\n")
        for value in parts[1 + len(letters) :]:
            name, _, value = value.partition(": ")
            cells[name] = value
    return sheets


def same_cell(ours, theirs):
    """Whether a cell shows a value; a number as many decimals as it shows."""
    if ours is None:
        return False
    if isinstance(theirs, bool):
        return ours == str(theirs).upper()
    if isinstance(theirs, (int, float)):
        digits = re.sub(r"[^\d.eE+-]", "", ours).strip(".")
        try:
            shown = float(digits) * (0.01 if "%" in ours else 1)
        except ValueError:
            return False
        decimals = len(digits.partition(".")[2]) + (2 if "%" in ours else 0)
        if "e" in digits.lower():
            return abs(shown - theirs) <= abs(theirs) * 0.01
        return abs(abs(shown) - abs(theirs)) <= 0.51 * 10**-decimals + abs(theirs) * 1e-9
    if isinstance(theirs, datetime.timedelta):
        hours, minutes, seconds = (float(part) for part in ours.split(":"))
        return abs(hours * 3600 + minutes * 60 + seconds - theirs.total_seconds()) < 1
    if isinstance(theirs, (datetime.datetime, datetime.date, datetime.time)):
        return str(theirs).startswith(ours) or ours.startswith(str(theirs)[:19])
    return " ".join(ours.split()) == " ".join(str(theirs).split())


def compare_cells(path, document, report):
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True)
    equal = every = 0
    for sheet, ours in zip(book.worksheets, our_cells(document)):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is None or not str(cell.value).strip():
                    continue
                every += 1
                if same_cell(ours.get(cell.coordinate), cell.value):
                    equal += 1
                else:
                    report(f"{sheet.title}!{cell.coordinate} {ours.get(cell.coordinate)!r} {cell.value!r}")
    return equal, every


REFERENCES = {
    "docx": [python_docx, mammoth_text, markitdown],
    "pptx": [python_pptx, markitdown],
    "odt": [odfpy],
    "odp": [odfpy],
    "ods": [odfpy],
    "epub": [markitdown],
}


def download(work, offline):
    for package in [] if offline else PACKAGES:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps"]
        command += ["--no-binary", ":all:", "-d", str(work / "packages"), package]
        if not list((work / "packages").glob(package.replace("-", "?") + "-*")):
            subprocess.run(command, check=False)
    for archive in sorted((work / "packages").glob("*.tar.gz")):
        with tarfile.open(archive) as packed:
            for member in packed.getmembers():
                if member.isfile() and member.name.endswith(KINDS):
                    data = packed.extractfile(member).read()
                    name = hashlib.sha256(data).hexdigest()[:8] + "-" + Path(member.name).name
                    (work / "files" / name).write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--convert", required=True, type=Path)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--files", type=Path)
    parser.add_argument("--offline", action="store_true", help="download nothing")
    parser.add_argument("--verbose", action="store_true", help="name what differs")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    (options.work / "files").mkdir(parents=True, exist_ok=True)
    download(options.work, options.offline)
    places = [options.work / "files"] + ([options.files] if options.files else [])
    files = [path for place in places for path in sorted(place.rglob("*")) if path.suffix[1:] in KINDS]
    scores, cells, headings, errors = {}, [0, 0, 0], [0, 0], 0
    report = print if options.verbose else lambda line: None
    for path in files:
        converted = subprocess.run([options.convert, path], capture_output=True, check=True).stdout
        document = json.loads(converted)
        if "text" not in document:
            errors += 1
            report(f"{path.name}: {document['error']}")
            continue
        kind, ours = document["format"], our_words(document)
        for reference in REFERENCES.get(kind, []):
            try:
                theirs = words(reference(str(path)))
            except Exception as error:  # A reference may not read the file.
                report(f"{path.name}: {reference.__name__}: {type(error).__name__}")
                continue
            # Charts are read by markitdown only, and few words say little.
            has_chart = "\nChart (" in document["text"] and reference is not markitdown
            if has_chart or len(theirs) < 5:
                continue
            result = score(ours, theirs)
            scores.setdefault((kind, reference.__name__), []).append(result)
            if result < 0.9:
                report(f"{path.name}: {reference.__name__}: {result:.3f} {len(ours)} {len(theirs)}")
        try:
            if kind == "docx":
                wanted = docx_headings(str(path))
                lines = re.findall(r"(?m)^(#+) (.*)$", document["text"])
                found = [(len(marks), " ".join(words(text))) for marks, text in lines]
                headings[0] += sum(1 for heading in wanted if heading in found)
                headings[1] += len(wanted)
                for heading in wanted:
                    if heading not in found:
                        report(f"{path.name}: heading {heading}")
            if kind == "xlsx":
                equal, every = compare_cells(
                    path, document, lambda line, name=path.name: report(f"{name}: {line}")
                )
                cells = [cells[0] + equal, cells[1] + every, cells[2] + 1]
        except Exception as error:
            report(f"{path.name}: {type(error).__name__} {error}")
    print("| kind | reference | files | mean | median |\n|---|---|---|---|---|")
    for (kind, name), results in sorted(scores.items()):
        mean, median = statistics.mean(results), statistics.median(results)
        print(f"| {kind} | {name} | {len(results)} | {mean:.3f} | {median:.3f} |")
    print(f"cells: {cells[0]} of {cells[1]} in {cells[2]} workbooks")
    print(f"headings: {headings[0]} of {headings[1]}; {errors} of {len(files)} files not read")


if __name__ == "__main__":
    main()
