"""Installs the Python package beside the frameworks that it has tools for, and runs their agents.

python3 run.py --target DIR --component FILE --program FILE

Everything is written below DIR. Dependencies are installed there by pip, from requirements.lock,
and the Hermes agent from hermes.lock.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
# What builds the package is a module of this name too.
sys.path.insert(0, str(REPOSITORY / "tests/python"))
import run as package  # noqa: E402

MODULES = ["claude_agent", "deepagents", "langchain", "openai_agents", "pydantic_ai"]
PLUGIN = REPOSITORY / "packages/agents/hermes"


def main() -> None:
    """Runs the steps, and ends at the first that fails."""
    parser = argparse.ArgumentParser(description="Runs agents of frameworks.")
    parser.add_argument("--target", type=Path, required=True, help="where everything is made")
    parser.add_argument("--component", type=Path, required=True, help="the component")
    parser.add_argument("--program", type=Path, required=True, help="the program readroom")
    parser.add_argument("tests", nargs="*", help="arguments for pytest")
    given = parser.parse_args()
    target = given.target.resolve()
    lock = HERE / "requirements.lock"
    python = package.installed_with_program(target, lock, given.component, given.program)
    package.say("checking style and types")
    config = ["--config", str(HERE / "ruff.toml")]
    for command in (["check"], ["format", "--check"]):
        ruff = [python, "-m", "ruff", *command, "--quiet", "--no-cache", *config]
        package.run([*ruff, str(HERE), str(PLUGIN)])
    # The frameworks are typed for newer versions of Python than the package needs.
    strict = [python, "-m", "mypy", "--strict", "--python-version", "3.11"]
    strict += ["--cache-dir", str(target / "mypy")]
    sources = [f"src/readroom/{name}.py" for name in MODULES]
    package.run([*strict, *sources], cwd=package.PACKAGE, quiet=True)
    tests = [str(path) for path in HERE.glob("*.py") if path.name != "run.py"]
    package.run([*strict, str(PLUGIN / "__init__.py")], cwd=HERE, quiet=True)
    package.run([*strict, *tests], cwd=HERE, quiet=True)
    # The model is the reader's.
    model = "from typing import Any\n\nmodel: Any = None\n"
    kinds = [f"python {name.replace('_', '-')}" for name in MODULES]
    found = {name: model + text for kind in kinds for name, text in package.snippets(kind)}
    package.check_snippets(strict, target / "snippets", found)
    environment = {**os.environ, "READROOM_HERMES": hermes(target)}
    package.say("running the agents of the frameworks")
    pytest = [python, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    pytest += [f"--basetemp={target / 'projects'}", *given.tests]
    package.run(pytest, cwd=HERE, env=environment)


def hermes(target: Path) -> str:
    """Returns the program of the Hermes agent, in an environment of its own beside the package: it
    needs other versions of what the frameworks need.
    """
    python = package.tools_in(target / "hermes", HERE / "hermes.lock")
    (wheel,) = (target / "platform").glob("*.whl")
    package.pip(python, "--no-deps", "--force-reinstall", str(wheel))
    return str(Path(python).with_name("hermes"))


if __name__ == "__main__":
    main()
