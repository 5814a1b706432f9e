// The rules by name. Each row says that two expressions are one term; that the
// rule fires is checked by handles, and that it is right by Z3, at every width
// of the row. Rows about floats are checked on all values of a small format
// too.
#include <z3.h>

#include "pattern.h"

// Rows end where the rest is zero.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

enum { MAX_WIDTH = 8, AT_ONCE = 16 };

typedef struct Rule {
  const char *name, *left, *right;
  uint32_t min;  // least width for which it is meant; 0: width plays no part
  bool layout;   // rests on where pointers point, which Z3 is not told
} Rule;

static const Rule bool_rules[] = {
    {"not not", "(not (not p))", "p"},
    {"and true", "(and p true)", "p"},
    {"and false", "(and p q false)", "false"},
    {"and itself", "(and p q p)", "(and q p)"},
    {"and its negation", "(and p q (not p))", "false"},
    {"and is flat", "(and p (and q r))", "(and (and r p) q)"},
    {"de Morgan", "(not (and p q))", "(or (not p) (not q))"},
    {"de Morgan back", "(not (or p q))", "(and (not p) (not q))"},
    {"or is flat", "(or p (or q r))", "(or (or r p) q)"},
    {"excluded middle", "(or p (not p))", "true"},
    {"absorption", "(and p (or p q))", "p"},
    {"absorption of or", "(or p (and p q))", "p"},
    {"resolution", "(and p (or (not p) q))", "(and p q)"},
    {"resolution of or", "(or p (and (not p) q))", "(or p q)"},
    {"eq true", "(eq p true)", "p"},
    {"eq false", "(eq false p)", "(not p)"},
    {"eq itself", "(eq p p)", "true"},
    {"eq of negations", "(eq (not p) (not q))", "(eq q p)"},
    {"eq of a negation", "(eq (not p) q)", "(not (eq p q))"},
    {"eq its negation", "(eq p (not p))", "false"},
    {"xor both ways", "(ne p q)", "(eq p (not q))"},
    {"ite true", "(ite true p q)", "p"},
    {"ite same", "(ite p q q)", "q"},
    {"ite negated", "(ite (not p) q r)", "(ite p r q)"},
    {"ite p true q", "(ite p true q)", "(or p q)"},
    {"ite p p q", "(ite p p q)", "(or p q)"},
    {"ite p false q", "(ite p false q)", "(and (not p) q)"},
    {"ite p not p q", "(ite p (not p) q)", "(and (not p) q)"},
    {"ite p q false", "(ite p q false)", "(and p q)"},
    {"ite p q p", "(ite p q p)", "(and p q)"},
    {"ite p q true", "(ite p q true)", "(or (not p) q)"},
    {"ite p q not p", "(ite p q (not p))", "(or (not p) q)"},
    {"ite as eq", "(ite p q (not q))", "(eq p q)"},
    {"ite has one sign", "(ite p (not q) (not r))", "(not (ite p q r))"},
};

static const Rule ite_rules[] = {
    {"ite of an equality", "(ite (eq x y) x y)", "y", 1},
    {"ite of an equality back", "(ite (eq y x) x y)", "y", 1},
    {"ite knows the value", "(ite (eq x 1) x y)", "(ite (eq x 1) 1 y)", 1},
    {"ite in ite", "(ite p (ite p x y) z)", "(ite p x z)", 1},
    {"ite in else", "(ite p x (ite p y z))", "(ite p x z)", 1},
    {"the smaller", "(ite (bvult x y) x y)", "(ite (bvult y x) y x)", 2},
    {"the smaller, signed", "(ite (bvslt x y) x y)", "(ite (bvslt y x) y x)",
     2},
    {"the larger", "(ite (bvult x y) y x)", "(ite (bvult y x) x y)", 2},
    {"the larger, signed", "(ite (bvslt x y) y x)", "(ite (bvslt y x) x y)", 2},
    {"the smaller of constants", "(ite (bvult x 3) x 2)",
     "(ite (bvult x 2) x 2)", 3},
    {"the larger of constants", "(ite (bvslt x 3) 2 x)",
     "(ite (bvslt x 2) 2 x)", 4},
    {"ite not in ite", "(ite p (ite (not p) x y) z)", "(ite p y z)", 1},
    {"ite knows a conjunct", "(ite p (ite (and p q) x y) z)",
     "(ite p (ite q x y) z)", 1},
    {"ite knows a conjunct is false", "(ite p (ite (and (not p) q) x y) z)",
     "(ite p y z)", 1},
    {"else knows a conjunct is false", "(ite p z (ite (and p q) x y))",
     "(ite p z y)", 1},
    {"else knows a disjunct", "(ite p z (ite (or p q) x y))",
     "(ite p z (ite q x y))", 1},
    {"ite knows all its conjuncts", "(ite (and p q) (ite q x y) z)",
     "(ite (and p q) x z)", 1},
    {"ite excludes a conjunct", "(ite (eq x 1) (ite (and (ne x 2) q) y z) w)",
     "(ite (eq x 1) (ite q y z) w)", 2},
    {"ite excludes", "(ite (eq x 1) (ite (eq x 2) y z) w)",
     "(ite (eq x 1) z w)", 2},
    {"ite and", "(ite p (ite q x y) y)", "(ite (and p q) x y)", 1},
    {"ite and not", "(ite p (ite q y x) y)", "(ite (and p (not q)) x y)", 1},
    {"ite or", "(ite p x (ite q x y))", "(ite (or p q) x y)", 1},
    {"ite or not", "(ite p x (ite q y x))", "(ite (or p (not q)) x y)", 1},
    {"cases in any order", "(ite (eq x 1) y (ite (eq x 2) z w))",
     "(ite (eq x 2) z (ite (eq x 1) y w))", 2},
    {"three cases", "(ite (eq x 1) y (ite (eq x 2) z (ite (eq x 3) w 0)))",
     "(ite (eq x 3) w (ite (eq x 1) y (ite (eq x 2) z 0)))", 2},
    {"conjunct excludes", "(and (eq x 1) (ne x 2))", "(eq x 1)", 2},
    {"conjuncts exclude", "(and (eq x 1) (eq x 2))", "false", 2},
    {"disjunct includes", "(or (eq x 1) (ne x 2))", "(ne x 2)", 2},
    {"lift out of ite", "(bvadd (ite p 1 2) 3)", "(ite p 4 5)", 1},
    {"lift test out of ite", "(bvult (ite p 1 2) 2)", "p", 2},
    {"number to bool", "(ne (ite p 1 0) 0)", "p", 1},
    {"bool as number of another width", "(zext 2w (ite p 1 0))",
     "(ite p 1:2w 0:2w)", 1},
    {"eq of ite", "(eq (ite p 1 x) 1)", "(or p (eq x 1))", 1},
    {"eq of ite that cannot be", "(eq (ite p x 1) 2)", "(and p (eq x 2))", 2},
    {"eq of ites", "(eq (ite p x y) (ite p x z))", "(or p (eq y z))", 1},
    {"extract of ite", "(extract w-2 0 (ite p x 1))",
     "(ite p (extract w-2 0 x) 1:w-1)", 2},
    {"product of a bool", "(bvmul (ite p 1 0) x)", "(ite p x 0)", 1},
    {"product of a negated bool", "(bvmul x (ite p 0 1) y)",
     "(ite p 0 (bvmul x y))", 1},
};

