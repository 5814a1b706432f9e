"""Mutations of bytes for bench/fuzz, and the words of each format."""
import re

MEGABYTE = 1 << 20
LONGEST = MEGABYTE  # of a mutated file
LONGEST_SEED = 20000
HERE = b"@PWD@"  # the working folder, in files that need its path

EDGES = [b"0", b"-0", b"1", b"-1", b"7", b"31", b"32", b"63", b"64", b"127", b"128", b"255",
         b"256", b"32767", b"32768", b"65535", b"65536", b"2147483647", b"2147483648",
         b"-2147483648", b"4294967295", b"4294967296", b"9223372036854775807",
         b"-9223372036854775808", b"18446744073709551615", b"18446744073709551616",
         b"9" * 300, b"0" * 40 + b"1", b"1e308", b"1e999", b"1e-400", b"0x", b"0.5"]
BROKEN_TEXT = [b"\xff", b"\xc0\x80", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
               b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\xae", b"\x1b[31m", b"\x7f", b"\r", b"\0",
               b"\0\0\0\0", b"\\", b"\"", b"'", b"\xc2\x85"]
OPERATORS = rb"+ - * / % & | ^ ~ ! << >> < > <= >= == != = && || += <<= MOD AND OR XOR <>".split()
C_WORDS = rb"""int char long short unsigned void float double _Bool __int128 struct union enum static
extern const volatile restrict inline return if else for while do switch case default: break; continue;
goto sizeof _Alignof typedef ( ) [ ] { } ; , * & -> . ... ? : = == != <= >= << >> ++ -- + - / % ^ | && || ! ~
_Generic _Atomic _Thread_local __builtin_unreachable() __attribute__((packed)) __attribute__((aligned(4096)))
__attribute__((vector_size(16))) __attribute__((weak)) __attribute__((alias("f"))) asm("nop") NULL
__builtin_memcpy __builtin_add_overflow(a,b,&c) _BitInt(65) _Complex #include"x.h" #define #if main x y f
memcpy malloc free printf setjmp alloca abort exit""".split()
RULE_WORDS = C_WORDS + [b'has("250.00")', b'has_any("t")', b'has("', b"has_any(", b'"A49.3"',
                        b"codes", b'"' + b"9" * 70 + b'"']
LLVM_WORDS = rb"""define declare @f @main %0 %1 %x i1 i8 i16 i32 i64 i65 i128 i8388607 half float double
x86_fp80 fp128 ptr void label metadata [4294967295 x [4 x <4 x <vscale { } ret br switch indirectbr invoke
unreachable add nsw nuw exact sub mul udiv sdiv srem shl lshr ashr fadd fast fdiv load store atomic volatile
alloca getelementptr inbounds phi select call tail icmp eq slt fcmp oeq trunc zext sext bitcast inttoptr
ptrtoint addrspacecast freeze poison undef null zeroinitializer blockaddress(@f, landingpad cmpxchg atomicrmw
fence extractvalue insertvalue shufflevector va_arg @llvm.memcpy.p0.p0.i64 @llvm.assume align 4294967296
!dbg !0 !{} distinct comdat section "x" alias ifunc global constant external weak datalayout triple""".split()
VIR_WORDS = rb"""vir source file fact func global constant extern init str slot br jump return require call loop
impure writes notes type abi align "f" "" -> { } ( ) [4] [0] = , : !0:1:1 @f @g @main %0 %1 %2 %99 b0 b1 b9 mem world
heap local bool bv0 bv1 bv8 bv32 bv64 bv128 bv65537 f16 f32 f64 const var addr rom not and eq ite bvnot bvand bvxor
bvadd bvmul bvudiv bvurem bvsdiv bvsrem bvshl bvlshr bvashr bvult bvslt extract zext sext concat load[4] store[8]
ptradd fadd fmul fdiv feq flt frem fsqrt true false null unsupported undef""".split()
XML_WORDS = rb"""<project> </project> <pou name="P" pouType="program"> </pou> <interface> <localVars>
<variable name="x"> <type> <INT/> <BOOL/> <ARRAY> <dimension lower="0" upper="9"/> <derived name="P"/>
<body> <ST> <SFC> <FBD> <LD> <step localId="1" name="S" initialStep="true"/> <transition localId="2"/>
<jumpStep localId="3" targetName="S"/> <connection refLocalId="1"/> <connectionPointIn> <actionBlock>
<action qualifier="N"> <selectionDivergence> <simultaneousConvergence> <inVariable> <expression>
<![CDATA[ ]]> <!-- --> <?xml version="1.0" encoding="UTF-16"?> <!DOCTYPE x [ <!ENTITY e "eeee">
]> &e; &lt; &#0; &#xFFFFFFFF; xmlns="" localId="0" refLocalId="18446744073709551616"
duration="T#1s" negated="true" <xhtml:p>""".split()
CONTRACT_WORDS = rb"""compare as frame assume relate ensure outputs; default; old. new. old.x new.x == != <= >= < > =>
<=> && || ! ? : + - * / % & | ^ ~ << >> ( ) { } ; , . [0] true false TRUE T#1s TIME#1d2h TOD#00:00:00 16#FF 2#1 1.5e308
'text' "text" // /* */ Main c int( real( abs( min(""".split()
CROSS_WORDS = [b"<->", b"->", b"+", b"#", b'"', b" <-> ", b"250.00", b"E11.9", b"250.00 <-> E11.9\n",
               b"a + b <-> X\n", b"a <->\n", b"<-> X\n", b"\t", b"\r\n"]
GEM_WORDS = [b"25000 E119    10000\n", b"4660 J209    10000\n", b"00000", b"10000", b"11000", b"10111",
             b"10112", b"10121", b"NoDx", b"NoPCS", b"99999", b" ", b"\t", b"\r\n"]
TABLE_WORDS = [b"250.00\n", b"E11.9\n", b"466.0 - 466.9\n", b"E11.*\n", b"#", b"*", b"-", b",", b"=", b"\r\n"]
TRACE_WORDS = [b"time", b",", b"-", b"\n", b'"', b"T#4ms", b"T#1d2h3m4s5ms", b"TRUE", b"FALSE", b"16#FF",
               b"1.5e308", b"NaN", b"'x'", b"TOD#23:59:59", b"x", b"q", b"a[1]", b"Timer.ET", b";"]
JSON_WORDS = rb"""[ ] { } , : "directory" "file" "command" "arguments" "output" "cc" "-c" "-I" "-D" "-DA="
"-std=c11" "-include" "-o" "-x" "-fplugin=x.so" "@flags" "-Xclang" "-m32" "--target=i386" "-O3" "-ffast-math"
null true 1e999 "\u0000" "\ud800" "old.c" "new.c" "/" ".." """.split()
FLAG_WORDS = ["-I.", "-DA", "-DA=1", "-UA", "-std=c99", "-std=gnu17", "-m32", "--target=i386", "-O3", "-ffast-math",
              "-funsigned-char", "-fshort-enums", "-fwrapv", "-Wall", "-Weverything", "-g", "-mlong-double-64",
              "-march=native", "-pthread", "-fsanitize=undefined", "-fprofile-arcs", "-flto", "-fno-builtin",
              # and those that keep clang from its work
              "-I", "-D", "-DA=(", "-U", "-std=x", "-include", "old.c", "-x", "--target=nowhere", "-fno-such", "-Werror",
              "-E", "-S", "-c", "-M", "-v", "--help", "--version", "-###", "@missing", "-Xclang", "-mllvm", "'", "\"",
              "\\", "$HOME", "-"]
MILD_FLAGS = FLAG_WORDS.index("-I")
SOLVER_WORDS = rb"""sat unsat unknown timeout (error "x") (( )) ( ) |w0| |w1| |w2| #x00 #x00000000 #xff
#b1 #b (_ bv0 32) (_ bv18446744073709551616 64) true false (fp #b0 #x00 #b00000000000000000000000)
(_ NaN 8 24) (_ +oo 11 53) (/ 1.0 0.0) (- 1.0) (let ((a!1 #x00)) a!1) ((as const (Array Int Int)) 0) |
(model (define-fun""".split()
ANSWERS = [b"unsat\n", b"unknown\n", b"sat\n((|w0| #x00000000))\n", b"sat\n((|w0| #xffffffff) (|w1| #x00000001))\n",
           b"sat\n((|w0| true) (|w1| #x00) (|w2| #x0000000000000000))\n",
           b"sat\n((|w0| (fp #b0 #x7f #b00000000000000000000000)))\n", b"sat\n((|w0| (/ 1.0 3.0)))\n",
           b'(error "line 1 column 1: unknown constant")\nunsat\n']
COMMANDS = [
    b'[{"directory": "@PWD@", "file": "old.c", "command": "cc -I. -DB=2 -O2 -c -o a.o old.c"},\n'
    b' {"directory": "@PWD@", "file": "new.c", "arguments": ["cc", "-DB=3", "-std=gnu11", "-c", "new.c"]}]\n',
    b'[{"directory": "@PWD@", "file": "@PWD@/old.c", "output": "a.o",\n'
    b'  "command": "clang \'-DA=\\"x y\\"\' -include stddef.h -fwrapv -Wall -m64 -c old.c"}]\n']


def place(rng, data):
    return rng.randrange(len(data) + 1)


def chunk(rng, data, most=None):
    """A slice of it, small ones as likely as large ones."""
    most = min(most or len(data), len(data))
    size = min(most, 1 << rng.randrange(max(1, most.bit_length())))
    start = rng.randrange(len(data) - size + 1)
    return start, start + size


def put(data, at, what):
    return data[:at] + what + data[at:]


def flip_bit(rng, data, words, others):
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1:]


