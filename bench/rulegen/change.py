"""Changes that keep what a function computes and make its text another one."""
from .tree import all_of, any_of, leaves

DEPTH_MAX = 6  # of conditionals that are taken apart


def negate(c):
    if c[0] == "not":
        return c[1]
    if c[0] == "const":
        return ("const", not c[1])
    return ("not", c)


def opposite(c):
    """The negation, written by De Morgan."""
    if c[0] == "and":
        return ("or", tuple(negate(part) for part in c[1]))
    if c[0] == "or":
        return ("and", tuple(negate(part) for part in c[1]))
    return negate(c)


def is_small(body):
    return len(body) == 1 and body[0][0] != "if"


def returns(body):
    """Does each way through it end in a return?"""
    if not body:
        return False
    last = body[-1]
    if last[0] == "if":
        return returns(last[2]) and returns(last[3])
    return last[0] == "return"


def reads(c):
    return {leaf[1] for leaf in leaves(c) if leaf[0] in ("flag", "cmp")}


def effects(s):
    """Variables read, variables written, and whether it may return."""
    if s[0] == "if":
        read, wrote, ends = reads(s[1]), set(), False
        for part in s[2] + s[3]:
            more = effects(part)
            read, wrote, ends = read | more[0], wrote | more[1], ends or more[2]
        return read, wrote, ends
    if s[0] == "flag":
        return reads(s[2]), {s[1]}, False
    if s[0] == "add":
        return {s[1]}, {s[1]}, False
    value = s[-1]
    read = {value[1]} if value[0] == "var" else set()
    if value[0] == "pick":
        read = reads(value[1]) | {v[1] for v in value[2:] if v[0] == "var"}
    if s[0] == "return":
        return read, set(), True
    return read, {s[1]}, False


def are_independent(a, b):
    read_a, wrote_a, ends_a = effects(a)
    read_b, wrote_b, ends_b = effects(b)
    return not (ends_a or ends_b or wrote_a & wrote_b or wrote_a & read_b
                or wrote_b & read_a)


