"""What a bench program measured, as one section of markdown:

  ## Suite

  What it is, in one or two sentences.
  - Repeat: `the command line`
  - Commit 54d5d79; AMD EPYC, 2 cores; load 0.31 when begun; 2026-11-18; limits: 30 s a function

  its tables

The section is printed as it comes. --doc FILE also replaces the section of this name in
the file, or adds it at the end. --about prints what stands before the commit, for every
section that the program can write; test/run-layers holds doc/benchmarks.md against it.
"""
import argparse
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple


class Suite(NamedTuple):
    heading: str
    about: str
    command: str  # with --doc doc/benchmarks.md

    def opening(self):
        return f"## {self.heading}\n\n{self.about}\n- Repeat: `{self.command}`"


class About(argparse.Action):
    """--about: prints the suites that are its constant, and ends, as --help does."""

    def __init__(self, option_strings, dest, const, **_):
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, const=const,
                         help="print what the sections are, and do nothing")

    def __call__(self, parser, *_):
        print("\n\n".join(suite.opening() for suite in self.const))
        parser.exit()


def add_options(parser, *suites):
    parser.add_argument("--doc", type=Path, metavar="FILE",
                        help="replace the section of the result in this file, too")
    parser.add_argument("--about", action=About, const=suites)


def load_now():
    return f"{os.getloadavg()[0]:.2f}"


def run_git(folder, *words):
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, check=False)
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.strip()


def commit_of(program):
    """That of the tree in which the program was built."""
    folder = Path(program).resolve().parent
    commit = run_git(folder, "rev-parse", "--short=7", "HEAD") if folder.is_dir() else ""
    if not commit:
        return "not noted"
    changed = run_git(folder, "status", "--porcelain", "--untracked-files=no", "--",
                      ":/src", ":/include", ":/meson.build")
    return commit + (" with changes" if changed else "")


def machine():
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)
    model = " ".join(found[1].split()) if found else "machine not noted"
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def make_facts(program, load, limits):
    return (f"- Commit {commit_of(program)}; {machine()}; load {load} when begun; "
            f"{time.strftime('%F')}; limits: {limits}")


def cell(value):
    text = f"{value:,}" if isinstance(value, int) else str(value)
    return text.replace("|", "\\|")


def table_lines(head, rows, words=1):
    """All columns but the first ones are numbers. Rows may come one by one."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join(["---"] * words + ["--:"] * (len(head) - words)) + "|"
    for row in rows:
        yield "| " + " | ".join(map(cell, row)) + " |"


def print_table(head, rows, words=1):
    """One that is no part of the section."""
    print()
    for line in table_lines(head, rows, words):
        print(line, flush=True)


def replace_section(text, heading, section):
    """The text of a document with another section of this heading."""
    parts = [part.strip("\n") for part in re.split(r"(?m)^(?=## )", text)]
    found = [i for i, part in enumerate(parts) if part.split("\n")[0] == f"## {heading}"]
    where = found[0] if found else len(parts)
    parts[where:where + 1] = [section.strip("\n")]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_file(path, text):
    path = path.resolve()
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.name}.",
                                     suffix=".tmp", delete=False) as out:
        try:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
            os.chmod(out.name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
            os.replace(out.name, path)
        except BaseException:
            os.unlink(out.name)
            raise


class Report:
    """A section at work. Made before anything is run, as the load is noted then;
    close() writes it to the document, if one was given."""

    def __init__(self, suite, limits, program, doc=None, load=None):
        self.suite, self.doc, self.lines = suite, doc, []
        facts = make_facts(program, load or load_now(), limits)
        self.line(suite.opening())
        self.line(facts)

    def line(self, text):
        self.lines.append(text)
        print(text, flush=True)

    def table(self, head, rows, words=1):
        self.line("")
        for line in table_lines(head, rows, words):
            self.line(line)

    def close(self):
        if self.doc:
            text = self.doc.read_text() if self.doc.exists() else ""
            write_file(self.doc, replace_section(text, self.suite.heading,
                                                 "\n".join(self.lines)))