static const Rule linear_rules[] = {
    {"double is shift", "(bvmul x 2)", "(bvshl x 1)", 2},
    {"double is sum", "(bvmul 2 x)", "(bvadd x x)", 2},
    {"sum commutes", "(bvadd x (bvadd y z))", "(bvadd (bvadd z x) y)", 1},
    {"add zero", "(bvadd x 0)", "x", 1},
    {"a - b + b", "(bvadd (bvsub x y) y)", "x", 1},
    {"x - x", "(bvsub x x)", "0", 1},
    {"minus minus", "(bvneg (bvneg x))", "x", 1},
    {"not x plus one", "(bvadd (bvnot x) 1)", "(bvneg x)", 1},
    {"not of a sum", "(bvnot (bvadd x y))", "(bvsub (bvneg x) (bvadd y 1))", 1},
    {"constants of a sum", "(bvadd (bvadd x 3) (bvadd y -5))",
     "(bvadd (bvadd x y) -2)", 1},
    {"distribute a constant", "(bvmul 3 (bvadd x y 1))",
     "(bvadd (bvmul x 3) (bvmul y 3) 3)", 1},
    {"times zero", "(bvmul x 0)", "0", 1},
    {"times one", "(bvmul x 1)", "x", 1},
    {"times minus one", "(bvmul x -1)", "(bvneg x)", 1},
    {"product is flat", "(bvmul x (bvmul y z))", "(bvmul (bvmul z x) y)", 1},
    {"constants of a product", "(bvmul (bvmul x 3) (bvmul y 5))",
     "(bvmul (bvmul x y) 15)", 1},
    {"shl of shl", "(bvshl (bvshl x 1) 2)", "(bvmul x 8)", 4},
    {"coefficients vanish", "(bvadd (bvmul x min) (bvmul x min))", "0", 1},
    {"eq cancels", "(eq (bvadd x y) (bvadd z y))", "(eq z x)", 2},
    {"eq moves constants", "(eq (bvadd x 1) 3)", "(eq x 2)", 1},
    {"eq of a difference", "(eq (bvsub x y) 0)", "(eq x y)", 1},
    {"eq either way round", "(eq (bvsub x y) 1)", "(eq (bvsub y x) -1)", 1},
    {"eq of a negation", "(eq (bvneg x) y)", "(eq x (bvneg y))", 1},
    {"eq of complements", "(eq (bvnot x) (bvnot y))", "(eq x y)", 1},
    {"eq of a complement", "(eq (bvnot x) 2)", "(eq x -3)", 1},
    {"eq decided", "(eq (bvadd x 1) x)", "false", 1},
    {"eq after cancelling", "(eq (bvadd (zext w+3 x) 1:w+3) 2:w+3)", "(eq x 1)",
     1},
    {"one test of a bit", "(eq (extract 0 0 x) 0:1)",
     "(ne (extract 0 0 x) 1:1)", 1},
    {"even", "(eq (bvand x 1) 0)", "(ne (bvurem x 2) 1)", 2},
    {"eq of zext", "(eq (zext w+3 x) 1:w+3)", "(eq x 1)", 1},
    {"eq of zext, never", "(eq (zext w+3 x) -1:w+3)", "false", 1},
    {"eq of sext", "(eq (sext w+3 x) -1:w+3)", "(eq x -1)", 1},
    {"eq of sext, never", "(eq (sext w+3 x) min:w+3)", "false", 1},
    {"eq of two zext", "(eq (zext w+3 x) (zext w+3 y))", "(eq x y)", 1},
    {"eq of two sext", "(eq (sext 2w x) (sext 2w y))", "(eq x y)", 1},
};