class Changer:
    """`fresh` makes a name for a local, `helper` one for a function."""

    def __init__(self, rng, fresh, helper):
        self.rng, self.fresh, self.helper = rng, fresh, helper

    # ------------------------------------------------------------ conditions

    def condition(self, c, depth=0):
        rng = self.rng
        if c[0] in ("and", "or"):
            parts = [self.condition(part, depth + 1) for part in c[1]]
            rng.shuffle(parts)
            if len(parts) > 2 and rng.random() < 0.25:  # (a || b) || c
                cut = rng.randrange(1, len(parts) - 1)
                parts = [(c[0], tuple(parts[:cut + 1])), *parts[cut + 1:]]
            c = (c[0], tuple(parts))
            if depth < 3 and rng.random() < 0.2:
                c = ("not", opposite(c))
        elif c[0] == "not":
            inner = self.condition(c[1], depth + 1)
            c = opposite(inner) if rng.random() < 0.5 else negate(inner)
        elif c[0] == "cmp" and rng.random() < 0.3:
            turned = {"<": (">=", 0), ">=": ("<", 0), ">": ("<=", 0), "<=": (">", 0),
                      "==": ("!=", 0), "!=": ("==", 0)}[c[2]]
            c = ("not", ("cmp", c[1], turned[0], c[3]))
        if depth == 0 and rng.random() < 0.03 and not reads(c) and c[0] != "const":
            c = ("call", self.helper(), c)
        return c

    # ------------------------------------------------------------ statements

    def value(self, v):
        if v[0] != "pick":
            return v
        if self.rng.random() < 0.3:
            return ("pick", self.condition(opposite(v[1])), v[3], v[2])
        return ("pick", self.condition(v[1]), v[2], v[3])

    def arms(self, s):
        """if c1 A else if c2 B else C as [(c1, A), (c2, B)], C."""
        arms = []
        while True:
            arms.append((s[1], s[2]))
            if len(s[3]) != 1 or s[3][0][0] != "if":
                return arms, s[3]
            s = s[3][0]

    def reorder(self, arms, last):
        """Arms in another order, each with what the ones before it left out."""
        order = list(range(len(arms)))
        self.rng.shuffle(order)
        result = last
        for i in reversed(order):
            before = [negate(arms[j][0]) for j in range(i)
                      if order.index(j) > order.index(i)]
            result = (("if", all_of([*before, arms[i][0]]), arms[i][1], result),)
        return result

    def conditional(self, s, depth):
        rng, c, yes, no = self.rng, s[1], s[2], s[3]
        arms, last = self.arms(s)
        if 1 < len(arms) <= 4 and rng.random() < 0.3:
            return self.reorder([(self.condition(c), self.body(b, depth + 1))
                                 for c, b in arms], self.body(last, depth + 1))
        yes, no = self.body(yes, depth + 1), self.body(no, depth + 1)
        if c[0] == "or" and is_small(yes) and rng.random() < 0.3:
            parts = list(c[1])
            rng.shuffle(parts)
            cut = rng.randrange(1, len(parts))
            rest = ("if", self.condition(any_of(parts[cut:])), yes, no)
            return (("if", self.condition(any_of(parts[:cut])), yes, (rest,)),)
        if c[0] == "and" and (not no or is_small(no)) and rng.random() < 0.5:
            parts = list(c[1])
            rng.shuffle(parts)
            cut = rng.randrange(1, len(parts))
            inner = ("if", self.condition(all_of(parts[cut:])), yes, no)
            return (("if", self.condition(all_of(parts[:cut])), (inner,), no),)
        if is_small(yes) and is_small(no) and rng.random() < 0.5:
            a, b = yes[0], no[0]
            if a[0] == b[0] == "set" and a[1] == b[1] and a[2][0] != "pick" != b[2][0]:
                if rng.random() < 0.5:
                    return (("set", a[1], ("pick", self.condition(c), a[2], b[2])),)
                if not a[1] in reads(c):
                    return (b, ("if", self.condition(c), (a,), ()))
        if no and rng.random() < 0.4:
            return (("if", self.condition(opposite(c)), no, yes),)
        if rng.random() < 0.12 and c[0] != "const":
            name = self.fresh()
            return (("flag", name, self.condition(c)), ("if", ("flag", name), yes, no))
        return (("if", self.condition(c), yes, no),)

    def statement(self, s, depth):
        if s[0] == "if":
            if depth > DEPTH_MAX:
                return (("if", self.condition(s[1]), self.body(s[2], depth + 1),
                         self.body(s[3], depth + 1)),)
            return self.conditional(s, depth)
        if s[0] == "flag":
            return (("flag", s[1], self.condition(s[2])),)
        if s[0] in ("set", "let"):
            value = self.value(s[2])
            if s[0] == "set" and value[0] == "pick" and self.rng.random() < 0.3:
                return (("if", value[1], (("set", s[1], value[2]),),
                         (("set", s[1], value[3]),)),)
            return ((s[0], s[1], value),)
        if s[0] == "return":
            value = self.value(s[1])
            if value[0] == "pick" and self.rng.random() < 0.4:
                return (("if", value[1], (("return", value[2]),), ()),
                        ("return", value[3]))
            return (("return", value),)
        return (s,)

    def join_returns(self, body, depth):
        """`if (c) return k; rest` with the rest in the else."""
        for i in range(len(body) - 1):
            s, rest = body[i], body[i + 1:]
            if s[0] != "if" or s[3] or not returns(s[2]) or len(rest) > 6:
                continue
            if depth > DEPTH_MAX or not returns(rest) or self.rng.random() < 0.6:
                continue
            rest = self.join_returns(rest, depth + 1)
            if self.rng.random() < 0.5:
                joined = ("if", opposite(s[1]), rest, s[2])
            else:
                joined = ("if", s[1], s[2], rest)
            return body[:i] + (joined,)
        return body

    def swap(self, body):
        body = list(body)
        for i in range(len(body) - 1):
            if are_independent(body[i], body[i + 1]) and self.rng.random() < 0.4:
                body[i], body[i + 1] = body[i + 1], body[i]
        return tuple(body)

    def body(self, body, depth=0):
        if not body:
            return ()
        changed = tuple(t for s in self.swap(body) for t in self.statement(s, depth))
        return self.join_returns(changed, depth)
