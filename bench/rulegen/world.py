"""What rule functions are made of: codes that can be said in both interfaces,
codes that cannot, tables of both kinds; and the translation T of conditions."""
import math
import random

from .crosswalk import TooBig, minimal
from .tree import any_of

SPELL_OUT = 5     # new codes for one old one; more become a table
BIG = 6           # conjunctions that a code may translate to
TABLE_SIZE = 150  # median, in old codes
TABLE_SIZES = (20, 900)
TABLES = {"A": 8, "B": 60, "C": 60, "D": 30, "E": 60, "F": 20, "all": 10}
BAD_TABLES = {"A": 2, "B": 0, "C": 8, "D": 3, "E": 3, "F": 3, "all": 0}


class Table:
    def __init__(self, name, codes, bad=()):
        self.name, self.codes, self.bad = name, frozenset(codes), tuple(bad)

    def condition(self):
        return ("any", self.name, self.codes)


def split(sets):
    """Sets of new codes that say something: the single codes, and what is left of
    the conjunctions."""
    singles = frozenset(code for one in sets if len(one) == 1 for code in one)
    rest = [one for one in sets if len(one) > 1 and one.isdisjoint(singles)]
    return singles, minimal(rest)


def both(codes):
    return ("and", tuple(("has", code) for code in sorted(codes)))


class World:
    def __init__(self, crosswalk, seed):
        self.cw = cw = crosswalk
        self.parts_of = {}
        whole = {code: cw.complete_code(code) for code in cw.old_codes()}
        self.good = [code for code in cw.old_codes() if self.is_handy(whole[code])]
        self.single = [code for code in self.good if len(whole[code]) == 1]
        self.unmapped = [code for code in cw.old_codes() if not cw.of[code]]
        self.unmapped_new = [code for code in range(cw.olds, len(cw.text))
                             if not cw.of[code]]
        self.partial = [code for code in cw.old_codes() if cw.alone[code]
                        and whole[code] != (frozenset((code,)),)
                        and len(self.parts((code,))[1]) <= BIG]
        self.needy = [code for code in cw.old_codes()
                      if cw.of[code] and not cw.alone[code]]
        self.double = [code for code in self.good if self.parts((code,))[1]]
        self.chains = self.find_chains()
        self.groups = [(codes[0], cw.pairs(*codes)) for codes in cw.components(4, 9)]
        self.tables, self.bad_tables = {}, {}
        for plan in TABLES:
            rng = random.Random(f"{seed}/{plan}/tables")
            self.tables[plan] = [self.table(rng, plan, i) for i in range(TABLES[plan])]
            self.bad_tables[plan] = [
                self.spoil(rng, self.table(rng, plan, TABLES[plan] + i))
                for i in range(BAD_TABLES[plan])]

    def parts(self, codes):
        """T of a disjunction of old codes, split."""
        if codes not in self.parts_of:
            sets = [x for code in sorted(codes) for x in self.cw.translate(code)]
            self.parts_of[codes] = split(sets)
        return self.parts_of[codes]

    def is_handy(self, cubes):
        return (cubes is not None and len(cubes) <= 5
                and all(len(self.parts((code,))[1]) <= BIG
                        for cube in cubes for code in cube))

    def find_chains(self):
        """Conditions of which one can only be said after another: `if a else if b`,
        where a can be said, a || b can be said, and b cannot."""
        found, cw = set(), self.cw
        for code in self.good:
            outer = cw.complete_code(code)
            for cube in outer:
                inner = cw.complete(cube)
                if not inner or not set(inner) < set(outer):
                    continue
                rest = tuple(c for c in outer if c not in inner)
                try:
                    if cw.counter(rest):
                        found.add((inner, rest))
                except TooBig:
                    pass
        return sorted(found, key=lambda both: [[sorted(c) for c in part] for part in both])

    # --------------------------------------------------------------- tables

    def table(self, rng, plan, i):
        """Neighbouring codes, with all that they can only be said together with."""
        low, high = TABLE_SIZES
        want = min(high, max(low, rng.lognormvariate(math.log(TABLE_SIZE), 0.7)))
        at, codes, hard = rng.randrange(len(self.good)), set(), 0
        while len(codes) < want:
            cubes = self.cw.complete_code(self.good[at % len(self.good)])
            at += 1
            if any(len(cube) > 1 for cube in cubes) or rng.random() < 0.1:
                continue
            group = {code for cube in cubes for code in cube}
            pairs = sum(len(self.parts((code,))[1]) for code in group - codes)
            if hard + pairs > 12:
                continue
            hard += pairs
            codes |= group
        return Table(f"{plan.lower()}_{'rslt'[i % 4]}{i:02}", codes)

    def relatives(self, code):
        """Old codes on lines with the same new codes."""
        new = frozenset().union(*(x for _, x in self.cw.of[code]))
        return {old for one in new for u, _ in self.cw.of[one] for old in u}

    def spoil(self, rng, table):
        """A code too many or too few for what can be said."""
        way = rng.randrange(3)
        if way == 2:
            for code in rng.sample(sorted(table.codes), len(table.codes)):
                rest = (table.codes & self.relatives(code)) - {code}
                if rest and self.cw.complete_code(code) != (frozenset((code,)),):
                    return Table(table.name, table.codes - {code}, sorted(rest))
        code = rng.choice(self.unmapped if way == 0 else self.needy)
        return Table(table.name, table.codes | {code}, (code,))

    # ---------------------------------------------------------- translation

    def translate(self, leaf):
        """T of a question for a code or a table; other leaves stay."""
        if leaf[0] == "has":
            name, codes = "icd_" + self.cw.plain[leaf[1]], (leaf[1],)
        elif leaf[0] == "any":
            name, codes = leaf[1], leaf[2]
        else:
            return leaf
        singles, rest = self.parts(codes)
        return self.says(name, singles, rest, leaf[0] == "any")

    def says(self, name, singles, rest, table):
        if (table and singles) or len(singles) > SPELL_OUT:
            parts = [("any", name, singles)]
        else:
            parts = [("has", code) for code in sorted(singles)]
        return any_of(parts + [both(codes) for codes in rest])
