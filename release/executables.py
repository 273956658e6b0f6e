"""Reads the file of a program, and reports what its system would refuse or lack."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from packages import Platform

# Present in every Windows 10.
WINDOWS_LIBRARIES = re.compile(
    r"(kernel32|ntdll|userenv|ws2_32|advapi32|bcrypt|bcryptprimitives|msvcrt)\.dll"
    r"|api-ms-win-(core|crt)-[a-z0-9-]+\.dll",
    re.IGNORECASE,
)
MACOS_LIBRARIES = ("/usr/lib/", "/System/Library/")


@dataclass(frozen=True)
class Bytes:
    """A file in which numbers are read at offsets."""

    content: bytes

    def read(self, form: str, offset: int) -> tuple[Any, ...]:
        """Returns the value that `struct` reads at an offset."""
        return struct.unpack_from(form, self.content, offset)

    def text(self, offset: int) -> str:
        """Returns a NUL-terminated string."""
        return self.content[offset : self.content.index(0, offset)].decode()


def problems(content: bytes, platform: Platform) -> list[str]:
    """Returns the faults of a program for its platform: none if it can be released."""
    readers = {"linux": elf, "apple": mach_o, "windows": pe}
    reader = next(reader for name, reader in readers.items() if name in platform.target)
    try:
        return list(reader(Bytes(content), platform))
    except (struct.error, ValueError, IndexError) as error:
        return [f"it cannot be read as a program: {error}"]


def elf(file: Bytes, platform: Platform) -> Iterator[str]:
    """Checks a program for Linux: it loads nothing, so that it runs on any distribution."""
    if file.content[:6] != b"\x7fELF\x02\x01":
        raise ValueError("it is not a 64-bit ELF file")
    yield from processor(file.read("<H", 18)[0], {62: "x86_64", 183: "aarch64"}, platform)
    (start,), (size, count) = file.read("<Q", 32), file.read("<HH", 54)
    interpreter = 3
    if any(file.read("<I", start + number * size)[0] == interpreter for number in range(count)):
        yield "it is not static"


def mach_o(file: Bytes, platform: Platform) -> Iterator[str]:
    """Checks a program for macOS: its processor, the oldest system that it names, its libraries,
    and its signature.
    """
    magic, cpu, _, kind, commands, _, flags, _ = file.read("<8I", 0)
    if (magic, kind) != (0xFEEDFACF, 2):
        raise ValueError("it is not a 64-bit Mach-O program")
    yield from processor(cpu, {0x01000007: "x86_64", 0x0100000C: "aarch64"}, platform)
    if not flags & 0x200000:
        yield "it is not position-independent"
    oldest, is_signed, offset = None, False, 32
    for _ in range(commands):
        command, size = file.read("<II", offset)
        match command & 0x7FFFFFFF:
            case 0x24:  # LC_VERSION_MIN_MACOSX
                oldest = file.read("<I", offset + 8)[0]
            case 0x32:  # LC_BUILD_VERSION
                system, oldest = file.read("<II", offset + 8)
                if system != 1:
                    yield f"it is for the system {system} of Apple, not for macOS"
            case 0x0C | 0x18 | 0x1F | 0x20 | 0x23:  # LC_LOAD_DYLIB and its relatives
                library = file.text(offset + file.read("<I", offset + 8)[0])
                if not library.startswith(MACOS_LIBRARIES):
                    yield f"it needs {library}, which is not the system's"
            case 0x1C:  # LC_RPATH
                yield "it looks for libraries in other directories"
            case 0x1D:  # LC_CODE_SIGNATURE
                is_signed = True
                yield from signature(file, file.read("<I", offset + 8)[0])
        offset += size
    if "aarch64" in platform.target and not is_signed:
        yield "it has no signature, without which macOS on arm64 starts nothing"
    named = None if oldest is None else f"{oldest >> 16}.{oldest >> 8 & 0xFF}"
    if named != platform.macos:
        yield f"it names macOS {named} as the oldest, and its wheel {platform.macos}"


def signature(file: Bytes, offset: int) -> Iterator[str]:
    """Checks an ad-hoc signature: the digests of all pages, which macOS compares too."""
    magic, _, count = file.read(">3I", offset)
    blobs = dict(file.read(">II", offset + 12 + 8 * number) for number in range(count))
    directory = offset + blobs.get(0, 0)
    if magic != 0xFADE0CC0 or file.read(">I", directory)[0] != 0xFADE0C02:
        raise ValueError("its signature cannot be read")
    flags, hashes, _, _, slots, end = file.read(">6I", directory + 12)
    length, kind, _, page = file.read("4B", directory + 36)
    if not flags & 2:
        yield "its signature is not ad-hoc"
    if (length, kind) != (32, 2) or end != offset:
        yield "its signature does not cover the file by SHA-256"
    size = 1 << page
    for slot in range(slots):
        covered = file.content[slot * size : min((slot + 1) * size, end)]
        stored = directory + hashes + slot * length
        if hashlib.sha256(covered).digest() != file.content[stored : stored + length]:
            yield f"its signature is wrong from byte {slot * size} on"
            return


def pe(file: Bytes, platform: Platform) -> Iterator[str]:
    """Checks a program for Windows: its processor, its mitigations, and its libraries."""
    start = file.read("<I", 0x3C)[0]
    if file.content[:2] != b"MZ" or file.content[start : start + 4] != b"PE\0\0":
        raise ValueError("it is not a PE file")
    machine, sections, _, _, _, size, _ = file.read("<HHIIIHH", start + 4)
    yield from processor(machine, {0x8664: "x86_64", 0xAA64: "aarch64"}, platform)
    header = start + 24
    subsystem, flags = file.read("<HH", header + 68)
    if file.read("<H", header)[0] != 0x20B or subsystem != 3:
        yield "it is not a 64-bit program of the console"
    if flags & 0x160 != 0x160:
        yield "its addresses are not random (high entropy), or its data can be executed"
    areas = [file.read("<4I", header + size + 40 * number + 8) for number in range(sections)]

    def at(address: int) -> int:
        """Returns the offset in the file of an address in memory."""
        for _, base, length, where in areas:
            if base <= address < base + length:
                return int(address - base + where)
        raise ValueError(f"no section has the address {address:#x}")

    # The tables of libraries that are loaded at the start, and on first use.
    for number, width, name in ((1, 20, 12), (13, 32, 4)):
        address = file.read("<I", header + 112 + 8 * number)[0]
        entry = at(address) if address else None
        while entry is not None and any(file.content[entry : entry + width]):
            library = file.text(at(file.read("<I", entry + name)[0]))
            if not WINDOWS_LIBRARIES.fullmatch(library):
                yield f"it needs {library}, which not every Windows has"
            entry += width


def processor(found: int, known: dict[int, str], platform: Platform) -> Iterator[str]:
    """Checks that a program is for the processor of its platform."""
    if not platform.target.startswith(known.get(found, "?")):
        yield f"it is for the processor {known.get(found, hex(found))}"
