"""The relation J of the diagnosis GEMs, the relation R, and what can be said in
both interfaces: Definitions 2 to 9 of "Relative Equivalence in the Presence of
Ambiguity", written down once more, apart from veridiff.

Codes are numbers, old ones first, in the order of their text. So sets of codes
are the same in every run.
"""
from itertools import product

NODES_MAX = 3000  # of a search in Crosswalk.counter
CUBES_MAX = 10   # of a condition that Crosswalk.complete makes


class TooBig(Exception):
    pass


def read_gem(path):
    """The sources of a file, each with its alternatives as sets of targets."""
    sources = {}
    for line in open(path):
        source, target, flags = line.upper().split()  # one row has v5889
        alternatives, choices = sources.setdefault(source, ([], {}))
        if flags[1] == "1":
            continue
        if flags[2] == "0":
            alternatives.append((target,))
        else:
            lists = choices.setdefault(flags[3], {})
            lists.setdefault(flags[4], []).append(target)
    for alternatives, choices in sources.values():
        for lists in choices.values():
            alternatives.extend(product(*lists.values()))
    return {source: both[0] for source, both in sources.items()}


def dotted(code, old):
    at = 4 if old and code[0] == "E" else 3
    return code[:at] + "." + code[at:] if len(code) > at else code


def minimal(sets):
    """Those that contain no other one."""
    kept = []
    for one in sorted(set(sets), key=lambda s: (len(s), sorted(s))):
        if not any(k <= one for k in kept):
            kept.append(one)
    return tuple(kept)


class Crosswalk:
    def __init__(self, i9gem, i10gem):
        forward, back = read_gem(i9gem), read_gem(i10gem)
        said = {((source,), targets) for source, all in forward.items() for targets in all}
        said |= {(targets, (source,)) for source, all in back.items() for targets in all}
        old = set(forward) | {code for u, _ in said for code in u}
        new = set(back) | {code for _, x in said for code in x}
        self.olds = len(old)
        self.plain = sorted(old) + sorted(new)
        self.text = [dotted(c, i < self.olds) for i, c in enumerate(self.plain)]
        number = [{}, {}]
        for i, code in enumerate(self.plain):
            number[i >= self.olds][code] = i
        lines = {(tuple(sorted({number[0][c] for c in u})),
                  tuple(sorted({number[1][c] for c in x}))) for u, x in said}
        self.lines = [(frozenset(u), frozenset(x)) for u, x in sorted(lines)]
        self.of = [[] for _ in self.plain]  # lines that a code is on
        for line in self.lines:
            for code in line[0] | line[1]:
                self.of[code].append(line)
        self.alone = [any(len(line[i >= self.olds]) == 1 for line in of)
                      for i, of in enumerate(self.of)]  # a line needs no other code
        self.translated, self.completed = {}, {}

    def old_codes(self):
        return range(self.olds)

    # ------------------------------------------------------------- relation

    def fits(self, code, side, pair):
        """Equations (1) and (2) for a code that is present: related or an orphan."""
        orphan = True
        for line in self.of[code]:
            if line[side] <= pair[side]:
                if line[1 - side] <= pair[1 - side]:
                    return True
                orphan = False
        return orphan

    def related(self, v, w):
        """Is (v, w) in R?"""
        pair = (v, w)
        return (all(self.fits(code, 0, pair) for code in v)
                and all(self.fits(code, 1, pair) for code in w))

    # ---------------------------------------------------------- translation

    def translate(self, code):
        """T of an old code: sets of new codes, any of which says it."""
        if code not in self.translated:
            self.translated[code] = minimal(x for _, x in self.of[code])
        return self.translated[code]

    def says(self, cubes, w):
        """Does T of a disjunction of conjunctions hold?"""
        return any(all(any(x <= w for x in self.translate(code)) for code in cube)
                   for cube in cubes)

    def counter(self, cubes):
        """A pair of R on which a disjunction of conjunctions of old codes and its
        translation are not the same, or None: then there is none.

        Where the old side holds and the new one does not, a part of the pair
        does as well: a cube with one wholly present line for each of its codes
        that is no orphan. A code with a line makes its translation true, so one
        is an orphan. The other way round: what makes the translation true, and
        a line for each code of that, as none of them is an orphan."""
        for cube in cubes:
            found = self.orphaned(cubes, cube) or self.echoed(cubes, cube)
            if found:
                return found
        return None

    def orphaned(self, cubes, cube):
        codes = sorted(cube)
        if all(self.alone[code] for code in codes):
            return None
        ways = [self.of[c] + ([] if self.alone[c] else [None]) for c in codes]
        count = 1
        for way in ways:
            count *= len(way)
        if count > NODES_MAX:
            raise TooBig
        for chosen in product(*ways):
            if None not in chosen:
                continue
            lines = [line for line in chosen if line]
            v = cube.union(*(u for u, _ in lines))
            w = frozenset().union(*(x for _, x in lines))
            if self.related(v, w) and not self.says(cubes, w):
                return v, w, "orphan"
        return None

    def echoed(self, cubes, cube):
        budget = [NODES_MAX]

        def search(codes, v, w):
            if any(c <= v for c in cubes):
                return None
            budget[0] -= 1
            if budget[0] < 0:
                raise TooBig
            if not codes:
                return v, w, "echo"
            for u, x in self.of[codes[0]]:
                found = search(codes[1:], v | u, w | x)
                if found:
                    return found
            return None

        for chosen in product(*(self.translate(code) for code in sorted(cube))):
            w = frozenset().union(*chosen)
            order = sorted(w, key=lambda code: (len(self.of[code]), code))
            found = search(order, frozenset(), w)
            if found:
                return found
        return None

    def complete(self, cube):
        """The least condition found that holds with the cube and can be said in
        both interfaces: a tuple of cubes; None if there is no small one."""
        if cube not in self.completed:
            cubes = (cube,)
            try:
                while cubes and (found := self.counter(cubes)):
                    cubes = minimal((*cubes, found[0])) if found[2] == "echo" else None
                    if cubes and len(cubes) > CUBES_MAX:
                        cubes = None
            except TooBig:
                cubes = None
            self.completed[cube] = cubes
        return self.completed[cube]

    def complete_code(self, code):
        return self.complete(frozenset((code,)))

    # ----------------------------------------------------------- components

    def components(self, olds, codes):
        """Closed groups of lines with up to so many old codes, and codes, in which
        some code is not one of its own."""
        seen, found = set(), []
        for start in self.old_codes():
            if start in seen or not self.of[start]:
                continue
            group, todo = {start}, [start]
            while todo:
                for u, x in self.of[todo.pop()]:
                    more = (u | x) - group
                    group |= more
                    todo.extend(more)
            seen |= group
            old = [code for code in sorted(group) if code < self.olds]
            if 1 < len(old) <= olds and len(group) <= codes:
                if any(self.complete_code(c) != (frozenset((c,)),) for c in old):
                    found.append((tuple(old), tuple(sorted(group - set(old)))))
        return found

    def pairs(self, old, new):
        """All pairs of R over these codes, every other code absent."""
        partners = subsets(new)
        return [(v, w) for v in subsets(old) for w in partners if self.related(v, w)]


def subsets(codes):
    found = [frozenset()]
    for code in codes:
        found += [one | {code} for one in found]
    return found