static const Rule bit_rules[] = {
    {"not not", "(bvnot (bvnot x))", "x", 1},
    {"and itself", "(bvand x y x)", "(bvand y x)", 1},
    {"and zero", "(bvand x 0)", "0", 1},
    {"and ones", "(bvand x -1)", "x", 1},
    {"and its complement", "(bvand x y (bvnot x))", "0", 1},
    {"and is flat", "(bvand x (bvand y z))", "(bvand (bvand z x) y)", 1},
    {"constants of an and", "(bvand (bvand x 6) 3)", "(bvand x 2)", 3},
    {"and of zext", "(bvand (zext 2w x) (zext 2w y))", "(zext 2w (bvand x y))",
     1},
    {"and of zext and constant", "(bvand (zext w+3 x) 2:w+3)",
     "(zext w+3 (bvand x 2))", 3},
    {"and of sext and constant", "(bvand (sext w+3 x) 2:w+3)",
     "(zext w+3 (bvand x 2))", 3},
    {"x & low mask is an extract", "(bvand x 3)", "(zext w (extract 1 0 x))",
     3},
    {"de Morgan", "(bvnot (bvand x y))", "(bvor (bvnot x) (bvnot y))", 1},
    {"or zero", "(bvor x 0)", "x", 1},
    {"or ones", "(bvor x -1)", "-1", 1},
    {"or its complement", "(bvor x (bvnot x))", "-1", 1},
    {"xor itself", "(bvxor x y x)", "y", 1},
    {"xor zero", "(bvxor x 0)", "x", 1},
    {"xor ones", "(bvxor x -1)", "(bvnot x)", 1},
    {"xor is flat", "(bvxor x (bvxor y z))", "(bvxor (bvxor z x) y)", 1},
    {"xor of a complement", "(bvxor (bvnot x) y)", "(bvnot (bvxor x y))", 1},
    {"xor of complements", "(bvxor (bvnot x) (bvnot y))", "(bvxor x y)", 1},
    {"constants of a xor", "(bvxor (bvxor x 1) (bvxor y 3))",
     "(bvxor (bvxor y x) 2)", 2},
    {"shift by zero", "(bvshl x 0)", "x", 1},
    {"shift of zero", "(bvlshr 0 x)", "0", 1},
    {"lshr is an extract", "(bvlshr x 1)", "(zext w (extract w-1 1 x))", 2},
    {"ashr is an extract", "(bvashr x 1)", "(sext w (extract w-1 1 x))", 2},
    {"ashr of what is not negative", "(bvashr (zext w+3 x) y:w+3)",
     "(bvlshr (zext w+3 x) y:w+3)", 1},
    {"bits of a multiple", "(extract w-1 1 (bvmul 2 x))", "(extract w-2 0 x)",
     3},
    {"extension of a sum", "(sext 3w (bvadd (zext 2w x) 1:2w))",
     "(bvadd (zext 3w x) 1:3w)", 2},
    {"unsigned extension of a sum", "(zext 3w (bvadd (zext 2w x) 1:2w))",
     "(bvadd (zext 3w x) 1:3w)", 2},
    {"extension of a multiple", "(sext 3w (bvmul (sext 2w x) 2:2w))",
     "(bvmul (sext 3w x) 2:3w)", 3},
    {"ashr of all", "(bvashr x -1)", "(sext w (extract w-1 w-1 x))", 2},
    {"shl of all", "(bvshl x -1)", "0", 2},
    {"lshr of all", "(bvlshr x -1)", "0", 2},
    {"zero on top is zext", "(concat 0 x)", "(zext 2w x)", 1},
    {"concat is right-associated", "(concat (concat x y) z)",
     "(concat x (concat y z))", 1},
    {"neighbours join", "(concat (extract w-1 1 x) (extract 0 0 x))", "x", 2},
    {"neighbours join in front",
     "(concat (extract w-1 1 x) (concat (extract 0 0 x) y))", "(concat x y)",
     2},
    {"constants join", "(concat 1 (concat 1:2 x))", "(concat 5:w+2 x)", 1},
    {"concat of zext", "(concat (zext 2w x) y)", "(zext 3w (concat x y))", 1},
    {"extract all", "(extract w-1 0 x)", "x", 1},
    {"extract of extract", "(extract 1 1 (extract w-1 1 x))", "(extract 2 2 x)",
     3},
    {"extract of the low part", "(extract w-1 0 (concat y x))", "x", 1},
    {"extract of the high part", "(extract 2w-1 w (concat y x))", "y", 1},
    {"extract across", "(extract w w-1 (concat y x))",
     "(concat (extract 0 0 y) (extract w-1 w-1 x))", 1},
    {"extract in zext", "(extract w-1 0 (zext 2w x))", "x", 1},
    {"extract past zext", "(extract 2w-1 w (zext 2w x))", "0", 1},
    {"extract across zext", "(extract w w-1 (zext 2w x))",
     "(zext 2 (extract w-1 w-1 x))", 1},
    {"extract in sext", "(extract w-1 0 (sext 2w x))", "x", 1},
    {"extract past sext", "(extract 2w-1 w (sext 2w x))",
     "(sext w (extract w-1 w-1 x))", 1},
    {"extract across sext", "(extract w w-1 (sext 2w x))",
     "(sext 2 (extract w-1 w-1 x))", 1},
    {"low bits of a sum", "(extract w-1 0 (bvadd (zext 2w x) (sext 2w y)))",
     "(bvadd x y)", 1},
    {"low bits of a product", "(extract w-1 0 (bvmul (zext 2w x) (sext 2w y)))",
     "(bvmul x y)", 1},
    {"bits of an and", "(extract w-1 1 (bvand x y))",
     "(bvand (extract w-1 1 x) (extract w-1 1 y))", 2},
    {"bits of a xor", "(extract w-1 1 (bvxor x y))",
     "(bvxor (extract w-1 1 x) (extract w-1 1 y))", 2},
    {"bits of a complement", "(extract w-1 1 (bvnot x))",
     "(bvnot (extract w-1 1 x))", 2},
    {"extend by nothing", "(sext w x)", "x", 1},
    {"zext of zext", "(zext 3w (zext 2w x))", "(zext 3w x)", 1},
    {"sext of sext", "(sext 3w (sext 2w x))", "(sext 3w x)", 1},
    {"sext of zext", "(sext 3w (zext 2w x))", "(zext 3w x)", 1},
    {"char arithmetic in int",
     "(extract w-1 0 (bvadd (sext 3w x) (bvmul (sext 3w y) 3:3w)))",
     "(bvadd x (bvmul y 3))", 1},
};

