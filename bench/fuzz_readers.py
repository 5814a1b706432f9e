"""The readers of veridiff for bench/fuzz: what each is given, made of the files
of test/cases, test/bad and examples.

Each is a function of a random number generator and the seeds. It returns a Run, or
None if nothing could be made.
"""
import dataclasses
import hashlib
import hmac
import os
import re
import sqlite3
import subprocess
import tempfile
import threading
from pathlib import Path

from fuzz_mutate import *

ROOT = Path(__file__).resolve().parent.parent
KEY = "the key of a campaign, as text"
QUICK = ["--timeout", "2", "--memory", "512", "--jobs", "1", "--no-times",
         "--color", "never"]


def write_files(folder, files):
    """The place of the folder is put in where a file asks for it."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.replace(HERE, os.fsencode(folder)))


@dataclasses.dataclass
class Run:
    """What lies in the working folder, and what is started there."""
    files: dict  # name to bytes
    command: list  # arguments of veridiff
    mutated: list = dataclasses.field(default_factory=list)  # names of files
    made: tuple = ()  # what it may leave in the working folder; "*" is anything
    environment: dict = dataclasses.field(default_factory=dict)
    programs: tuple = ()  # files that can be executed
    loose: bool = False  # arguments may be left out when it is made smaller


class Seeds:
    """The files of the test cases, by folder, and what is made of them."""

    def __init__(self, veridiff):
        self.veridiff, self.derived, self.lock = veridiff, {}, threading.Lock()
        self.folders = {}
        places = [*ROOT.glob("test/cases/*/*"), *ROOT.glob("test/bad/*/*"),
                  *ROOT.glob("examples"), *ROOT.glob("examples/*")]
        for folder in sorted(places):
            # Those are made to take long, and to do harm.
            if folder.is_dir() and folder.parent.name not in ("limits", "replay"):
                files = self.read(folder)
                if files:
                    self.folders[folder.relative_to(ROOT)] = files

    def read(self, folder):
        files = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and name not in ("cmd", "expect", "README.md"):
                if path.stat().st_size <= LONGEST_SEED:
                    files[name] = path.read_bytes()
        return files

    def having(self, *patterns):
        """Folders that have a file for each pattern."""
        found = []
        for folder, files in self.folders.items():
            names = [[n for n in files if re.fullmatch(p, n)] for p in patterns]
            if all(names):
                found.append((folder, files, names))
        return found

    def choose(self, rng, *patterns):
        """One of them, seldom a bad one, and its names for each pattern."""
        key = "folders", *patterns
        if key not in self.derived:
            self.derived[key] = self.having(*patterns)
        found = self.derived[key]
        good = [f for f in found if "bad" not in f[0].parts]
        return rng.choice(good if good and rng.random() < 0.8 else found)[1:]

    def texts(self, pattern):
        return [text for files in self.folders.values() for name, text in files.items()
                if re.search(pattern, name) and text]

    def derive(self, kind, files, name, optimise):
        """A source as another kind of file; None if the compiler does not take it."""
        key = kind, optimise, name, hashlib.sha256(files[name]).digest()
        with self.lock:
            if key not in self.derived:
                self.derived[key] = self.compile(kind, files, name, optimise)
            return self.derived[key]

    def compile(self, kind, files, name, optimise):
        clang = ["clang-19", "-w", "-g", optimise, "-fno-crash-diagnostics"]
        commands = {
            "i": [*clang, "-E", "-P", name, "-o", "out"],
            "ll": [*clang, "-S", "-emit-llvm", name, "-o", "out"],
            "bc": [*clang, "-c", "-emit-llvm", name, "-o", "out"],
            "vir": [self.veridiff, "ir", name],
        }
        with tempfile.TemporaryDirectory(prefix="veridiff-fuzz-") as folder:
            write_files(Path(folder), files)
            done = subprocess.run(commands[kind], cwd=folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=120, check=False,
                                  env=dict(os.environ, TMPDIR=folder))
            if done.returncode:
                return None
            data = done.stdout if kind == "vir" else Path(folder, "out").read_bytes()
        return data if 0 < len(data) <= 10 * LONGEST_SEED else None


def some(rng, *choices):
    """Each list of options with its own probability."""
    return [word for share, words in choices if rng.random() < share for word in words]


def compare_options(rng):
    return [*QUICK, *some(rng, (0.8, ["--no-replay"]), (0.9, ["--store", "none"]), (0.15, ["--json"]),
                          (0.1, ["--strict"]), (0.1, ["--fp", "real"]), (0.1, ["--verbose"]),
                          (0.1, ["--unroll", "3"]), (0.1, ["--accept-partial"]))]


def mutate_pair(rng, run, old, new, words, others):
    """One side, or both apart, or the new version as a mutant of a mutant."""
    how = rng.random()
    names = [old, new] if how > 0.4 else [rng.choice([old, new])]
    for name in names:
        run.files[name] = mutate(rng, run.files[name], words, others)
    if how > 0.7:
        run.files[new] = run.files[old]
        if how > 0.8:
            run.files[new] = rng.choice(MUTATIONS)(rng, run.files[old] or b"\n", words, others)[:LONGEST]
    run.mutated = names


def module_run(rng, files, old, new, words, others, options=()):
    run = Run(dict(files), [])
    mutate_pair(rng, run, old, new, words, others)
    how = rng.random()
    if how < 0.8:
        run.command = [*compare_options(rng), *options, old, new]
    elif how < 0.9:
        run.command = ["ir", "--memory", "512", *some(rng, (0.5, ["--raw"])), run.mutated[0]]
    else:
        run.command = ["summary", "--memory", "512", run.mutated[0]]
    return run


def read_c(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "new.c")
    return module_run(rng, files, "old.c", "new.c", C_WORDS, [files["new.c"], *seeds.texts(r"\.c$")])


def read_derived(kind, words):
    def make(rng, seeds):
        for _ in range(20):
            files, _ = seeds.choose(rng, "old.c", "new.c")
            optimise = rng.choice(["-O0", "-O1"]) if kind in ("ll", "bc") else "-O0"
            data = [seeds.derive(kind, files, name, optimise) for name in ("old.c", "new.c")]
            if all(data):
                break
        else:
            return None
        names = [f"old.{kind}", f"new.{kind}"]
        return module_run(rng, {**files, **dict(zip(names, data))}, *names, words, data)
    return make


def read_commands(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "new.c")
    run = Run(dict(files), [], ["compile_commands.json"])
    run.files["compile_commands.json"] = mutate(rng, rng.choice(COMMANDS), JSON_WORDS, COMMANDS)
    run.command = [*compare_options(rng), "--compile-commands", "compile_commands.json", "old.c", "new.c"]
    return run


def plc_run(rng, seeds, kind, words):
    files, (names,) = seeds.choose(rng, rf".*\.{kind}")
    old = rng.choice(names)
    new = "new." + kind if "new." + kind in names else old
    run = Run({"a." + kind: files[old], "b." + kind: files[new]}, [])
    mutate_pair(rng, run, "a." + kind, "b." + kind, words, seeds.texts(rf"\.{kind}$"))
    how, name = rng.random(), run.mutated[0]
    if how < 0.5:
        run.command = [*compare_options(rng), *some(rng, (0.3, ["--cycle", "10ms"]), (0.05, ["--inputs", "*"]),
                                                    (0.05, ["--outputs", "a*,b?"])), "a." + kind, "b." + kind]
    elif how < 0.9:
        run.command = ["run", name, "--cycles", "5", "--cycle", "10ms",
                       *some(rng, (0.2, ["--json"]), (0.2, ["--watch", "*"]), (0.2, ["--test", "out.st"]))]
        run.made = ("out.st",)
    elif how < 0.95:
        run.command = ["ir", "--cycle", "10ms", name]
    else:
        run.files.update({"a/x." + kind: run.files["a." + kind], "b/x." + kind: run.files["b." + kind]})
        run.mutated = ["a/x." + kind, "b/x." + kind]
        run.command = [*compare_options(rng), "--project", "a", "b"]
    return run


def st_words():
    text = (ROOT / "test" / "fuzz" / "st.dict").read_bytes()
    return re.findall(rb'^"(.*)"$', text, re.M) + [b"T#1s", b"16#FF", b"REAL#1.0", b"%IX0.0", b"(*", b"*)"]


def read_st(rng, seeds):
    return plc_run(rng, seeds, "st", st_words())


def read_plcopen(rng, seeds):
    return plc_run(rng, seeds, "xml", XML_WORDS)


def read_contract(rng, seeds):
    files, (_, _, names) = seeds.choose(rng, "old.st", "new.st", r".*\.contract")
    name = rng.choice(names)
    run = Run(dict(files), [*compare_options(rng), "old.st", "new.st", "--contract", name], [name])
    run.files[name] = mutate(rng, files[name], CONTRACT_WORDS, seeds.texts(r"\.contract$"))
    return run


def read_trace(rng, seeds):
    files, (programs, traces) = seeds.choose(rng, r"[^/]*\.(st|xml)", r".*\.csv")
    name = rng.choice(traces)
    run = Run(dict(files), ["run", rng.choice(programs), "--trace", name], [name])
    run.files[name] = mutate(rng, files[name], TRACE_WORDS, seeds.texts(r"\.csv$"))
    run.command += some(rng, (0.3, ["--cycle", "4ms"]), (0.2, ["--json"]), (0.2, ["--cycles", "30"]),
                        (0.2, ["--csv", "o.csv"]), (0.2, ["--vcd", "o.vcd"]), (0.2, ["--test", "o.st"]))
    run.made = ("o.csv", "o.vcd", "o.st")
    return run


def rules_options(rng):
    return [*QUICK, *some(rng, (0.7, ["--no-replay"]), (0.9, ["--store", "none"]), (0.15, ["--json"]),
                          (0.3, ["--crosswalk-lenient"]))]


def rules_command(rng, run, crosswalk):
    """Compares, or asks of the old version alone, or migrates it."""
    how = rng.random()
    if how < 0.6 and "new.c" in run.files:
        return ["rules", *rules_options(rng), "old.c", "new.c", "--crosswalk", crosswalk]
    if how < 0.8:
        return ["rules", *rules_options(rng), "old.c", "--crosswalk", crosswalk]
    run.made = ("out",)
    return migrate_command(crosswalk)


def migrate_command(crosswalk):
    return ["rules", "migrate", "--timeout", "2", "--memory", "512", "--no-times", "--color", "never",
            "old.c", "--crosswalk", crosswalk, "-o", "out/new.c"]


def read_mapping(pattern, words):
    def make(rng, seeds):
        files, (_, names) = seeds.choose(rng, "old.c", pattern)
        name = rng.choice(names)
        run = Run({**files, "out/.keep": b""}, [], [name])
        run.files[name] = mutate(rng, files[name], words, seeds.texts(pattern))
        run.command = rules_command(rng, run, name)
        if rng.random() < 0.1:
            run.command += ["--crosswalk-format", rng.choice("plain i9gem i10gem i9pcs pcsi9".split())]
        return run
    return make


def read_table(rng, seeds):
    files, (_, names, _) = seeds.choose(rng, "old.c", r"(tables/)?(?!crosswalk)[a-z]+\.txt", "crosswalk.txt")
    name = rng.choice(names)
    run = Run({**files, "out/.keep": b""}, [], [name])
    run.files[name] = mutate(rng, files[name], TABLE_WORDS, seeds.texts(r"\.txt$"))
    run.command = rules_command(rng, run, "crosswalk.txt")
    return run


def read_rules(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "new.c", "crosswalk.txt")
    run = Run(dict(files), ["rules", *rules_options(rng), "old.c", "new.c", "--crosswalk", "crosswalk.txt"])
    mutate_pair(rng, run, "old.c", "new.c", RULE_WORDS, [files["new.c"], files["old.c"]])
    return run


def read_migrate(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "crosswalk.txt")
    run = Run({**files, "out/.keep": b""}, migrate_command("crosswalk.txt"), ["old.c"], ("out",))
    run.files["old.c"] = mutate(rng, files["old.c"], RULE_WORDS, [files["old.c"]])
    return run


STORE_CASES = ["test/cases/store/second-run-checks-what-costs-little", "test/cases/store/options-are-part-of-the-key",
               "test/cases/plccompare/sensor-replaced-by-a-position", "test/cases/same/both-always-terminate"]


def store_of(seeds, files, names):
    """A store in which the pair was compared."""
    with tempfile.TemporaryDirectory(prefix="veridiff-fuzz-") as folder:
        write_files(Path(folder), files)
        subprocess.run([seeds.veridiff, *QUICK, "--no-replay", *names, "--store-dir", "store"], cwd=folder,
                       stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False,
                       env=dict(os.environ, VERIDIFF_STORE_KEY=KEY, TMPDIR=folder))
        return Path(folder, "store", "store.db").read_bytes()


def change_record(rng, data):
    """Changes a record below its seal, as who has the key can."""
    with tempfile.TemporaryDirectory(prefix="veridiff-fuzz-") as folder:
        file = Path(folder, "store.db")
        file.write_bytes(data)
        db = sqlite3.connect(file)
        key = hashlib.sha256(KEY.encode()).digest()
        for name, crc, record in db.execute("SELECT key, crc, record FROM proof").fetchall():
            record = mutate(rng, record, [b"\0", b"same", b"\xff\xff\xff\xff"], [record])
            seal = hmac.new(key, b"\x02" + name + crc + record, hashlib.sha256).digest()
            db.execute("UPDATE proof SET record=?, seal=? WHERE key=?", (record, seal, name))
        db.commit()
        db.close()
        return file.read_bytes()


def read_store(rng, seeds):
    folder = rng.choice([f for f in STORE_CASES if Path(f) in seeds.folders])
    files = seeds.folders[Path(folder)]
    names = ["old.st", "new.st"] if "old.st" in files else ["old.c", "new.c"]
    with seeds.lock:
        if folder not in seeds.derived:
            seeds.derived[folder] = store_of(seeds, files, names)
    data = seeds.derived[folder]
    run = Run(dict(files), [], ["store/store.db"], ("store",), {"VERIDIFF_STORE_KEY": KEY})
    words = [b"\0", b"SQLite format 3\0", b"proof", b"\xff\xff", b"CREATE TABLE"]
    if rng.random() < 0.5:
        data = change_record(rng, data)
    else:
        data = mutate(rng, data, words, [data])
    run.files["store/store.db"] = data
    if rng.random() < 0.1:
        run.mutated.append("store/store.db-" + rng.choice(["journal", "wal"]))
        run.files[run.mutated[-1]] = mutate(rng, data[:4096], words, [data])
    if rng.random() < 0.2:
        run.command = ["store", "--store-dir", "store"]
    else:
        run.command = [*QUICK, *names, "--no-replay", "--store-dir", "store",
                       *some(rng, (0.2, ["--store", "verify"]), (0.2, ["--json"]))]
    return run


def read_key(rng, seeds):
    files = seeds.folders[Path(STORE_CASES[0])]
    run = Run(dict(files), [*QUICK, "--no-replay", "old.c", "new.c", "--store-dir", "store"], ["key"], ("store",))
    key = mutate(rng, b"0123456789abcdef0123456789abcdef", [b"\0", b"\n", b" "], [b"key"])
    if rng.random() < 0.5:
        run.environment["VERIDIFF_STORE_KEY"] = key.replace(b"\0", b"")[:100000]
    else:
        run.command += ["--store-key", "key"]
    run.files["key"] = key
    return run


def read_flags(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "new.c")
    words = [rng.choice(FLAG_WORDS[:MILD_FLAGS] if rng.random() < 0.7 else FLAG_WORDS)
             for _ in range(1 << rng.randrange(4))]
    if rng.random() < 0.3:
        text = mutate(rng, " ".join(words).encode(), [w.encode() for w in FLAG_WORDS], [b"-DA"])
        words = [text.replace(b"\0", b"").replace(b"/", b"_")[:100000]]
    else:
        words = [" ".join(words)]
    return Run(dict(files), [*compare_options(rng), "--cflags", *words, "old.c", "new.c"])


def read_solver(rng, seeds):
    files, _ = seeds.choose(rng, "old.c", "new.c")
    run = Run(dict(files), [*compare_options(rng), "--solver", "./solver", "old.c", "new.c"], ["answer"],
              programs=("solver",))
    run.files["solver"] = b"#!/bin/sh\ncat >/dev/null\ncat answer\n"
    run.files["answer"] = mutate(rng, rng.choice(ANSWERS), SOLVER_WORDS, ANSWERS)
    return run


def option_names(seeds):
    """Name, value and commands of each option, without those that take walls away
    or only print."""
    if "options" not in seeds.derived:
        text = (ROOT / "src" / "cli" / "options.def").read_text()
        found = re.findall(r'^VD_OPTION\(\w+, "([a-z-]+)",\s*(?:NULL|"(.*?)"), [A-Z]+, [^,]*, [^,]*, ([A-Z| ]+),',
                           text, re.M)
        seeds.derived["options"] = [("--" + name, value, commands) for name, value, commands in found
                                    if name not in ("trust-code", "help", "version")]
    return seeds.derived["options"]


USUAL = {"N": ["0", "1", "2", "3", "8", "100"], "MB": ["512", "1024", "99999"], "DIR": ["out", "tables", "."],
         "FILE": ["out", "old.c", "crosswalk.txt", "table.csv", "t.csv"], "TIME": ["4ms", "T#1s", "0ms", "1d"],
         "PATTERNS": ["*", "a*", "?", "x,y"], "NAME": ["f", "main", "Main", "x"], "'FLAGS'": ["-DA", "-O1", ""],
         "COMPILER": ["cc", "clang-19", "missing"], "PATH": [".", "missing"], "PROGRAM": ["missing", "old.c"]}


def option_value(rng, name, what):
    """None leads out of the working folder, or takes for ever."""
    if name == "--timeout":
        return rng.choice(["2", "1", "0.5", "-1", "nan", "inf", "1e99", "", "x", "2s"])
    if name == "--cycles":
        return rng.choice(["1", "0", "-1", "30", "1000", "99999999999999999999", "x"])
    if "|" in what and rng.random() < 0.9:
        return rng.choice(what.split("|"))
    if rng.random() < 0.5 and what in USUAL:
        return rng.choice(USUAL[what])
    value = rng.choice([rng.choice(["", "f", "main", "old.c", "missing", "*", "4ms", "T#1s", "a,b", "x" * 5000, "-",
                                    "--", "out.d", "in\nline", "%s%n", "tables", "old.c:f", "plain:old.c"]),
                        rng.choice(EDGES).decode(), os.fsdecode(rng.choice(BROKEN_TEXT).replace(b"\0", b"")),
                        os.fsdecode(rng.randbytes(rng.randrange(1, 9)).replace(b"\0", b""))])
    return value.replace("/", "_").replace("..", "_")


LETTERS = {"C": [], "I": ["ir"], "S": ["summary"], "T": ["store"], "R": ["rules"], "M": ["rules", "migrate"],
           "P": ["run"]}


def read_options(rng, seeds):
    letter = rng.choice("CCCISTRMP")
    kind = {"R": "c", "M": "c", "P": "st|xml"}.get(letter, "c|st|xml")
    files, names = seeds.choose(rng, rf"(old|a)\.({kind})", *(["crosswalk.txt"] if letter in "RM" else []))
    run = Run(dict(files), list(LETTERS[letter]), made=("*",), loose=True)
    old = names[0][0]
    words = [old, old.replace("old", "new")][:{"C": 2, "R": 2, "T": 0}.get(letter, 1)]
    if rng.random() < 0.1:
        words = [rng.choice([old, "missing.c", ".", "", "-"]) for _ in range(rng.randrange(4))]
    if letter in "RM":
        words += ["--crosswalk", "crosswalk.txt"]
    if letter in "CRM":
        words += ["--timeout", "2"]
    options = option_names(seeds)
    fitting = [o for o in options if letter in o[2]]
    for _ in range(rng.randrange(1, 6)):
        name, what, _ = rng.choice(fitting if rng.random() < 0.9 else options)
        if rng.random() < 0.03:
            name = name[:rng.randrange(len(name))] + rng.choice(["", "x", "="])
        value = [option_value(rng, name, what)] if what and rng.random() < 0.97 else []
        words += [name + "=" + value[0]] if value and rng.random() < 0.2 else [name, *value]
    if rng.random() < 0.1:
        rng.shuffle(words)
    run.command += words
    return run


READERS = {
    "c": read_c,
    "i": read_derived("i", C_WORDS),
    "ll": read_derived("ll", LLVM_WORDS),
    "bc": read_derived("bc", LLVM_WORDS),
    "vir": read_derived("vir", VIR_WORDS),
    "commands": read_commands,
    "st": read_st,
    "plcopen": read_plcopen,
    "contract": read_contract,
    "trace": read_trace,
    "crosswalk": read_mapping(r"crosswalk\.txt", CROSS_WORDS),
    "gem": read_mapping(r".*(gem|map|mapping)\.txt", GEM_WORDS),
    "table": read_table,
    "rules": read_rules,
    "migrate": read_migrate,
    "store": read_store,
    "key": read_key,
    "flags": read_flags,
    "solver": read_solver,
    "options": read_options,
}
