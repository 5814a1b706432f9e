"""New versions of rule functions: translated, written another way, broken."""
from .author import Retry
from .change import Changer
from .tree import all_leaves, conditions, map_conditions, map_leaves


class Migrator:
    """Translates a function, and breaks the translation if asked."""

    def __init__(self, world, rng):
        self.world, self.cw, self.rng = world, world.cw, rng

    def translate(self, function):
        return function.with_body(map_conditions(
            function.body, lambda c: map_leaves(c, self.world.translate)))

    def refactor(self, function):
        def fresh():
            self.locals += 1
            return f"on_{self.locals}"

        def helper():
            self.helpers += 1
            return f"{function.name}_{self.helpers}"

        self.locals = self.helpers = 0
        return function.with_body(Changer(self.rng, fresh, helper).body(function.body))

    def broken(self, function):
        """A wrong translation, its kind, and inputs that may show it."""
        ways = [self.break_leaf] * 5 + [self.break_amount, self.break_order, self.break_sign]
        return self.rng.choice(ways)(function)

    def break_leaf(self, function):
        """A code or table translated badly in one place."""
        spots = [leaf for leaf in all_leaves(function.body) if leaf[0] in ("has", "any")]
        double = [i for i, leaf in enumerate(spots)
                  if self.world.parts((leaf[1],) if leaf[0] == "has" else leaf[2])[1]]
        tables = [i for i, leaf in enumerate(spots) if leaf[0] == "any"]
        draw = self.rng.random()
        at = self.rng.choice(double if double and draw < 0.4
                             else tables if tables and draw < 0.7 else range(len(spots)))
        count, said = -1, []

        def change(leaf):
            nonlocal count
            if leaf[0] not in ("has", "any"):
                return leaf
            count += 1
            if count != at:
                return self.world.translate(leaf)
            c, *about = self.break_code(function, leaf)
            said.extend(about)
            return c

        body = map_conditions(function.body, lambda c: map_leaves(c, change))
        return function.with_body(body), said[0], said[1]

    def break_code(self, function, leaf):
        table = leaf[0] == "any"
        singles, rest = self.world.parts(leaf[2] if table else (leaf[1],))
        name = f"{leaf[1]}_{function.name}" if table else f"{function.name}_t"
        ways = [self.lose_code] * (len(singles) > 0) + [self.gain_code, self.gain_orphan]
        ways += [self.weaken, self.weaken, self.lose_pair] * (len(rest) > 0)
        kind, singles, rest, hints = self.rng.choice(ways)(singles, rest)
        if table:
            kind = kind.replace("code", "table entry")
        return self.world.says(name, singles, rest, table), kind, hints

    def lose_code(self, singles, rest):
        code = self.rng.choice(sorted(singles))
        return "code missing", singles - {code}, rest, self.lines_of(code)

    def gain_code(self, singles, rest):
        code = self.rng.randrange(self.cw.olds, len(self.cw.text))
        return "code too many", singles | {code}, rest, self.lines_of(code)

    def gain_orphan(self, singles, rest):
        code = self.rng.choice(self.world.unmapped_new)
        return "orphan code", singles | {code}, rest, self.lines_of(code)

    def weaken(self, singles, rest):
        codes = self.rng.choice(rest)
        code = self.rng.choice(sorted(codes))
        left = tuple(one for one in rest if one != codes)
        return ("conjunction made a code", singles | {code}, left, self.lines_of(code))

    def lose_pair(self, singles, rest):
        codes = self.rng.choice(rest)
        hints = [hint for code in sorted(codes) for hint in self.lines_of(code)]
        left = tuple(one for one in rest if one != codes)
        return "conjunction missing", singles, left, [h for h in hints if codes <= h[1]]

    def lines_of(self, code):
        of = self.cw.of[code]
        if not of:
            return [(frozenset(), frozenset((code,)))]
        return self.rng.sample(of, min(20, len(of)))

    def break_amount(self, function):
        counts = [0]

        def value(v, at):
            if v[0] == "pick":
                return ("pick", v[1], value(v[2], at), value(v[3], at))
            if v[0] != "k":
                return v
            counts[0] += 1
            return ("k", v[1] + 5) if counts[0] == at else v

        def body(statements, at):
            return tuple(statement(s, at) for s in statements)

        def statement(s, at):
            if s[0] == "if":
                return ("if", s[1], body(s[2], at), body(s[3], at))
            if s[0] == "add":
                return ("add", s[1], value(("k", s[2]), at)[1])
            if s[0] == "flag":
                return s
            return (*s[:-1], value(s[-1], at))

        body(function.body, 0)
        at, counts[0] = self.rng.randrange(1, counts[0] + 1), 0
        wrong = function.with_body(body(function.body, at))
        return self.translate(wrong), "wrong amount", []

    def break_order(self, function):
        """Two conditions of an if ... else if in the other order."""
        spots, body = [], list(function.body)
        for i, s in enumerate(body):
            if s[0] == "if" and len(s[3]) == 1 and s[3][0][0] == "if":
                spots.append(i)
        if not spots:
            raise Retry
        i = self.rng.choice(spots)
        outer, inner = body[i], body[i][3][0]
        swapped = ("if", outer[1], outer[2], inner[3])
        body[i] = ("if", inner[1], inner[2], (swapped,))
        return self.translate(function.with_body(body)), "order", []

    def break_sign(self, function):
        """An `and` that should be an `or`, or the other way round."""
        spots = [c for c in conditions(function.body) if c[0] in ("and", "or")]
        if not spots:
            raise Retry
        spot = self.rng.choice(spots)
        other = ("or" if spot[0] == "and" else "and", spot[1])
        body = map_conditions(function.body, lambda c: other if c is spot else c)
        return self.translate(function.with_body(body)), "and for or", []
