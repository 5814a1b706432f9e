"""Writes folders of rule functions: six plans in the sizes and proportions of
the paper's Tables 2 and 3, many functions a file, tables beside them."""
import csv
import math
import multiprocessing
import random
import shutil
import sys
import zlib
from statistics import NormalDist, mean

from .judge import DIFFERENT, MISMATCH, SAME
from .make import make
from .tree import Printer, all_leaves
from .world import World

# Functions; average, median and greatest number of lines; verdicts.
PLANS = {
    "A": (149, 28.5, 22, 160, {SAME: 138, MISMATCH: 11, DIFFERENT: 0}),
    "B": (13673, 25.2, 21, 632, {SAME: 13673, MISMATCH: 0, DIFFERENT: 0}),
    "C": (20395, 26.4, 26, 632, {SAME: 13141, MISMATCH: 7200, DIFFERENT: 54}),
    "D": (4727, 28.7, 23, 428, {SAME: 4584, MISMATCH: 139, DIFFERENT: 4}),
    "E": (49523, 8.0, 7, 232, {SAME: 49248, MISMATCH: 169, DIFFERENT: 106}),
    "F": (1607, 48.1, 32, 330, {SAME: 1400, MISMATCH: 175, DIFFERENT: 32}),
}
FILE = 1000      # functions a file
SMALLEST = 3     # lines of a function
CHECKED = 20     # one in so many is also decided by brute force, if it is small
COLUMNS = "plan file name verdict flavour lines new_lines exact shows".split()

HEAD = """\
#include <veridiff/codes.h>

struct Benefit {
  int pay;
  int copay;
  int days;
};

int copay_%s, days_%s;
unsigned seen_%s;
"""


def sizes(count, average, middle, most, whole):
    """Numbers of lines: log-normal with this median, cut off, and as wide as it
    takes for this average; of a whole plan, one is the greatest."""
    def sample(width):
        found = [middle * math.exp(width * NormalDist().inv_cdf((i + 0.5) / count))
                 for i in range(count)]
        found = [min(most, max(SMALLEST, round(size))) for size in found]
        if whole:
            found[-1] = most
        return found

    low, high = 0.0, 2.0
    for _ in range(25):
        width = (low + high) / 2
        if mean(sample(width)) < average:
            low = width
        else:
            high = width
    return sample(low)


def verdicts(count, parts, mix):
    """How many of each; with a small scale still one of each that there is."""
    if mix == "even":
        return [kind for kind in (SAME, MISMATCH, DIFFERENT) for _ in range(-(-count // 3))]
    whole = sum(parts.values())
    kinds = [kind for kind, n in parts.items() if kind != SAME
             for _ in range(math.ceil(n * count / whole))]
    return kinds + [SAME] * max(count - len(kinds), 1)


class Part:
    """A file of functions, by the verdicts and sizes that they are to have."""

    def __init__(self, plan, number, seed, work):
        self.plan, self.work, self.work_of = plan, work, []
        self.tag = f"{plan.lower()}{number:03}"
        self.seed = f"{seed}/{self.tag}"


def plan_parts(scale, mix, seed, work):
    parts = []
    for plan, (count, average, middle, most, kinds) in PLANS.items():
        rng = random.Random(f"{seed}/{plan}")
        wanted = verdicts(max(round(count * scale), 1), kinds, mix)
        lines = sizes(len(wanted), average, middle, most, scale >= 1)
        rng.shuffle(wanted)
        rng.shuffle(lines)
        todo = list(zip(wanted, lines))
        for i in range(0, len(todo), FILE):
            parts.append(Part(plan, i // FILE + 1, seed, work))
            parts[-1].work_of = todo[i:i + FILE]
    return parts


# ------------------------------------------------------------------ writing

def spelling(rng, crosswalk):
    """Codes with their dots; in some files without, in some in small letters."""
    draw = rng.random()
    if draw < 0.1:
        return crosswalk.plain
    return [t.lower() for t in crosswalk.text] if draw < 0.15 else crosswalk.text


def table_path(root, plan, name):
    folder = root if name.startswith(("all_", "icd_")) else root / f"plan-{plan}"
    return folder / "tables" / (name + (".txt" if zlib.crc32(name.encode()) % 2 else ""))


def write_table(path, name, codes, text):
    rng = random.Random(name)
    said = [text[code] for code in sorted(codes)]
    width = rng.choice([1, 1, 8])
    lines = [f"# {name}: {len(said)} codes"]
    lines += [", ".join(said[i:i + width]) for i in range(0, len(said), width)]
    path.write_text("\n".join(lines) + "\n")


class Writer:
    """One version of a file; tables that are there already are the same."""

    def __init__(self, root, part, text):
        self.root, self.part, self.printer = root, part, Printer(text)
        self.lines = (HEAD % ((part.tag,) * 3)).splitlines()

    def add(self, function, text):
        lines = self.printer.function(function)
        self.lines += ["", *self.printer.helpers(function), *lines]
        for leaf in all_leaves(function.body):
            if leaf[0] == "any":
                path = table_path(self.root, self.part.plan, leaf[1])
                if not path.exists():
                    write_table(path, leaf[1], leaf[2], text)
        return len(lines)

    def close(self):
        path = self.root / f"plan-{self.part.plan}" / f"{self.part.tag}.c"
        path.write_text("\n".join(self.lines) + "\n")


def describe(world, shows):
    """What shows the verdict: inputs, and values of parameters."""
    if not shows:
        return ""
    said = ["{" + " ".join(world.cw.text[code] for code in sorted(codes)) + "}"
            for codes in shows[:-1]]
    return " ".join(said + [f"{name}={value}" for name, value in shows[-1].items()])


def write_part(part):
    world, check_all = shared
    rng = random.Random(part.seed)
    text = spelling(rng, world.cw)
    old, new = (Writer(part.work / side, part, text) for side in ("old", "new"))
    rows = []
    for i, (kind, size) in enumerate(part.work_of):
        name = f"{part.tag}_rule_{i + 1:03}"
        check = check_all or rng.randrange(CHECKED) == 0
        made = make(world, part.plan, rng, part.tag, name, size, kind, check)
        lines = [old.add(made.old, world.cw.text), new.add(made.new, world.cw.text)]
        rows.append([part.plan, f"plan-{part.plan}/{part.tag}.c", name, kind, made.flavour,
                     *lines, int(made.exact), describe(world, made.shows)])
    old.close()
    new.close()
    return rows


def set_up(world, check_all):
    global shared
    shared = (world, check_all)


def generate(crosswalk, work, seed, scale, mix, jobs, check_all):
    """Writes old/, new/ and expected.csv; gives the rows of that."""
    expected = work / "expected.csv"
    for side in ("old", "new"):
        if (work / side).exists():
            if not expected.exists():
                sys.exit(f"bench/rules: {work / side} is there and was not made by this")
            shutil.rmtree(work / side)
        for folder in ["tables", *(f"plan-{plan}/tables" for plan in PLANS)]:
            (work / side / folder).mkdir(parents=True)
    expected.write_text("")
    parts = plan_parts(scale, mix, seed, work)
    set_up(World(crosswalk, seed), check_all)
    rows = []
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for done, more in enumerate(pool.imap(write_part, parts), 1):
            rows += more
            if sys.stderr.isatty():
                print(f"\r\033[K{done}/{len(parts)} files", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    with open(expected, "w", newline="") as out:
        file = csv.writer(out, lineterminator="\n")
        file.writerow(COLUMNS)
        file.writerows(rows)
