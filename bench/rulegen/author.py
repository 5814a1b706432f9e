"""Writes old rule functions of which it is known whether they can be migrated."""
from .tree import Function, Printer, all_of, any_of, codes_of, outputs
from .world import both

AMOUNTS = [5, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 80, 90, 100, 120, 150, 200, 250, 500]


class Retry(Exception):
    """What was tried is not known to be as wanted: something else is."""


def cubes_condition(cubes):
    return any_of(("has", min(cube)) if len(cube) == 1 else both(cube) for cube in cubes)


class Author:
    """Writes one old function. All conditions can be said in both interfaces, by
    themselves or in their place, except the spoiled one of a mismatch."""

    def __init__(self, world, plan, rng, tag):
        self.world, self.cw, self.rng, self.tag = world, world.cw, rng, tag
        self.plan = plan
        self.printer = Printer(world.cw.text)
        self.tables = world.tables[plan] + world.tables["all"]
        self.spoiled, self.hints = None, []
        self.flags = self.helpers = 0

    # ------------------------------------------------------------ conditions

    def near(self, codes):
        """A code of the neighbourhood; now and then from far away."""
        if self.rng.random() < 0.2:
            return self.rng.choice(codes)
        at = int(self.center * len(codes)) + self.rng.randrange(-20, 21)
        return codes[at % len(codes)]

    def code(self):
        return ("has", self.near(self.world.single))

    def atom(self):
        if self.spoiled:
            c, self.spoiled = self.spoiled, None
            return c
        if self.seen and self.rng.random() < 0.25:
            return self.rng.choice(self.seen)
        draw = self.rng.random()
        if self.uses_tables and draw < (0.2 if self.has_table else 0.5):
            c, self.has_table = self.rng.choice(self.tables).condition(), True
        elif draw < 0.65:
            c = self.code()
        elif draw < 0.9:
            c = cubes_condition(self.cw.complete_code(self.near(self.world.good)))
        elif draw < 0.95:
            c = cubes_condition(self.cw.complete_code(self.rng.choice(self.world.double)))
        else:
            c = any_of(self.code() for _ in range(self.rng.randrange(2, 4)))
        self.seen.append(c)
        return c

    def condition(self, depth=0):
        draw, rng = self.rng.random(), self.rng
        if depth == 0 and draw < 0.03:
            self.helpers += 1
            return ("call", f"{self.name}_h{self.helpers}", self.condition(1))
        if draw < 0.55 or depth > 1:
            return self.atom()
        if draw < 0.7:
            return any_of(self.condition(depth + 1) for _ in range(rng.randrange(2, 4)))
        if draw < 0.82:
            return all_of(self.condition(depth + 1) for _ in range(2))
        if draw < 0.9:
            return ("not", self.condition(depth + 1))
        if self.params and not depth:
            return all_of([self.compare(), self.condition(depth + 1)])
        return self.atom()

    def compare(self):
        param = self.rng.choice(self.params)
        if param == "age":
            return ("cmp", param, self.rng.choice(["<", ">="]),
                    self.rng.choice([2, 12, 18, 21, 65]))
        return ("cmp", param, self.rng.choice(["==", "!=", "<"]), self.rng.randrange(1, 6))

    # ------------------------------------------------------------ statements

    def amount(self):
        return ("k", self.rng.choice(AMOUNTS))

    def act(self, may_return=True):
        draw, rng = self.rng.random(), self.rng
        if self.early and may_return and self.returns and draw < 0.6:
            return ("return", self.amount())
        if not self.early and draw < 0.5:
            return ("set", "pay", self.amount())
        if not self.early and draw < 0.6:
            return ("add", "pay", self.amount()[1])
        if draw > 0.96:
            return ("add", f"seen_{self.tag}", rng.randrange(1, 3))
        return ("set", rng.choice(self.places), self.amount())

    def acts(self, may_return=True):
        if self.rng.random() < 0.15:
            return (self.act(False), self.act(may_return))
        return (self.act(may_return),)

    def guard(self):
        return (("if", self.condition(), self.acts(), ()),)

    def either(self):
        return (("if", self.condition(), self.acts(), self.acts(False)),)

    def arms(self):
        body = self.acts(False) if self.rng.random() < 0.5 else ()
        conditions = [self.condition() for _ in range(self.rng.randrange(2, 6))]
        for c in reversed(conditions):
            body = (("if", c, self.acts(), body),)
        return body

    def chain(self):
        first, then = self.rng.choice(self.world.chains)
        no = self.acts(False) if self.rng.random() < 0.5 else ()
        second = ("if", cubes_condition(then), self.acts(), no)
        return (("if", cubes_condition(first), self.acts(), (second,)),)

    def nested(self):
        inner = ("if", self.condition(1), self.acts(), self.acts(False))
        yes = (inner,) if self.rng.random() < 0.5 else (self.act(False), inner)
        no = self.acts(False) if self.rng.random() < 0.6 else self.guard()
        return (("if", self.condition(1), yes, no),)

    def flagged(self):
        self.flags += 1
        flag = ("flag", f"is_{self.flags}")
        more = all_of([flag, self.condition(1)])
        return (("flag", flag[1], self.condition(1)), ("if", flag, self.acts(), ()),
                ("if", more, self.acts(), ()))

    def cap(self):
        if self.early:
            return self.pick()
        limit = self.amount()
        return (("if", ("cmp", "pay", ">", limit[1]), (("set", "pay", limit),), ()),)

    def pick(self):
        place = self.rng.choice(self.places if self.early else [*self.places, "pay"])
        return (("set", place, ("pick", self.atom(), self.amount(), self.amount())),)

    def dead(self):
        """A code that cannot be said by itself, where it does not count."""
        c, code = self.atom(), self.rng.choice(self.world.needy + self.world.unmapped)
        unused = ("if", all_of([c, ("has", code)]), self.acts(), ())
        return (("if", c, self.acts(), (unused,)),)

    def wild(self):
        """Anything about a few codes that hang together; tried until brute force
        finds that it can be migrated."""
        for _ in range(12):
            group = self.rng.choice(self.world.groups)
            body = self.anything(group[0])
            if self.clash(group, body) is None:
                return body
        return self.guard()

    def anything(self, codes):
        rng = self.rng
        place = rng.choice(self.places)
        body = (("set", place, self.amount()),)
        for _ in range(rng.randrange(1, 3)):
            chosen = rng.sample(codes, rng.randrange(1, len(codes) + 1))
            parts = [("has", c) if rng.random() < 0.8 else ("not", ("has", c))
                     for c in chosen]
            c = any_of(parts) if rng.random() < 0.6 else all_of(parts)
            body = (("if", c, (("set", place, self.amount()),), body),)
        return body

    def clash(self, group, body):
        """Two old inputs with a common partner that are treated differently."""
        f = Function("", (), False, False, body)
        partner = {}
        for v, w in group[1]:
            result = outputs(f, v, {})
            first = partner.setdefault(w, (v, result))
            if first[1] != result:
                return first[0], v, w
        return None

    BLOCKS = [(guard, 20), (either, 8), (arms, 14), (chain, 4), (nested, 10), (flagged, 6),
              (cap, 3), (pick, 6), (dead, 2), (wild, 8)]

    # ------------------------------------------------------------- mismatches

    def spoil(self, size):
        """Sets what makes the function one that cannot be migrated; gives its kind."""
        rng, world = self.rng, self.world
        bad = world.bad_tables[self.plan]
        draw = rng.random()
        if bad and draw < (0.85 if self.plan == "C" else 0.2):
            table = rng.choice(bad)
            self.spoiled, codes, kind = table.condition(), table.bad, "table"
        elif draw < 0.35:
            codes, kind = (rng.choice(world.unmapped),), "unmapped code"
        elif draw < 0.55:
            codes, kind = (rng.choice(world.needy),), "code that needs others"
        elif draw < 0.75 or size < 8:
            codes, kind = (rng.choice(world.partial),), "shared partner"
        else:
            return self.spoil_block()
        if not self.spoiled:
            c = ("has", codes[0])
            self.spoiled = c if rng.random() < 0.5 else any_of([c, self.code()])
        self.hints = [hint for code in codes for hint in self.twins(code)]
        return (), kind

    def spoil_block(self):
        if self.rng.random() < 0.4:
            first, then = self.rng.choice(self.world.chains)
            second = ("if", cubes_condition(first), self.acts(), ())
            body = (("if", cubes_condition(then), self.acts(), (second,)),)
            codes = {code for cube in first + then for code in cube}
            self.hints = [hint for code in sorted(codes) for hint in self.twins(code)]
            return body, "order"
        for _ in range(12):
            group = self.rng.choice(self.world.groups)
            body = self.anything(group[0])
            found = self.clash(group, body)
            if found:
                self.hints = [found]
                return body, "shared partners"
        raise Retry

    def twins(self, code):
        """Two old inputs, one with this code, and a partner of both."""
        if not self.cw.alone[code]:
            return [(frozenset((code,)), frozenset(), frozenset())]
        found = []
        for u, x in self.rng.sample(self.cw.of[code], min(8, len(self.cw.of[code]))):
            lines = [self.rng.choice(self.cw.of[new]) for new in sorted(x)]
            v = frozenset().union(*(line[0] for line in lines))
            w = x.union(*(line[1] for line in lines))
            found += [(u | v, v, w), (u, v, w)]
        return found

    # -------------------------------------------------------------- functions

    def function(self, name, size, spoil=False):
        """A function of so many lines; with a mismatch also its kind."""
        rng, self.name = self.rng, name
        self.params = [p for p in ("age", "plan") if rng.random() < 0.15]
        self.out = rng.random() < 0.2
        self.returns = size < 5 or rng.random() < 0.85
        self.early = not self.returns or size < 6 or rng.random() < 0.4
        self.uses_tables, self.has_table = rng.random() < 0.4, False
        self.center, self.seen = rng.random(), []
        self.places = [f"copay_{self.tag}", f"days_{self.tag}"]
        if self.out:
            self.places = ["out->pay", "out->copay", "out->days"]
        first, kind = self.spoil(size) if spoil else ((), "")
        if size < 5:
            body = self.tiny(size)
        else:
            body = self.blocks(size, first)
        if self.spoiled or not codes_of(body):
            raise Retry
        return Function(name, self.params, self.out, self.returns, body), kind

    def tiny(self, size):
        last = ("return", ("pick", self.atom(), self.amount(), ("k", 0)))
        return (last,) if size < 4 else (*self.pick(), last)

    def blocks(self, size, first):
        start, end = [], []
        if not self.early:
            start = [("let", "pay", ("k", self.rng.choice([0, 0, 0, 10])))]
            end = [("return", ("var", "pay"))]
        elif self.returns:
            end = [("return", ("k", self.rng.choice([0, 0, 0, 10])))]
        left = size - 2 - len(start) - len(end) - len(self.printer.lines(first))
        if left < 0:
            raise Retry
        middle = [*first]
        while left > 0:
            block, lines = self.block(left)
            middle += block
            left -= lines
        return tuple(start + middle + end)

    def block(self, left):
        kinds, weights = zip(*self.BLOCKS)
        spoiled = self.spoiled
        for _ in range(6 if left > 1 else 1):
            self.spoiled = spoiled
            block = self.rng.choices(kinds, weights)[0](self)
            lines = len(self.printer.lines(block))
            if lines <= left:
                return block, lines
        self.spoiled = spoiled
        if spoiled and left < 2:
            raise Retry
        if left >= 2:
            block = (("if", self.spoiled or self.code(), (self.act(),), ()),)
            lines = len(self.printer.lines(block))
            if lines <= left:
                self.spoiled = None
                return block, lines
        c, place = self.code(), self.rng.choice(self.places)
        return (("set", place, ("pick", c, self.amount(), ("k", 0))),), 1
