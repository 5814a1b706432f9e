// The part of the reproducer's runtime that sees undefined behaviour which the
// compiler's traps do not; native_rt_base.c says what the runtime is.
//
// Accesses next to variables: the user's code is compiled with
// -fsanitize=kernel-address, which asks before every access and needs no
// library. Every 8 bytes of memory have a shadow byte at SHADOW + address / 8:
// 0 if all of them may be accessed, 1 to 7 if the first few may, and above 127
// if none. Compilers put forbidden bytes around variables; the allocator puts
// them behind blocks whose size is known, and into freed ones.

// Memory of the checks, made like all memory when it is touched.
static void forbid(Word addr, Word size) {
  Word first = SHADOW + addr / 8, last = SHADOW + (addr + size - 1) / 8;
  for (Word at = first; at <= last; at++) {
    if (at == first || at % PAGE == 0) make_page(at, 0);
    *(Byte *)at = 0xff;
  }
}

// Of a variable with bytes behind it that are not its own.
static void forbid_rest(Word addr, Word size, Word all) {
  Word end = (addr + size) & ~7ul;
  forbid(end, addr + all - end);
  if (size % 8) *(Byte *)(SHADOW + end / 8) = size % 8;
}

static int is_forbidden(Word addr) {
  signed char shadow = *(signed char *)(SHADOW + addr / 8);
  return shadow && (signed char)(addr % 8) >= shadow;
}

// Where the input has null pointers and what is near them; the model has no
// memory below the first page.
static int is_near_null(Word addr) {
  return is_inside(addr, LOW_BASE - LOWEST, LOWEST + PAGE);
}

static int was_freed(Word addr) {
  for (int i = 0; i < my.frees; i++)
    if (is_inside(addr, my.freed[i], LEAST_BLOCK)) return 1;
  return 0;
}

static void check_access(Word addr, Word size) {
  if (!my.running || !the_case.checked) return;
  if (size && is_near_null(addr))
    stop("undefined behaviour ", "(null or invalid pointer)");
  for (Word i = 0; i < size; i++)
    if (is_forbidden(addr + i)) {
      struct Block *block = find_block(addr + i);
      stop("undefined behaviour ",
           was_freed(addr + i) || (block && block->freed)
               ? "(use after free)"
               : "(out-of-bounds access)");
    }
}

// ------------------------------------------- what compilers want to be there
#define CHECK(SIZE)                            \
  void __asan_load##SIZE##_noabort(Word at) {  \
    check_access(at, SIZE);                    \
  }                                            \
  void __asan_store##SIZE##_noabort(Word at) { \
    check_access(at, SIZE);                    \
  }
CHECK(1)
CHECK(2)
CHECK(4)
CHECK(8)
CHECK(16)

void __asan_loadN_noabort(Word at, Word size) {
  check_access(at, size);
}

void __asan_storeN_noabort(Word at, Word size) {
  check_access(at, size);
}

struct Variable {
  Word addr, size, size_with_rest, unused[5];
};

void __asan_register_globals(const struct Variable *v, Word n) {
  for (Word i = 0; i < n; i++) {
    forbid_rest(v[i].addr, v[i].size, v[i].size_with_rest);
    if (my.variables == MAX_VARIABLES) continue;
    my.variable[my.variables].addr = v[i].addr;
    my.variable[my.variables++].size = v[i].size;
  }
}

void __asan_unregister_globals(void) {}

void __asan_handle_no_return(void) {}

// Large frames are marked by these, small ones in the code.
#define MARK(VALUE)                                     \
  void __asan_set_shadow_##VALUE(Byte *at, Word size) { \
    for (Word i = 0; i < size; i++) at[i] = 0x##VALUE;  \
  }
MARK(00)
MARK(f1)
MARK(f2)
MARK(f3)
MARK(f5)
MARK(f8)

// Arrays of variable length, between two pieces of at least 32 bytes.
void __asan_alloca_poison(Word addr, Word size) {
  Word all = (size + 31) / 32 * 32 + 32;
  forbid(addr - 32, 32);
  forbid_rest(addr, size, all);
}

void __asan_allocas_unpoison(Word top, Word bottom) {
  if (!top || top > bottom) return;
  for (Word at = top / 8; at < bottom / 8; at++) *(Byte *)(SHADOW + at) = 0;
}

// -------------------------------------------------------- library functions
// As the library has them, where they are defined.
#define LIBRARY(TYPE) __attribute__((weak)) TYPE

LIBRARY(void *) memmove(void *to, const void *from, Word n) {
  check_access((Word)from, n);
  check_access((Word)to, n);
  Byte *x = to;
  const Byte *y = from;
  if (x <= y)
    for (Word i = 0; i < n; i++) x[i] = y[i];
  else
    for (Word i = n; i-- > 0;) x[i] = y[i];
  return to;
}

LIBRARY(void *) memcpy(void *to, const void *from, Word n) {
  Word x = (Word)to, y = (Word)from;
  if (my.running && x != y && (is_inside(x, y, n) || is_inside(y, x, n)))
    stop("undefined behaviour ", "(overlapping copy)");
  return memmove(to, from, n);
}

LIBRARY(void *) memset(void *to, int byte, Word n) {
  check_access((Word)to, n);
  for (Word i = 0; i < n; i++) ((Byte *)to)[i] = (Byte)byte;
  return to;
}

// Functions of characters are undefined for what is none. Their answers are
// those of the library's tables.
extern const unsigned short **__ctype_b_loc(void) __attribute__((weak));
extern const int **__ctype_tolower_loc(void) __attribute__((weak));
extern const int **__ctype_toupper_loc(void) __attribute__((weak));

static void check_char(int c) {
  if (my.running && (c < -1 || c > 255))
    stop("undefined behaviour ", "(argument is no character)");
}

// The bits that the tables of the GNU library have.
#define CLASS(NAME, BIT)                                       \
  LIBRARY(int) NAME(int c) {                                   \
    check_char(c);                                             \
    return (*__ctype_b_loc())[c] & (unsigned short)(1 << BIT); \
  }
CLASS(isupper, 8)
CLASS(islower, 9)
CLASS(isalpha, 10)
CLASS(isdigit, 11)
CLASS(isxdigit, 12)
CLASS(isspace, 13)
CLASS(isprint, 14)
CLASS(isgraph, 15)
CLASS(isblank, 0)
CLASS(iscntrl, 1)
CLASS(ispunct, 2)
CLASS(isalnum, 3)

LIBRARY(int) tolower(int c) {
  check_char(c);
  return (*__ctype_tolower_loc())[c];
}

LIBRARY(int) toupper(int c) {
  check_char(c);
  return (*__ctype_toupper_loc())[c];
}

static int is_least(long x, long least) {
  if (x == least && my.running && !veridiff_wraps)
    stop("undefined behaviour ", "(signed overflow)");
  return x == least;
}

static long absolute(long x, long least) {
  return is_least(x, least) || x >= 0 ? x : -x;
}

LIBRARY(int) abs(int x) {
  return (int)absolute(x, -0x7fffffff - 1);
}

LIBRARY(long) labs(long x) {
  return absolute(x, -0x7fffffffffffffff - 1);
}

LIBRARY(long long) llabs(long long x) {
  return absolute(x, -0x7fffffffffffffff - 1);
}