def change_byte(rng, data, words, others):
    at = rng.randrange(len(data))
    return data[:at] + bytes([rng.choice([0, 1, 10, 32, 127, 128, 255, rng.randrange(256)])]) + data[at + 1:]


def insert_bytes(rng, data, words, others):
    return put(data, place(rng, data), rng.randbytes(1 << rng.randrange(6)))


def remove_chunk(rng, data, words, others):
    start, end = chunk(rng, data)
    return data[:start] + data[end:]


def duplicate_chunk(rng, data, words, others):
    start, end = chunk(rng, data)
    return put(data, place(rng, data), data[start:end])


def splice(rng, data, words, others):
    other = rng.choice(others) or b"\n"
    start, end = chunk(rng, other)
    if rng.random() < 0.3:
        return data[:place(rng, data)] + other[start:]
    return put(data, place(rng, data), other[start:end])


def spans_of(pattern, data):
    return [m.span() for m in re.finditer(pattern, data[:LONGEST_SEED])]


def around(data, span):
    """What stands before and after, which tells apart what may stand there."""
    start, end = span
    return data[max(0, start - 2):start].strip()[-1:], data[end:end + 2].strip()[:1]


def like(rng, data, span, spans):
    """Another one that stands between the same characters, if there is one."""
    wanted = around(data, span)
    return data[slice(*rng.choice([s for s in spans if around(data, s) == wanted]))]