static const Rule order_rules[] = {
    {"x < x", "(bvult x x)", "false", 1},
    {"x < 0", "(bvult x 0)", "false", 1},
    {"max < x", "(bvult -1 x)", "false", 1},
    {"x <= 5 is x < 6", "(bvule x 5)", "(bvult x 6)", 3},
    {"not x > 5 is x < 6", "(not (bvugt x 5))", "(bvult x 6)", 3},
    {"6 > x is x <= 5", "(bvugt 6 x)", "(bvule x 5)", 3},
    {"x < 1", "(bvult x 1)", "(eq x 0)", 1},
    {"x > 0", "(bvugt x 0)", "(ne x 0)", 1},
    {"x < max", "(bvult x -1)", "(ne x -1)", 1},
    {"x >= max", "(bvuge x -1)", "(eq x -1)", 1},
    {"its own low bits", "(eq (zext w (extract w-2 0 x)) x)", "(bvult x min)",
     2},
    {"the sign of the low 8 bits", "(eq (extract 7 7 (zext w+8 x)) 1:1)",
     "(bvslt (extract 7 0 (zext w+8 x)) 0:8)", 9},
    {"the same by a mask", "(eq (bvand (zext w+8 x) 128:w+8) 0:w+8)",
     "(not (bvslt (extract 7 0 (zext w+8 x)) 0:8))", 9},
    {"a sign bit is an order", "(eq (extract w-1 w-1 x) 1:1)", "(bvslt x 0)",
     2},
    {"x + 1 fits",
     "(eq (extract w w (bvadd (sext w+1 x) 1:w+1))"
     " (extract w-1 w-1 (bvadd (sext w+1 x) 1:w+1)))",
     "(ne x max)", 3},
    {"x - 1 fits",
     "(eq (extract w w (bvadd (sext w+1 x) -1:w+1))"
     " (extract w-1 w-1 (bvadd (sext w+1 x) -1:w+1)))",
     "(ne x min)", 3},
    {"-x fits",
     "(eq (extract w w (bvneg (sext w+1 x)))"
     " (extract w-1 w-1 (bvneg (sext w+1 x))))",
     "(ne x min)", 3},
    {"zext(x) + zext(y) fits",
     "(eq (extract w+3 w+3 (bvadd (zext w+4 x) (zext w+4 y)))"
     " (extract w+2 w+2 (bvadd (zext w+4 x) (zext w+4 y))))",
     "true", 1},
    {"a sum below a constant", "(bvslt (bvadd (zext w+3 x) 1:w+3) -1:w+3)",
     "false", 1},
    {"a sum below a large constant",
     "(bvult (bvadd (zext w+3 x) 1:w+3) -1:w+3)", "true", 1},
    {"signed x < x", "(bvslt x x)", "false", 1},
    {"signed x < min", "(bvslt x min)", "false", 1},
    {"signed max < x", "(bvslt max x)", "false", 1},
    {"signed x <= 2 is x < 3", "(bvsle x 2)", "(bvslt x 3)", 3},
    {"signed not x > 2 is x < 3", "(not (bvsgt x 2))", "(bvslt x 3)", 3},
    {"signed x <= min", "(bvsle x min)", "(eq x min)", 2},
    {"signed x < max", "(bvslt x max)", "(ne x max)", 2},
    {"x <= y and y >= x", "(bvule x y)", "(bvuge y x)", 1},
    {"order of zext", "(bvult (zext 2w x) (zext 2w y))", "(bvult x y)", 1},
    {"signed order of zext", "(bvslt (zext 2w x) (zext 2w y))", "(bvult x y)",
     1},
    {"order of sext", "(bvult (sext 2w x) (sext 2w y))", "(bvult x y)", 1},
    {"signed order of sext", "(bvslt (sext 2w x) (sext 2w y))", "(bvslt x y)",
     1},
    {"order of zext and sext", "(bvslt (zext 3w x) (sext 3w y))",
     "(bvslt (zext w+1 x) (sext w+1 y))", 1},
    {"unsigned order of zext and sext", "(bvult (sext 3w x:w+2) (zext 3w y))",
     "(bvult x:w+2 (zext w+2 y))", 1},
    {"order of zexts of two widths", "(bvslt (zext 3w+1 x:w+1) (zext 3w+1 y))",
     "(bvult x:w+1 (zext w+1 y))", 1},
    {"order of sexts of two widths", "(bvslt (sext 3w+1 x) (sext 3w+1 y:w+1))",
     "(bvslt (sext w+1 x) y:w+1)", 1},
    {"zext below a constant", "(bvult (zext w+3 x) 3:w+3)", "(bvult x 3)", 2},
    {"a constant below zext", "(bvslt 1:w+3 (zext w+3 x))", "(bvult 1 x)", 1},
    {"sext below a constant", "(bvslt (sext w+3 x) -1:w+3)", "(bvslt x -1)", 1},
    {"zext below what is above all", "(bvult (zext w+3 x) -1:w+3)", "true", 1},
    {"zext below a negative number", "(bvslt (zext w+3 x) -1:w+3)", "false", 1},
    {"udiv 1", "(bvudiv x 1)", "x", 1},
    {"urem 1", "(bvurem x 1)", "0", 1},
    {"sdiv 1", "(bvsdiv x 1)", "x", 2},
    {"srem 1", "(bvsrem x 1)", "0", 2},
    {"udiv 4 is a shift", "(bvudiv x 4)", "(bvlshr x 2)", 3},
    {"urem 4 is a mask", "(bvurem x 4)", "(bvand x 3)", 3},
};

