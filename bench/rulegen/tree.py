"""Rule functions as syntax trees: what they compute, and how they read in C.

Conditions   ("has", code), ("any", table, codes), ("not", c), ("and", parts),
             ("or", parts), ("cmp", variable, operator, number), ("flag", local),
             ("call", helper, c), ("const", truth)
Values       ("k", number), ("var", local), ("pick", c, value, value)
Statements   ("if", c, body, body), ("set", place, value), ("let", local, value),
             ("add", place, number), ("flag", local, c), ("return", value)

A place is the text of an lvalue in C. Helpers carry their condition, and tables
their codes, so a tree says all. Bodies are tuples.
"""
import operator

COLUMNS = 80
TEST = {"<": operator.lt, ">": operator.gt, ">=": operator.ge, "<=": operator.le,
        "==": operator.eq, "!=": operator.ne}


class Function:
    def __init__(self, name, params, out, returns, body):
        self.name, self.params, self.out = name, params, out
        self.returns, self.body = returns, body

    def with_body(self, body):
        return Function(self.name, self.params, self.out, self.returns, tuple(body))

    def head(self):
        params = [f"int {param}" for param in self.params]
        params += ["struct Benefit *out"] if self.out else []
        kind = "int" if self.returns else "void"
        return f"{kind} {self.name}({', '.join(params) or 'void'}) {{"


# ------------------------------------------------------------------- meaning

def holds(c, codes, env):
    kind = c[0]
    if kind == "has":
        return c[1] in codes
    if kind == "or":
        return any(holds(part, codes, env) for part in c[1])
    if kind == "and":
        return all(holds(part, codes, env) for part in c[1])
    if kind == "any":
        return not c[2].isdisjoint(codes)
    if kind == "not":
        return not holds(c[1], codes, env)
    if kind == "cmp":
        return TEST[c[2]](env[c[1]], c[3])
    if kind == "flag":
        return env[c[1]]
    if kind == "call":
        return holds(c[2], codes, env)
    return c[1]


def value_of(value, codes, env):
    if value[0] == "k":
        return value[1]
    if value[0] == "var":
        return env[value[1]]
    return value_of(value[2 if holds(value[1], codes, env) else 3], codes, env)


def run(body, codes, env, wrote):
    """Runs statements; true after a return. `wrote` gets what can be seen outside."""
    for s in body:
        kind = s[0]
        if kind == "if":
            if run(s[2 if holds(s[1], codes, env) else 3], codes, env, wrote):
                return True
        elif kind == "return":
            wrote["return"] = value_of(s[1], codes, env)
            return True
        elif kind == "flag":
            env[s[1]] = holds(s[2], codes, env)
        elif kind == "add":
            if s[1] in env:
                env[s[1]] += s[2]
            else:
                wrote[s[1]] = wrote.get(s[1], 0) + s[2]
        else:
            value = value_of(s[2], codes, env)
            if kind == "let" or s[1] in env:
                env[s[1]] = value
            else:
                wrote[s[1]] = value
    return False


def outputs(function, codes, params):
    wrote = {}
    run(function.body, codes, dict(params), wrote)
    return wrote


# ------------------------------------------------------------------- walking

def conditions(body):
    """All conditions of statements, outermost first."""
    for s in body:
        if s[0] == "if":
            yield s[1]
            yield from conditions(s[2])
            yield from conditions(s[3])
        elif s[0] == "flag":
            yield s[2]
        elif s[0] in ("set", "let", "return") and s[-1][0] == "pick":
            yield s[-1][1]


def leaves(c):
    if c[0] in ("and", "or"):
        for part in c[1]:
            yield from leaves(part)
    elif c[0] == "not":
        yield from leaves(c[1])
    elif c[0] == "call":
        yield c
        yield from leaves(c[2])
    else:
        yield c


def all_leaves(body):
    for c in conditions(body):
        yield from leaves(c)


def codes_of(body):
    used = set()
    for leaf in all_leaves(body):
        if leaf[0] == "has":
            used.add(leaf[1])
        elif leaf[0] == "any":
            used |= leaf[2]
    return used


def map_conditions(body, change):
    """The same statements with each condition changed."""
    def value(v):
        if v[0] == "pick":
            return ("pick", change(v[1]), value(v[2]), value(v[3]))
        return v

    def statement(s):
        if s[0] == "if":
            return ("if", change(s[1]), map_conditions(s[2], change),
                    map_conditions(s[3], change))
        if s[0] == "flag":
            return ("flag", s[1], change(s[2]))
        if s[0] in ("set", "let"):
            return (s[0], s[1], value(s[2]))
        if s[0] == "return":
            return ("return", value(s[1]))
        return s

    return tuple(statement(s) for s in body)