def change_number(rng, data, words, others):
    """To an edge case, another number of the file, or the next one."""
    numbers = spans_of(rb"\d+", data)
    if not numbers:
        return put(data, place(rng, data), rng.choice(EDGES))
    start, end = rng.choice(numbers)
    how = rng.randrange(4)
    if how == 0:
        other = rng.choice(EDGES)
    elif how == 1:
        other = b"%d" % (int(data[start:end][:18]) + rng.choice([-1, 1]))
    else:
        other = like(rng, data, (start, end), numbers)
    return data[:start] + other + data[end:]


def change_name(rng, data, words, others):
    """To another one of the file."""
    names = spans_of(rb"[A-Za-z_][\w.]*", data)
    if not names:
        return insert_word(rng, data, words, others)
    start, end = rng.choice(names)
    return data[:start] + like(rng, data, (start, end), names) + data[end:]


def change_operator(rng, data, words, others):
    found = spans_of(rb"[-+*/%&|^<>=!~]=?|[<>]{2}|\b(?:AND|OR|XOR|MOD|NOT)\b", data)
    if not found:
        return insert_word(rng, data, words, others)
    start, end = rng.choice(found)
    other = rng.choice(OPERATORS) if rng.random() < 0.5 else data[slice(*rng.choice(found))]
    return data[:start] + other + data[end:]


def insert_word(rng, data, words, others):
    return put(data, place(rng, data), b" " + rng.choice(words) + b" ")


def change_word(rng, data, words, others):
    spans = spans_of(rb"\w+|[^\w\s]+", data)
    if not spans:
        return insert_word(rng, data, words, others)
    start, end = rng.choice(spans)
    other = data[slice(*rng.choice(spans))] if rng.random() < 0.5 else rng.choice(words)
    return data[:start] + other + data[end:]


def change_lines(rng, data, words, others):
    lines = data.splitlines(keepends=True)
    whole = [i for i, line in enumerate(lines) if line.rstrip().endswith(b";")]
    i, j = rng.choice(whole or range(len(lines))), rng.choice(whole or range(len(lines)))
    how = rng.randrange(3)
    if how == 0:
        lines[i], lines[j] = lines[j], lines[i]
    elif how == 1:
        lines.insert(i, lines[j])
    else:
        del lines[i]
    return b"".join(lines)


def truncate(rng, data, words, others):
    return data[:place(rng, data)]


def repeat(rng, data, words, others):
    """A chunk or a word so often that it is up to a megabyte."""
    what = data[slice(*chunk(rng, data, 64))] if rng.random() < 0.6 else rng.choice(words)
    size = 1 << rng.randrange(6, 21)
    return put(data, place(rng, data), (what * (size // len(what) + 1))[:size])


def insert_broken_text(rng, data, words, others):
    return put(data, place(rng, data), rng.choice(BROKEN_TEXT))


MUTATIONS = [flip_bit, change_byte, insert_bytes, remove_chunk, duplicate_chunk, splice,
             change_number, insert_word, change_word, change_word, change_lines, truncate,
             repeat, insert_broken_text]
# After which a file is still read more often than not.
MILD = [change_number, change_number, change_name, change_name, change_operator, change_operator, change_lines]


def mutate(rng, data, words, others):
    ways = MILD if rng.random() < 0.6 else MUTATIONS
    for _ in range(rng.choice([1, 1, 1, 1, 1, 2, 2, 3, 8])):
        data = rng.choice(ways)(rng, data or b"\n", words, others)[:LONGEST]
    return data
