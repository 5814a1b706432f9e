"""Makes pairs of rule functions of which the verdict is known."""
from .author import Author, Retry
from .judge import DIFFERENT, MISMATCH, SAME, Judge
from .migrate import Migrator


class Made:
    """A pair of functions, and what is known of it."""

    def __init__(self, old, new, kind, flavour, shows, exact):
        self.old, self.new, self.kind, self.flavour = old, new, kind, flavour
        self.shows, self.exact = shows, exact


def make(world, plan, rng, tag, name, size, kind, check):
    """A pair of which the verdict is known. What turns out not to be known is
    thrown away."""
    for _ in range(200):
        author, migrator = Author(world, plan, rng, tag), Migrator(world, rng)
        judge = Judge(world, rng)
        try:
            old, flavour = author.function(name, size, kind == MISMATCH)
            right, shows, hints = migrator.translate(old), None, []
            wrong = right
            if kind == DIFFERENT:
                wrong, flavour, hints = migrator.broken(old)
        except Retry:
            continue
        new = migrator.refactor(wrong)
        if kind == MISMATCH:
            shows = judge.clash(old, author.hints)
        elif kind == DIFFERENT:
            shows = judge.shown(old, new, hints)
        if kind != SAME and not shows:
            continue
        exact = judge.exact(old, new, right) if check else None
        if exact not in (None, kind):
            raise AssertionError(f"{name}: made to be {kind}, brute force says {exact}")
        if kind != MISMATCH:
            for other in (right, new)[:2 if kind == SAME else 1]:
                found = judge.agree(old, other, 4)
                if found:
                    raise AssertionError(f"{name}: made to be {kind}, but {found}")
        return Made(old, new, kind, flavour, shows, exact is not None)
    raise AssertionError(f"{name}: no {kind} of {size} lines found")