static const Rule float_rules[] = {
    {"a + -0", "(fadd a f-0)", "a"},
    {"-0 + a", "(fadd f-0 a)", "a"},
    {"a - 0", "(fsub a f0)", "a"},
    {"sum commutes", "(fadd a b)", "(fadd b a)"},
    {"a + a", "(fadd a a)", "(fmul a f2)"},
    {"a - b", "(fsub a b)", "(fadd a (fneg b))"},
    {"a - -b", "(fsub a (fneg b))", "(fadd b a)"},
    {"a * 1", "(fmul a f1)", "a"},
    {"1 * a", "(fmul f1 a)", "a"},
    {"a * -1", "(fmul a f-1)", "(fneg a)"},
    {"-1 * a", "(fmul f-1 a)", "(fneg a)"},
    {"product commutes", "(fmul a b)", "(fmul b a)"},
    {"sign of a factor", "(fmul (fneg a) b)", "(fneg (fmul a b))"},
    {"signs of factors", "(fmul (fneg a) (fneg b))", "(fmul a b)"},
    {"a / 1", "(fdiv a f1)", "a"},
    {"a / -1", "(fdiv a f-1)", "(fneg a)"},
    {"a / 2", "(fdiv a f2)", "(fmul a f.5)"},
    {"a / -4", "(fdiv a f-4)", "(fmul a (fdiv f-1 f4))"},
    {"a / 0.5", "(fdiv a f.5)", "(fmul a f2)"},
    {"sign of a dividend", "(fdiv (fneg a) b)", "(fneg (fdiv a b))"},
    {"sign of a divisor", "(fdiv a (fneg b))", "(fneg (fdiv a b))"},
    {"fneg fneg", "(fneg (fneg a))", "a"},
    {"fabs fneg", "(fabs (fneg a))", "(fabs a)"},
    {"fabs fabs", "(fabs (fabs a))", "(fabs a)"},
    {"fnan fneg", "(fnan (fneg a))", "(fnan a)"},
    {"fnan fabs", "(fnan (fabs a))", "(fnan a)"},
    {"fnan stof", "(fnan (stof e s x:9))", "false"},
    {"fnan utof", "(fnan (utof e s x:9))", "false"},
    {"a < a", "(flt a a)", "false"},
    {"a <= a", "(fle a a)", "(not (fnan a))"},
    {"a == a", "(feq a a)", "(not (fnan a))"},
    {"a < nan", "(flt a nan)", "false"},
    {"nan == a", "(feq nan a)", "false"},
    {"nan <= a", "(fle nan a)", "false"},
    {"order of negations", "(flt (fneg a) (fneg b))", "(flt b a)"},
    {"weak order of negations", "(fle (fneg a) (fneg b))", "(fle b a)"},
    {"equality of negations", "(feq (fneg a) (fneg b))", "(feq a b)"},
    {"equality commutes", "(feq a b)", "(feq b a)"},
    {"a negation beside a constant", "(flt (fneg a) f-2)", "(flt f2 a)"},
    {"a constant beside a negation", "(fle f1 (fneg a))", "(fle a f-1)"},
    {"equality with a negation", "(feq (fneg a) f2)", "(feq f-2 a)"},
    {"a negation changes sides", "(flt (fneg a) b)", "(flt (fneg b) a)"},
    {"and back", "(fle a (fneg b))", "(fle b (fneg a))"},
    {"equality of one negation", "(feq (fneg a) b)", "(feq a (fneg b))"},
    {"zeros are equal", "(feq a f-0)", "(feq a f0)"},
    {"below either zero", "(flt a f-0)", "(flt a f0)"},
    {"at least either zero", "(fle f-0 a)", "(fle f0 a)"},
    {"|a| == 0", "(feq (fabs a) f0)", "(feq a f0)"},
    {"|a| <= 0", "(fle (fabs a) f-0)", "(feq a f0)"},
    {"|a| < 0", "(flt (fabs a) f0)", "false"},
    {"0 < |a|", "(flt f0 (fabs a))", "(and (not (feq a f0)) (not (fnan a)))"},
    {"0 <= |a|", "(fle f-0 (fabs a))", "(not (fnan a))"},
    {"-1 < |a|", "(flt f-1 (fabs a))", "(not (fnan a))"},
    {"|a| == -1", "(feq (fabs a) f-1)", "false"},
    {"|a| <= -1", "(fle (fabs a) f-1)", "false"},
    {"a - b < 0", "(flt (fsub a b) f0)", "(flt a b)"},
    {"a - b > 0", "(flt f-0 (fsub a b))", "(flt b a)"},
    {"2 - a == 0", "(feq (fsub f2 a) f0)", "(feq a f2)"},
    {"a - 2 <= 0", "(fle (fsub a f2) f0)", "(fle a f2)"},
    {"a + 2 >= 0", "(fle f0 (fadd a f2))", "(fle f-2 a)"},
    {"2 * a == 0", "(feq (fmul f2 a) f0)", "(feq a f0)"},
    {"3 * a < 0", "(flt (fmul a f3) f0)", "(flt a f0)"},
    {"0 <= -2 * a", "(fle f0 (fmul a f-2))", "(fle a f0)"},
    {"3 * (2 - a) == 0", "(feq (fmul f3 (fsub f2 a)) f0)", "(feq a f2)"},
    {"wider floats", "(flt (ftof e+1 s+2 a) (ftof e+1 s+2 b))", "(flt a b)"},
    {"a wider float and a constant", "(fle (ftof e+1 s+2 a) (ftof e+1 s+2 f2))",
     "(fle a f2)"},
    {"integers in order", "(flt (stof e s x:4) (stof e s y:4))",
     "(bvslt x:4 y:4)"},
    {"integers weakly in order", "(fle (utof e s x:4) (utof e s y:4))",
     "(bvule x:4 y:4)"},
    {"equal integers", "(feq (utof e s x:4) (utof e s y:4))", "(eq x:4 y:4)"},
    {"integers of two signs", "(flt (stof e s x:4) (utof e s y:4))",
     "(bvslt (sext 5 x:4) (zext 5 y:4))"},
    {"equal integers of two signs", "(feq (utof e s x:4) (stof e s y:4))",
     "(eq (zext 5 x:4) (sext 5 y:4))"},
    {"an integer below a constant", "(flt (stof e s x:4) f3)",
     "(bvslt x:4 3:4)"},
    {"below what is no integer", "(flt (stof e s x:4) (fdiv f5 f2))",
     "(bvslt x:4 3:4)"},
    {"up to what is no integer", "(fle (stof e s x:4) (fdiv f-5 f2))",
     "(bvsle x:4 -3:4)"},
    {"above what is no integer", "(flt (fdiv f-5 f2) (stof e s x:4))",
     "(bvsle -2:4 x:4)"},
    {"at least a constant", "(fle f3 (utof e s x:4))", "(bvule 3:4 x:4)"},
    {"above a constant", "(flt f3 (utof e s x:4))", "(bvult 3:4 x:4)"},
    {"unsigned above a negative constant", "(flt f-1 (utof e s x:4))", "true"},
    {"below infinity", "(flt (stof e s x:4) inf)", "true"},
    {"above infinity", "(fle inf (stof e s x:4))", "false"},
    {"at least the least", "(fle f-8 (stof e s x:4))", "true"},
    {"up to the least", "(fle (stof e s x:4) f-8)", "(eq x:4 min:4)"},
    {"up to the largest", "(fle (stof e s x:4) f7)", "true"},
    {"below the largest", "(flt (stof e s x:4) f7)", "(ne x:4 max:4)"},
    {"equal to a constant", "(feq (stof e s x:4) f-3)", "(eq x:4 -3:4)"},
    {"zero is zero", "(feq (stof e s x:4) f-0)", "(eq x:4 0:4)"},
    {"equal to no integer", "(feq (stof e s x:4) f.5)", "false"},
    {"equal to what is too large", "(feq (stof e s x:4) f8)", "false"},
    {"an extended integer", "(stof e s (sext 9 x:4))", "(stof e s x:4)"},
    {"a zero-extended integer", "(stof e s (zext 9 x:4))", "(utof e s x:4)"},
    {"unsigned extended", "(utof e s (zext 9 x:4))", "(utof e s x:4)"},
    {"an integer by another format", "(ftof e s (stof e+1 s+1 x:4))",
     "(stof e s x:4)"},
    {"an integer and back", "(ftos 6 (stof e s x:4))", "(sext 6 x:4)"},
    {"unsigned and back", "(ftou 4 (utof e s x:4))", "x:4"},
    {"unsigned and back to signed", "(ftos 5 (utof e s x:4))", "(zext 5 x:4)"},
    {"to its own format", "(ftof e s a)", "a"},
    {"through a wider format", "(ftof e s (ftof e+1 s+2 a))", "a"},
    {"through a longer format", "(ftof e s (ftof e s+2 a))", "a"},
    {"through more exponents", "(ftof e s (ftof e+2 s a))", "a"},
    {"bits and back", "(btof e s (ftob a))", "a"},
    {"identity is not ==", "(eq a a)", "true"},
};

// Z3 4.8.12 gives up on them in a format as small as 3.4.
static const Rule whole_rules[] = {
    {"integers are whole", "(frint 3 (stof e s x:9))", "(stof e s x:9)"},
    {"unsigned ones too", "(frint 0 (utof e s x:9))", "(utof e s x:9)"},
};

