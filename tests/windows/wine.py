"""Makes a Windows of Wine, in which our programs run.

python3 tests/windows/wine.py PREFIX

Debian's packages of Wine and of a linker for Windows are installed if they are missing. Programs
run there with WINEPREFIX=PREFIX.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = {
    "wine": ["wine", "wine64"],
    "x86_64-w64-mingw32-gcc": [
        "gcc-mingw-w64-x86-64-posix",
        "g++-mingw-w64-x86-64-posix",
        "binutils-mingw-w64-x86-64",
    ],
}


def variables(prefix: Path) -> dict[str, str]:
    """Returns the variables with which programs run in a Windows, without messages of Wine's."""
    return {"WINEDEBUG": "-all", "WINEPREFIX": str(prefix)}


def make(prefix: Path) -> None:
    """Makes a Windows 10, unless it is there."""
    lacking = [command for command in PACKAGES if not shutil.which(command)]
    if missing := [name for command in lacking for name in PACKAGES[command]]:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    system = prefix / "drive_c/windows/system32"
    if not system.exists():
        prefix.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, **variables(prefix)}
        for command in (["wineboot", "--init"], ["wine", "winecfg", "-v", "win10"]):
            subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
    library = system / "bcryptprimitives.dll"
    if not library.exists():
        sources = [HERE / "bcryptprimitives.c", HERE / "bcryptprimitives.def"]
        compiler = ["x86_64-w64-mingw32-gcc", "-O2", "-shared", "-o", library]
        subprocess.run([*compiler, *sources, "-ladvapi32"], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: wine.py PREFIX")
    make(Path(sys.argv[1]).resolve())