def map_leaves(c, change):
    if c[0] in ("and", "or"):
        return (c[0], tuple(map_leaves(part, change) for part in c[1]))
    if c[0] == "not":
        return ("not", map_leaves(c[1], change))
    if c[0] == "call":
        return ("call", c[1], map_leaves(c[2], change))
    return change(c)


def any_of(parts):
    parts = tuple(parts)
    if not parts:
        return ("const", False)
    return parts[0] if len(parts) == 1 else ("or", parts)


def all_of(parts):
    parts = tuple(parts)
    return parts[0] if len(parts) == 1 else ("and", parts)


# --------------------------------------------------------------------- text

class Printer:
    """C text; `text` has the spelling of each code."""

    def __init__(self, text):
        self.text = text

    def condition(self, c, outer=""):
        kind = c[0]
        if kind == "has":
            return f'has("{self.text[c[1]]}")'
        if kind == "any":
            return f'has_any("{c[1]}")'
        if kind in ("and", "or"):
            sign = " && " if kind == "and" else " || "
            said = sign.join(self.condition(part, kind) for part in c[1])
            return f"({said})" if outer and outer != kind else said
        if kind == "not":
            return "!" + self.condition(c[1], "not")
        if kind == "cmp":
            said = f"{c[1]} {c[2]} {c[3]}"
            return f"({said})" if outer == "not" else said
        if kind == "flag":
            return c[1]
        if kind == "call":
            return f"{c[1]}()"
        return "1" if c[1] else "0"

    def value(self, v):
        if v[0] == "pick":
            c = self.condition(v[1], "pick" if v[1][0] == "cmp" else "")
            return f"{c} ? {self.value(v[2])} : {self.value(v[3])}"
        return str(v[1])

    def simple(self, s):
        kind = s[0]
        if kind == "set":
            return f"{s[1]} = {self.value(s[2])};"
        if kind == "let":
            return f"int {s[1]} = {self.value(s[2])};"
        if kind == "add":
            return f"{s[1]}++;" if s[2] == 1 else f"{s[1]} += {s[2]};"
        if kind == "flag":
            return f"_Bool {s[1]} = {self.condition(s[2])};"
        return f"return {self.value(s[1])};"

    def put(self, out, depth, text):
        """Adds a statement's text, broken where it is too long."""
        indent = "  " * depth
        if len(indent) + len(text) <= COLUMNS:
            out.append(indent + text)
            return
        line = indent
        for word in text.split(" "):
            if len(line) + len(word) > COLUMNS and line.strip():
                out.append(line.rstrip())
                line = indent + "    "
            line += word + " "
        out.append(line.rstrip())

    def branch(self, out, depth, body, head):
        """A head with its body; true if it ended in a brace that is open."""
        if len(body) == 1 and body[0][0] != "if":
            self.put(out, depth, head)
            self.put(out, depth + 1, self.simple(body[0]))
            return False
        self.put(out, depth, head + " {")
        self.body(out, depth + 1, body)
        return True

    def conditional(self, out, depth, s, head):
        is_open = self.branch(out, depth, s[2], f"{head}if ({self.condition(s[1])})")
        if not s[3]:
            if is_open:
                out.append("  " * depth + "}")
            return
        head = "} else " if is_open else "else "
        if len(s[3]) == 1 and s[3][0][0] == "if":
            self.conditional(out, depth, s[3][0], head)
        elif self.branch(out, depth, s[3], head.rstrip()):
            out.append("  " * depth + "}")

    def body(self, out, depth, body):
        for s in body:
            if s[0] == "if":
                self.conditional(out, depth, s, "")
            else:
                self.put(out, depth, self.simple(s))

    def lines(self, body):
        out = []
        self.body(out, 1, body)
        return out

    def function(self, function):
        out = []
        self.put(out, 0, function.head())
        self.body(out, 1, function.body)
        out.append("}")
        return out

    def helpers(self, function):
        """Definitions of what it calls, inner ones first."""
        calls = {leaf[1]: leaf[2] for leaf in all_leaves(function.body)
                 if leaf[0] == "call"}
        out = []
        for name in reversed(calls):
            out.append(f"static _Bool {name}(void) {{")
            self.put(out, 1, f"return {self.condition(calls[name])};")
            out += ["}", ""]
        return out