// What does not hold of floats, and so must not be done.
static const Rule float_not_rules[] = {
    {"a + 0", "(fadd a f0)", "a"},
    {"a - a", "(fsub a a)", "f0"},
    {"a * 0", "(fmul a f0)", "f0"},
    {"a / a", "(fdiv a a)", "f1"},
    {"a == a always", "(feq a a)", "true"},
    {"eq is feq", "(eq a b)", "(feq a b)"},
    {"not less is at least", "(not (flt a b))", "(fle b a)"},
    {"a / 3", "(fdiv a f3)", "(fmul a (fdiv f1 f3))"},
    {"0 - a is -a", "(fsub f0 a)", "(fneg a)"},
    {"sum is associative", "(fadd a (fadd b c))", "(fadd (fadd a b) c)"},
    {"through a narrower format", "(ftof e s (ftof e+1 s-1 a))", "a"},
    {"through fewer exponents", "(ftof e s (ftof e-1 s a))", "a"},
    {"bits of other format", "(ftob (btof e+1 s-1 (ftob a)))", "(ftob a)"},
    {"bits of bits", "(ftob (btof e s x:7))", "x:7"},
    {"fabs is a", "(fabs a)", "a"},
    {"0 < |a| of a NaN", "(flt f0 (fabs a))", "(not (feq a f0))"},
    {"a - b == 0 of infinities", "(feq (fsub a b) f0)", "(feq a b)"},
    {"a - b <= 0 of infinities", "(fle (fsub a b) f0)", "(fle a b)"},
    {"a / 2 == 0 of the least a", "(feq (fmul a f.5) f0)", "(feq a f0)"},
    {"inf * a == 0", "(feq (fmul inf a) f0)", "(feq a f0)"},
    {"inf - a == 0", "(feq (fsub inf a) f0)", "(feq a inf)"},
    {"integers that are rounded", "(flt (stof e s x:9) (stof e s y:9))",
     "(bvslt x:9 y:9)"},
    {"a rounded integer and a constant", "(flt (stof e s x:9) f3)",
     "(bvslt x:9 3:9)"},
    {"rounded twice", "(ftof e s (stof e+1 s+1 x:9))", "(stof e s x:9)"},
    {"unsigned of a sign extension", "(utof e s (sext 9 x:4))",
     "(utof e s x:4)"},
    {"a narrower float", "(flt (ftof e+1 s-1 a) (ftof e+1 s-1 b))",
     "(flt a b)"},
    {"out of range and back", "(ftos 3 (stof e s x:4))", "(extract 2 0 x:4)"},
};

static const Rule memory_rules[] = {
    {"what was stored", "(load 4 (store m @0 x:32) @0)", "x:32"},
    {"a part of it", "(load 1 (store m @0 x:32) (ptradd @0 2:64))",
     "(extract 23 16 x:32)"},
    {"part stored, part below", "(load 4 (store m (ptradd @0 2:64) x:32) @0)",
     "(concat (extract 15 0 x:32) (load 2 m @0))"},
    {"part stored, part above", "(load 4 (store m @0 x:32) (ptradd @0 2:64))",
     "(concat (load 2 m (ptradd @0 4:64)) (extract 31 16 x:32))"},
    {"in the middle", "(load 4 (store m (ptradd @0 1:64) x:16) @0)",
     "(concat (load 1 m (ptradd @0 3:64)) (concat x:16 (load 1 m @0)))"},
    {"beside it", "(load 2 (store m @0 x:16) (ptradd @0 2:64))",
     "(load 2 m (ptradd @0 2:64))"},
    {"below it", "(load 2 (store m @0 x:16) (ptradd @0 -2:64))",
     "(load 2 m (ptradd @0 -2:64))"},
    {"beside it by index",
     "(load 1 (store m (ptradd @0 y:64) x:8) (ptradd @0 (bvadd y:64 1:64)))",
     "(load 1 m (ptradd @0 (bvadd y:64 1:64)))"},
    {"another object", "(load 4 (store m &1 x:32) (ptradd &2 y:64))",
     "(load 4 m (ptradd &2 y:64))", 0, true},
    {"a global is no slot", "(load 4 (store m &1 x:32) &3)", "(load 4 m &3)"},
    {"a parameter does not point to a slot", "(load 4 (store m @0 x:32) &3)",
     "(load 4 m &3)", 0, true},
    {"nor a slot to it", "(load 4 (store m &3 x:32) @0)", "(load 4 m @0)", 0,
     true},
    {"overwritten", "(store (store m @0 x:32) @0 y:32)", "(store m @0 y:32)"},
    {"overwritten in part of more",
     "(store (store m (ptradd @0 1:64) x:8) @0 y:32)", "(store m @0 y:32)"},
    {"stored back", "(store m @0 (load 4 m @0))", "m"},
    {"stored back after others", "(store (store m &1 x:8) &2 (load 1 m &2))",
     "(store m &1 x:8)", 0, true},
    {"what memory held does not point to a slot",
     "(load 4 (store m (load 8 m @0) x:32) &3)", "(load 4 m &3)", 0, true},
    {"stores change places", "(store (store m @0 x:8) (ptradd @0 1:64) y:8)",
     "(store (store m (ptradd @0 1:64) y:8) @0 x:8)"},
    {"stores to objects change places", "(store (store m &1 x:8) &2 y:8)",
     "(store (store m &2 y:8) &1 x:8)"},
    {"overwritten below another",
     "(store (store (store m &1 x:8) &2 y:8) &1 z:8)",
     "(store (store m &2 y:8) &1 z:8)"},
    {"extract of a load", "(extract 15 8 (load 4 m @0))",
     "(load 1 m (ptradd @0 1:64))"},
    {"fill of nothing", "(fill m @0 x:8 0:64)", "m"},
    {"fill is a store", "(fill m @0 x:8 2:64)",
     "(store m @0 (concat x:8 x:8))"},
    {"load of a fill", "(load 2 (fill m @0 x:8 100:64) (ptradd @0 7:64))",
     "(concat x:8 x:8)"},
    {"beside a fill", "(load 1 (fill m @0 x:8 100:64) (ptradd @0 100:64))",
     "(load 1 m (ptradd @0 100:64))"},
    {"another object than filled", "(load 1 (fill m &1 x:8 y:64) &2)",
     "(load 1 m &2)", 0, true},
    {"copy of nothing", "(copy m @0 n @1 0:64)", "m"},
    {"copy onto itself", "(copy m @0 m @0 x:64)", "m"},
    {"copy is a store", "(copy m @0 n @1 4:64)", "(store m @0 (load 4 n @1))"},
    {"load of a copy", "(load 2 (copy m @0 n @1 100:64) (ptradd @0 7:64))",
     "(load 2 n (ptradd @1 7:64))"},
    {"beside a copy", "(load 1 (copy m @0 n @1 100:64) (ptradd @0 100:64))",
     "(load 1 m (ptradd @0 100:64))"},
    {"load of ite", "(load 1 (ite p m n) @0)",
     "(ite p (load 1 m @0) (load 1 n @0))"},
    {"ite of stores to one place", "(ite p (store m @0 x:8) (store m @0 y:8))",
     "(store m @0 (ite p x:8 y:8))"},
    {"ite of a store", "(ite p (store m @0 x:8) m)",
     "(store m @0 (ite p x:8 (load 1 m @0)))"},
    {"ite of stores to two places", "(ite p (store m &1 x:8) (store m &2 y:8))",
     "(store (store m &1 (ite p x:8 (load 1 m &1))) &2 "
     "(ite p (load 1 m &2) y:8))"},
    {"branches in any order",
     "(ite p (store (store m &1 x:8) &2 y:8) (store (store m &2 y:8) &1 x:8))",
     "(store (store m &1 x:8) &2 y:8)"},
    {"ptradd zero", "(ptradd @0 0:64)", "@0"},
    {"ptradd of ptradd", "(ptradd (ptradd @0 x:64) 4:64)",
     "(ptradd @0 (bvadd 4:64 x:64))"},
    {"ptradd of a number", "(ptradd 8:64 x:64)", "(bvadd x:64 8:64)"},
    {"low bits of an address", "(extract 7 0 (ptradd @0 x:64))",
     "(bvadd (extract 7 0 @0) (extract 7 0 x:64))"},
    {"addresses of objects differ", "(eq &1 &2)", "false"},
    {"even inside", "(eq (ptradd &1 4:64) (ptradd &2 8:64))", "false"},
    {"no object is at null", "(eq (ptradd &1 4:64) 0:64)", "false"},
    {"one object, two places", "(eq (ptradd &1 4:64) (ptradd &1 8:64))",
     "false"},
    {"constant memory", "(load 2 m (ptradd &5 2:64))", "0x7a55:16", 0, true},
    {"an address in constant memory", "(load 8 m (ptradd &5 16:64))",
     "(ptradd &1 4:64)", 0, true},
    {"no store reaches it", "(load 1 (store m @0 y:8) (ptradd &5 x:64))",
     "(load 1 rom (ptradd &5 x:64))", 0, true},
    {"half of an address stays", "(load 4 m (ptradd &5 16:64))",
     "(load 4 rom (ptradd &5 16:64))", 0, true},
};

