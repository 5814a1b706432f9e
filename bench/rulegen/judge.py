"""Runs rule functions on pairs of R, chosen ones or all."""
from .tree import all_leaves, codes_of, outputs

SAME, DIFFERENT, MISMATCH = "same", "different", "fundamental mismatch"
TRIES = 40
EXACT_CODES = 12    # that hang together, in a question decided by brute force
EXACT_PAIRS = 3000  # of R


class Judge:
    """Runs functions on pairs of R."""

    def __init__(self, world, rng):
        self.world, self.cw, self.rng = world, world.cw, rng

    def spots(self, *functions):
        """Lines that matter to functions, and numbers that do."""
        codes = sorted(set().union(*(codes_of(f.body) for f in functions)))
        if len(codes) > 60:
            codes = self.rng.sample(codes, 60)
        lines = [line for code in codes for line in self.cw.of[code][:6]]
        numbers = {}
        for leaf in all_leaves(functions[0].body):
            if leaf[0] == "cmp":
                numbers.setdefault(leaf[1], set()).update((leaf[3] - 1, leaf[3], leaf[3] + 1))
        return lines, {p: sorted(numbers.get(p, {0})) for p in functions[0].params}

    def context(self, lines, most=4):
        count = self.rng.randrange(most) if lines else 0
        chosen = [self.rng.choice(lines) for _ in range(count)]
        v = frozenset().union(*(u for u, _ in chosen))
        w = frozenset().union(*(x for _, x in chosen))
        if self.rng.random() < 0.2:
            v |= {self.rng.choice(self.world.unmapped + self.world.needy)}
            w |= {self.rng.choice(self.world.unmapped_new)}
            if not self.cw.related(v, w):
                return frozenset(), frozenset()
        return v, w

    def params(self, numbers):
        return {param: self.rng.choice(values) for param, values in numbers.items()}

    def agree(self, old, new, times):
        """A random pair of R on which they differ, or None."""
        lines, numbers = self.spots(old, new)
        for _ in range(times):
            v, w = self.context(lines)
            params = self.params(numbers)
            if outputs(old, v, params) != outputs(new, w, params):
                return v, w, params
        return None

    def shown(self, old, new, hints):
        """A pair of R on which they differ, looked for harder."""
        lines, numbers = self.spots(old, new)
        for i in range(TRIES):
            hint = self.rng.choice(hints) if hints else (frozenset(), frozenset())
            v, w = self.context(lines) if i or not hints else hint
            v, w, params = v | hint[0], w | hint[1], self.params(numbers)
            if outputs(old, v, params) != outputs(new, w, params) and self.cw.related(v, w):
                return v, w, params
        return None

    def clash(self, old, hints):
        """Two old inputs with a common partner that are treated differently."""
        lines, numbers = self.spots(old)
        for i in range(TRIES):
            hint, (v, w) = self.rng.choice(hints), (frozenset(), frozenset())
            if i % 2:
                v, w = self.context(lines)
            a, b, w, params = hint[0] | v, hint[1] | v, hint[2] | w, self.params(numbers)
            if outputs(old, a, params) == outputs(old, b, params):
                continue
            if self.cw.related(a, w) and self.cw.related(b, w):
                return a, b, w, params
        return None

    def exact(self, old, new, translated):
        """The verdict by brute force over R; None if that is too much.

        Only codes on lines that touch used codes count (the lemma). With the
        codes of the translation among the used ones this also decides whether
        the old function can be migrated: if at all, then to its translation."""
        used = codes_of(old.body) | codes_of(new.body) | codes_of(translated.body)
        pairs = self.all_pairs(used)
        if pairs is None:
            return None
        _, numbers = self.spots(old)
        verdict = SAME
        for params in settings(numbers):
            result = {v: outputs(old, v, params) for v, _ in pairs}
            right = {w: outputs(translated, w, params) for _, w in pairs}
            given = {w: outputs(new, w, params) for _, w in pairs}
            if any(result[v] != right[w] for v, w in pairs):
                return MISMATCH
            if any(result[v] != given[w] for v, w in pairs):
                verdict = DIFFERENT
        return verdict

    def all_pairs(self, used):
        """R over the used codes and all on lines with them; None if that is big.
        What no line connects is independent."""
        if len(used) > EXACT_PAIRS:
            return None
        scope = used.union(*(u | x for code in used for u, x in self.cw.of[code]))
        pairs = [(frozenset(), frozenset())]
        while scope:
            group, todo = set(), [min(scope)]
            while todo and len(group) <= EXACT_CODES:
                code = todo.pop()
                group.add(code)
                linked = set().union(*(u | x for u, x in self.cw.of[code]))
                todo += [c for c in sorted(linked & scope) if c not in group]
            if len(group) > EXACT_CODES:
                return None
            scope -= group
            more = self.cw.pairs([c for c in sorted(group) if c < self.cw.olds],
                                 [c for c in sorted(group) if c >= self.cw.olds])
            if len(pairs) * len(more) > EXACT_PAIRS:
                return None
            pairs = [(a | v, b | w) for a, b in pairs for v, w in more]
        return pairs


def settings(numbers):
    found = [{}]
    for param, values in numbers.items():
        found = [{**one, param: value} for one in found for value in values]
    return found