// Things that may be one place, and so must not be taken for two.
static const Rule memory_not_rules[] = {
    {"a parameter may point to a global", "(load 1 (store m @0 x:8) &1)",
     "(load 1 m &1)"},
    {"what was stored may point to a slot",
     "(load 1 (store m (load 8 (store m @0 x:64) @1) y:8) &3)",
     "(load 1 m &3)"},
    {"what is left at a slot may point to it",
     "(load 1 (store m (load 8 m &3) y:8) &3)", "(load 1 m &3)"},
    {"parameters may be equal", "(load 1 (store m @0 x:8) @1)",
     "(load 1 m @1)"},
    {"indices may be equal",
     "(load 1 (store m (ptradd @0 y:64) x:8) (ptradd @0 z:64))",
     "(load 1 m (ptradd @0 z:64))"},
    {"neighbours overlap", "(load 2 (store m @0 x:16) (ptradd @0 1:64))",
     "(load 2 m (ptradd @0 1:64))"},
    {"order counts", "(store (store m @0 x:8) @1 y:8)",
     "(store (store m @1 y:8) @0 x:8)"},
    {"one past the end is another's start", "(eq (ptradd &1 32:64) &2)",
     "false"},
    {"a copy reads its source, not what is copied to",
     "(load 1 (copy m @0 m @1 100:64) @1)", "(load 1 m @1)"},
};

// ------------------------------------------------------------------ proofs

static void ask(const char *script, VdBuf *answer) {
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_set_error_handler(z3, NULL);
  Z3_eval_smtlib2_string(z3, "(set-option :timeout 20000)");
  vd_buf_str(answer, Z3_eval_smtlib2_string(z3, script));
  Z3_del_context(z3);
  Z3_del_config(config);
}

typedef struct Table {
  VdTerms *tm;
  Gen gen;
  uint64_t plain, ruled;
  VdSort format;
} Table;

static Table table_new(void) {
  return (Table){.tm = universe_new(),
                 .plain = 1,
                 .ruled = 2,
                 .format = vd_sort_float(3, 4)};
}

static void table_done(Table *t) {
  assert_null(vd_terms_error(t->tm));
  vd_terms_free(t->tm);
  gen_done(&t->gen);
}

static Raw *side(Table *t, const char *text, uint32_t width) {
  return pattern_read(&t->gen, text, width, t->format);
}

static bool is_one_term(Table *t, const Rule *rule, uint32_t width) {
  VdTerm left = raw_build(t->tm, side(t, rule->left, width), t->ruled, 0);
  VdTerm right = raw_build(t->tm, side(t, rule->right, width), t->ruled, 0);
  return vd_term_eq(left, right);
}

static void check_fires(Table *t, const Rule *rule, uint32_t width) {
  if (is_one_term(t, rule, width)) return;
  VdBuf text = {0};
  vd_term_print(
      t->tm, raw_build(t->tm, side(t, rule->left, width), t->ruled, 0), &text);
  vd_buf_str(&text, "\nand\n");
  vd_term_print(
      t->tm, raw_build(t->tm, side(t, rule->right, width), t->ruled, 0), &text);
  fail_msg("%s, width %u: two terms:\n%s", rule->name, width,
           vd_buf_text(&text));
}

// The claim that what was written on the left is what was built of it.
static VdTerm claim(Table *t, const Rule *rule, uint32_t width) {
  VdTerm before = raw_intern(t->tm, side(t, rule->left, width), t->plain);
  VdTerm after = raw_build(t->tm, side(t, rule->left, width), t->ruled, 0);
  return intern2(t->tm, VD_OP_EQ, vd_sort_bool(), before, after);
}

static bool is_proved(Table *t, const VdTerm *claims, uint32_t n) {
  VdTerm all = n == 1
                   ? claims[0]
                   : vd_intern(t->tm, VD_OP_AND, vd_sort_bool(), 0, claims, n);
  VdTerm query = intern1(t->tm, VD_OP_NOT, vd_sort_bool(), 0, all);
  VdBuf script = {0}, answer = {0};
  char reason[160];
  VdSmtlib question = {.asserts = &query, .n = 1};
  if (!vd_terms_smtlib(t->tm, &question, &script, reason))
    fail_msg("%s", reason);
  ask(vd_buf_text(&script), &answer);
  bool proved = strcmp(vd_buf_text(&answer), "unsat\n") == 0;
  vd_buf_done(&script);
  vd_buf_done(&answer);
  return proved;
}

// Many at once; one by one when that fails, to name the culprit.
static void prove_all(Table *t, const VdTermVec *claims, uint32_t width) {
  for (uint32_t i = 0; i < claims->len; i += AT_ONCE) {
    uint32_t n = claims->len - i < AT_ONCE ? claims->len - i : AT_ONCE;
    if (is_proved(t, claims->at + i, n)) continue;
    for (uint32_t j = i; j < i + n; j++) {
      if (is_proved(t, &claims->at[j], 1)) continue;
      VdBuf text = {0};
      vd_term_print(t->tm, claims->at[j], &text);
      fail_msg("width %u: Z3 does not prove %s", width, vd_buf_text(&text));
    }
  }
}

static void check_rules_in(VdSort format, const Rule *rule, size_t n,
                           uint32_t width) {
  Table t = table_new();
  VdTermVec claims = {0};
  t.format = format;
  for (size_t i = 0; i < n; i++) {
    if (rule[i].min > width) continue;
    check_fires(&t, &rule[i], width);
    if (!rule[i].layout) vd_push(&claims, claim(&t, &rule[i], width));
  }
  prove_all(&t, &claims, width);
  vd_vec_done(&claims);
  table_done(&t);
}

static void check_rules(const Rule *rule, size_t n, uint32_t width) {
  check_rules_in(vd_sort_float(3, 4), rule, n, width);
}

static void check_no_rules(const Rule *rule, size_t n) {
  Table t = table_new();
  for (size_t i = 0; i < n; i++)
    if (is_one_term(&t, &rule[i], 8))
      fail_msg("%s: taken for one term", rule[i].name);
  table_done(&t);
}

// ------------------------------------------------------------- all values

typedef struct Trial {
  VdEval *eval;
  VdTerm a, b, x, x4, y4;
  VdTerm before, after;
} Trial;

static Trial trial_new(Table *t, const Rule *rule) {
  return (Trial){
      .eval = vd_eval_new(t->tm),
      .a = vd_mk_var(t->tm, VD_VAR_PARAM, 'a', t->format, "a"),
      .b = vd_mk_var(t->tm, VD_VAR_PARAM, 'b', t->format, "b"),
      .x = vd_mk_var(t->tm, VD_VAR_PARAM, 'x', vd_sort_bv(9), "x"),
      .x4 = vd_mk_var(t->tm, VD_VAR_PARAM, 'x', vd_sort_bv(4), "x"),
      .y4 = vd_mk_var(t->tm, VD_VAR_PARAM, 'y', vd_sort_bv(4), "y"),
      .before = raw_intern(t->tm, side(t, rule->left, 8), t->plain),
      .after = raw_build(t->tm, side(t, rule->left, 8), t->ruled, 0),
  };
}

// Does what was written have the value of what was built?
static bool holds(Trial *trial, VdSort format, uint64_t i, uint64_t j) {
  VdEval *eval = trial->eval;
  uint32_t width = vd_sort_width(format);
  VdArena *arena = vd_eval_arena(eval);
  vd_eval_reset(eval);
  vd_eval_set(eval, trial->a,
              vd_value_as_float(arena, format, vd_value_bv(width, i)));
  vd_eval_set(eval, trial->b,
              vd_value_as_float(arena, format, vd_value_bv(width, j)));
  vd_eval_set(eval, trial->x, vd_value_bv(9, i * 5 + j * 13));
  vd_eval_set(eval, trial->x4, vd_value_bv(4, i));
  vd_eval_set(eval, trial->y4, vd_value_bv(4, j));
  VdValue want, got;
  assert_true(vd_eval(eval, trial->before, &want));
  assert_true(vd_eval(eval, trial->after, &got));
  return vd_value_eq(&want, &got);
}

static void try_all_floats(Table *t, const Rule *rule) {
  Trial trial = trial_new(t, rule);
  bool has_b = strstr(rule->left, " b") || strstr(rule->left, "y:4");
  uint64_t values = 1ull << vd_sort_width(t->format);
  for (uint64_t i = 0; i < values; i++)
    for (uint64_t j = 0; j < (has_b ? values : 1); j++)
      if (!holds(&trial, t->format, i, j))
        fail_msg("%s: differs on %u, %u", rule->name, (unsigned)i, (unsigned)j);
  vd_eval_free(trial.eval);
}

static void test_float_rules_hold_for_all_values(void **state) {
  (void)state;
  const VdSort formats[] = {vd_sort_float(3, 4), vd_sort_float(2, 3),
                            vd_sort_float(2, 2), vd_sort_float(4, 2)};
  for (size_t k = 0; k < VD_COUNT(formats); k++) {
    Table t = table_new();
    t.format = formats[k];
    for (size_t i = 0; i < VD_COUNT(float_rules); i++)
      try_all_floats(&t, &float_rules[i]);
    for (size_t i = 0; i < VD_COUNT(whole_rules); i++)
      try_all_floats(&t, &whole_rules[i]);
    table_done(&t);
  }
}

// ------------------------------------------------------------------- tests

static void test_rules_of_every_width(void **state) {
  (void)state;
  for (uint32_t w = 1; w <= MAX_WIDTH; w++) {
    check_rules(ite_rules, VD_COUNT(ite_rules), w);
    check_rules(linear_rules, VD_COUNT(linear_rules), w);
    check_rules(bit_rules, VD_COUNT(bit_rules), w);
    check_rules(order_rules, VD_COUNT(order_rules), w);
  }
}

static void test_bool_rules(void **state) {
  (void)state;
  check_rules(bool_rules, VD_COUNT(bool_rules), 8);
}

static void test_float_rules(void **state) {
  (void)state;
  check_rules(float_rules, VD_COUNT(float_rules), 8);
  check_rules_in(vd_sort_float(3, 5), whole_rules, VD_COUNT(whole_rules), 8);
  check_no_rules(float_not_rules, VD_COUNT(float_not_rules));
}

static void test_memory_rules(void **state) {
  (void)state;
  check_rules(memory_rules, VD_COUNT(memory_rules), 8);
  check_no_rules(memory_not_rules, VD_COUNT(memory_not_rules));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bool_rules),
      cmocka_unit_test(test_rules_of_every_width),
      cmocka_unit_test(test_float_rules),
      cmocka_unit_test(test_float_rules_hold_for_all_values),
      cmocka_unit_test(test_memory_rules),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
