#include "runtime.h"

// The runtime of a reproducer. It is not part of veridiff: its text is put into
// every reproducer (as runtime.h and runtime.c), where the user's compiler
// builds it together with one version of the user's code.
//
// It sets up the input, calls the function under test, and prints all that the
// function did: calls to the outside, results, final memory. Two versions
// behave the same if they print the same, so everything is printed in a form
// that does not depend on where the linker or the allocator put things.
//
// Calls to the outside never get there: case.c defines them, and they are
// answered from a script. So nothing here may need a library function that the
// program could call too; all that is needed of the system are system calls.
//
// Memory is as in the model: any address above the lowest ones exists and holds
// zero until it is written. Pages are made when they are first touched, and all
// that they hold in the end was set up or written by the function.
//
// runtime.c is runtime.h (native_rt.h), this file, native_rt_check.c and
// native_rt_run.c.

enum {
  PAGE = 4096,
  LOWEST = 65536,     // what the function may touch; below is near null
  MAX_PAGES = 8192,   // 32 MiB
  SHADOWED = 256,     // pages that are compared at every call
  MAX_BLOCKS = 8192,  // of the allocator
  MAX_REGIONS = 4096,
  MAX_LOCALS = 256,  // whose addresses go outside
  MAX_VALUES = 64,   // parameters, arguments
  ROW = 16,          // bytes of memory on one line
  MAX_TEXT = 80,     // characters of a constant that a pointer leads to
  SECONDS = 5,
};
// Where the interpreter has the heap and the stack, and how far its locals are
// from each other.
#define HEAP_BASE (2ul << 44)
#define HEAP_END (3ul << 44)
#define STACK_END (4ul << 44)
#define LOCAL_SPACE (1ul << 20)
// What the checks know of memory (native_rt_check.c), an eighth of its size.
// The compiler is told the same number.
#define SHADOW (4ul << 44)
#define SHADOW_END (5ul << 44)
// Where memory lies that the input has below LOWEST, which no process has.
#define LOW_BASE 0x5b0000000000ul

#define the_case veridiff_case

// ------------------------------------------------------------------- state
static struct {
  char text[1 << 14];
  int len;
} out;

struct Page {
  Word addr;
  int shadow;  // where it was last printed, -1 if nowhere
  int code;
};
struct Block {
  Word addr, size;
  int number;  // in order of being seen, from 1; 0 is not yet
  int freed;
};
static struct {
  int running;             // inside the function under test
  int next;                // event of the script
  Word frame;              // of the function that starts it all
  Word real[MAX_REGIONS];  // where regions lie in this process
  struct {
    Word model, real;
  } local[MAX_LOCALS];
  int locals;
  struct Page page[MAX_PAGES];  // by address
  int pages, hidden_pages;      // nobody looks at the hidden ones as a whole
  struct Block block[MAX_BLOCKS];
  int blocks, numbered;
  Word heap;   // next free address
  Word early;  // bytes that the loader allocated
} my;
static Byte page_shadow[SHADOWED][PAGE];
static Byte region_shadow[1 << 16], region_start[1 << 16];
static Byte early_heap[1 << 16];

// ------------------------------------------------------------ system calls
enum {
  SYS_WRITE = 1,
  SYS_MMAP = 9,
  SYS_SIGACTION = 13,
  SYS_ALARM = 37,
  SYS_SIGALTSTACK = 131,
  SYS_EXIT = 231
};

static long kernel(long n, Word a, Word b, Word c, Word d, Word e, Word f) {
  register Word r10 __asm__("r10") = d;
  register Word r8 __asm__("r8") = e;
  register Word r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

// ---------------------------------------------------------------- printing
static void flush(void) {
  for (int done = 0; done < out.len;) {
    long n = kernel(SYS_WRITE, 1, (Word)(out.text + done),
                    (Word)(out.len - done), 0, 0, 0);
    if (n <= 0) break;
    done += (int)n;
  }
  out.len = 0;
}

static void put(char c) {
  if (out.len == sizeof out.text) flush();
  out.text[out.len++] = c;
}

static void puts_(const char *text) {
  while (*text) put(*text++);
}

static void put_hex(Word x, int digits) {
  while (digits < 16 && x >> 4 * digits) digits++;
  while (digits--) put("0123456789abcdef"[x >> 4 * digits & 15]);
}

static void put_decimal(Word x) {
  if (x > 9) put_decimal(x / 10);
  put((char)('0' + x % 10));
}

static void put_signed(long x) {
  if (x < 0) put('-');
  put_decimal(x < 0 ? 0ul - (Word)x : (Word)x);
}

__attribute__((noreturn)) static void leave(void) {
  flush();
  for (;;) kernel(SYS_EXIT, 0, 0, 0, 0, 0, 0);
}

__attribute__((noreturn)) static void stop(const char *kind, const char *why) {
  puts_(kind);
  puts_(why);
  put('\n');
  leave();
}

__attribute__((noreturn)) static void give_up(const char *why) {
  stop("unavailable: ", why);
}

static void copy(void *to, const void *from, Word n) {
  for (Word i = 0; i < n; i++) ((Byte *)to)[i] = ((const Byte *)from)[i];
}

static int is_same(const void *x, const void *y, Word n) {
  for (Word i = 0; i < n; i++)
    if (((const Byte *)x)[i] != ((const Byte *)y)[i]) return 0;
  return 1;
}

// ------------------------------------------------------------------- pages
static int find_page(Word addr) {
  int low = 0, high = my.pages;
  while (low < high) {
    int middle = (low + high) / 2;
    if (my.page[middle].addr < addr)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static int has_page(Word addr) {
  int i = find_page(addr);
  return i < my.pages && my.page[i].addr == addr;
}

static void note_page(Word addr, int code) {
  int i = find_page(addr);
  for (int k = my.pages; k > i; k--) my.page[k] = my.page[k - 1];
  int shadow = my.pages < SHADOWED ? my.pages : -1;
  my.page[i] = (struct Page){addr, shadow, code};
  my.pages++;
}

static int is_heap(Word x) {
  return x >= HEAP_BASE && x < HEAP_END;
}

static int is_hidden(Word x) {
  return is_heap(x) || (the_case.checked && x >= SHADOW && x < SHADOW_END);
}

// True if there is memory there now that was not there before.
static int make_page(Word addr, int code) {
  enum { PRIVATE_ANONYMOUS_FIXED_NOREPLACE = 0x100022 };
  Word page = addr & ~(Word)(PAGE - 1);
  int *count = is_hidden(addr) ? &my.hidden_pages : &my.pages;
  if (page == 0 || *count >= MAX_PAGES) return 0;
  if (kernel(SYS_MMAP, page, PAGE, code ? 7 : 3,
             PRIVATE_ANONYMOUS_FIXED_NOREPLACE, (Word)-1, 0) != (long)page)
    return 0;
  if (is_hidden(addr))
    my.hidden_pages++;
  else
    note_page(page, code);
  return 1;
}

// Memory of the input must not be where the process has something else.
static void need_pages(Word addr, Word len, int code) {
  if (is_hidden(addr) && !is_heap(addr))
    give_up("memory of the input lies where the checks have theirs");
  for (Word page = addr & ~(Word)(PAGE - 1); page < addr + len; page += PAGE)
    if (!has_page(page) && !make_page(page, code))
      stop("impossible: ",
           "memory of the input lies where a process can have none");
}

// ---------------------------------------------------------------- pointers
extern char __executable_start[], _etext[], _end[];
extern char __data_start[] __attribute__((weak));

static int is_inside(Word x, Word start, Word size) {
  return x - start < size;
}

// The variable that a pointer leads into, or just behind; -1 if none.
static int real_region(Word x) {
  for (int edge = 0; edge < 2; edge++)
    for (int i = 0; i < the_case.regions; i++)
      if (my.real[i] && the_case.region[i].global &&
          is_inside(x, my.real[i], the_case.region[i].size + (Word)edge))
        return i;
  return -1;
}

static int model_region(Word x, Word edge) {
  for (int i = 0; i < the_case.regions; i++)
    if (is_inside(x, the_case.region[i].addr, the_case.region[i].size + edge))
      return i;
  return -1;
}

static int is_local(Word x) {
  return x >= HEAP_END && x < STACK_END;
}

static Word *find_local(Word model) {
  Word base = model & ~(LOCAL_SPACE - 1);
  for (int i = 0; i < my.locals; i++)
    if (my.local[i].model == base) return &my.local[i].real;
  if (my.locals == MAX_LOCALS) give_up("too many locals have addresses");
  my.local[my.locals].model = base;
  return &my.local[my.locals++].real;
}

static int is_low(Word x) {
  return x && x < LOWEST;
}

// A word of the model that may be a pointer, as one of this process; what is
// none stays.
static Word relocate(Word x) {
  if (is_local(x)) {
    Word base = *find_local(x);
    return base ? base + x % LOCAL_SPACE : x;
  }
  int i = model_region(x, 0);
  if (i < 0) i = model_region(x, 1);
  return i >= 0 && my.real[i] ? x - the_case.region[i].addr + my.real[i] : x;
}

static Word relocate_pointer(Word x) {
  return is_low(x) ? LOW_BASE + x : relocate(x);
}

static Word relocate_value(struct Sort sort, Word x) {
  if (sort.kind == 'p') return relocate_pointer(x);
  return sort.kind == 'i' && sort.width == 64 ? relocate(x) : x;
}

static struct Block *find_block(Word x) {
  if (!is_heap(x)) return 0;
  for (int i = 0; i < my.blocks; i++)
    if (is_inside(x, my.block[i].addr, my.block[i].size + 1))
      return &my.block[i];
  return 0;
}

static void put_offset(Word offset) {
  if (!offset) return;
  put('+');
  put_decimal(offset);
}

static const char *function_name(Word x) {
  void *at;
  const char *name;
  for (int i = 0; (name = veridiff_function(i, &at)); i++)
    if ((Word)at == x) return name;
  return 0;
}

// Constants have no names, so what they hold stands for them.
static void put_constant(Word x) {
  const char *text = (const char *)x;
  put('"');
  for (int i = 0; i < MAX_TEXT && text + i < _end && text[i]; i++) {
    char c = text[i];
    if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
      put(c);
    } else {
      puts_("\\x");
      put_hex((Byte)c, 2);
    }
  }
  put('"');
}

static void put_block(struct Block *block, Word x) {
  if (!block->number) block->number = ++my.numbered;
  puts_("heap block ");
  put_decimal((Word)block->number);
  put_offset(x - block->addr);
}

static void put_image(Word x) {
  if (x < (Word)_etext) {
    puts_("code");
  } else if (__data_start && x >= (Word)__data_start) {
    puts_("a static variable");
  } else {
    put_constant(x);
  }
}

static int is_image(Word x) {
  Word image = (Word)__executable_start;
  return is_inside(x, image, (Word)_end - image);
}

// Prints a word that leads into this process; 0 if it does not.
static int put_pointer(Word x) {
  int i = real_region(x);
  struct Block *block = find_block(x);
  const char *name = i < 0 && !block ? function_name(x) : 0;
  if (i >= 0 || name) {
    put('&');
    puts_(name ? name : the_case.region[i].name);
    if (!name) put_offset(x - my.real[i]);
  } else if (block) {
    put_block(block, x);
  } else if (is_image(x)) {
    put_image(x);
  } else if (is_inside(x, LOW_BASE, LOWEST)) {
    puts_("0x");
    put_hex(x - LOW_BASE, 1);
  } else if (is_inside(x, my.frame - (8 << 20), 9 << 20)) {
    puts_("a local");
  } else if (x >= 0x7e0000000000ul && x < 0x800000000000ul) {
    puts_("a library's");
  } else {
    return 0;
  }
  return 1;
}

// ------------------------------------------------------------------ values
static Word mask(int width) {
  return width >= 64 ? ~0ul : (1ul << width) - 1;
}

// As C prints it with %a, which is exact.
static void put_float(struct Sort sort, Word bits) {
  int fraction = sort.width - sort.exponent - 1;
  Word digits = bits & mask(fraction);
  int most = (int)mask(sort.exponent), bias = most >> 1;
  int exponent = (int)(bits >> fraction) & most;
  int negative = (int)(bits >> (sort.width - 1)) & 1;
  if (exponent == most && digits) return puts_("nan");
  if (negative) put('-');
  if (exponent == most) return puts_("inf");
  puts_(exponent ? "0x1" : "0x0");
  int nibbles = (fraction + 3) / 4;
  digits <<= 4 * nibbles - fraction;
  if (digits) put('.');
  for (; digits; digits &= mask(4 * nibbles)) {
    nibbles--;
    put("0123456789abcdef"[digits >> 4 * nibbles & 15]);
  }
  put('p');
  put_signed(exponent ? exponent - bias : bits & mask(fraction) ? 1 - bias : 0);
}

static void put_int(struct Sort sort, Word low, Word high) {
  int digits = (sort.width + 3) / 4;
  if (sort.width == 64 && put_pointer(low)) return;
  puts_("0x");
  if (sort.width > 64) put_hex(high & mask(sort.width - 64), digits - 16);
  put_hex(low & mask(sort.width), digits > 16 ? 16 : digits);
  if (sort.width > 64) return;
  int unused = 64 - sort.width;
  puts_(" (");
  put_signed((long)(low << unused) >> unused);
  put(')');
}

static void put_value(struct Sort sort, Word low, Word high) {
  if (sort.kind == 'b') {
    puts_(low & 1 ? "true" : "false");
  } else if (sort.kind == 'f') {
    put_float(sort, low & mask(sort.width));
  } else {
    put_int(sort, low, high);
  }
}
// The part of the reproducer's runtime that sees undefined behaviour which the
// compiler's traps do not; native_rt_base.c says what the runtime is.
//
// Accesses next to variables: the user's code is compiled with
// -fsanitize=kernel-address, which asks before every access and needs no
// library. Every 8 bytes of memory have a shadow byte at SHADOW + address / 8:
// 0 if all of them may be accessed, 1 to 7 if the first few may, and above 127
// if none. Compilers put forbidden bytes around variables; around blocks there
// are none, as the model does not know the sizes of blocks.

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

static void check_access(Word addr, Word size) {
  if (!my.running || !the_case.checked) return;
  for (Word i = 0; i < size; i++)
    if (is_forbidden(addr + i))
      stop("undefined behaviour ", "(out-of-bounds access)");
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
  for (Word i = 0; i < n; i++)
    forbid_rest(v[i].addr, v[i].size, v[i].size_with_rest);
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
// The last part of the reproducer's runtime; native_rt_base.c says what it is.
//
// Memory as the outside sees it, calls to the outside, signals, and the run.

// ------------------------------------------------------------------ memory
static int is_zero(const Byte *at, Word n) {
  while (n && !*at) at++, n--;
  return n == 0;
}

static void put_bytes(const Byte *at, Word n) {
  for (Word i = 0; i < n;) {
    put(' ');
    if ((Word)(at + i) % 8 == 0 && n - i >= 8 &&
        put_pointer(*(const Word *)(at + i))) {
      i += 8;
      continue;
    }
    put_hex(at[i++], 2);
  }
}

// What a row of memory belongs to.
struct Place {
  const char *prefix, *name;
  Word number;  // an address, or of a block
  const Byte *at;
  Word size;
};

static void put_row(const struct Place *p, Word offset, Word len) {
  puts_(p->prefix);
  puts_(p->name);
  if (p->name[0] == 'm') {
    puts_("0x");
    put_hex(p->number + offset, 1);
  } else {
    if (p->number) put_decimal(p->number);
    put_offset(offset);
  }
  put(':');
  put_bytes(p->at + offset, len);
  put('\n');
}

// One line for each row that is not all zero, or not as it was in shadow.
static void put_rows(const struct Place *p, Byte *shadow) {
  for (Word i = 0, len; i < p->size; i += len) {
    len = ROW - (Word)(p->at + i) % ROW;
    if (len > p->size - i) len = p->size - i;
    if (!shadow && is_zero(p->at + i, len)) continue;
    if (shadow && is_same(p->at + i, shadow + i, len)) continue;
    if (shadow) copy(shadow + i, p->at + i, len);
    put_row(p, i, len);
  }
}

// shadow is what was last printed of it; start is how it was in the beginning,
// 0 if all of it is to be compared.
typedef void Look(struct Place *p, Byte *shadow, Byte *start);

static void look_at_pages(Look *look) {
  for (int i = 0; i < my.pages; i++) {
    const struct Page *page = &my.page[i];
    Word number = page->addr;
    if (is_inside(number, LOW_BASE, LOWEST)) number -= LOW_BASE;
    struct Place p = {"", "memory at ", number, (Byte *)page->addr, PAGE};
    Byte *shadow = page->shadow < 0 ? 0 : page_shadow[page->shadow];
    if (!page->code) look(&p, shadow, 0);
  }
}

static void look_at_globals(Look *look) {
  Word used = 0;
  for (int i = 0; i < the_case.regions; i++) {
    const struct Region *r = &the_case.region[i];
    if (!r->global || !r->compared || r->constant || !my.real[i]) continue;
    struct Place p = {"", r->name, 0, (Byte *)my.real[i], r->size};
    int fits = r->size <= sizeof region_shadow - used;
    Byte *start = r->compared == 1 ? region_start + used : 0;
    if (fits || !start) look(&p, fits ? region_shadow + used : 0, start);
    if (fits) used += r->size;
  }
}

// Everything that the outside can see, apart from the heap.
static void look_around(Look *look) {
  look_at_pages(look);
  look_at_globals(look);
}

static void remember(struct Place *p, Byte *shadow, Byte *start) {
  if (shadow) copy(shadow, p->at, p->size);
  if (start) copy(start, p->at, p->size);
}

static void put_changed(struct Place *p, Byte *shadow, Byte *start) {
  (void)start;
  p->prefix = "  by now ";
  if (shadow) put_rows(p, shadow);
}

static void put_all(struct Place *p, Byte *shadow, Byte *start) {
  (void)shadow;
  put_rows(p, start);
}

// Blocks that something printed before leads to; they may lead to others.
static void put_heap(void) {
  for (int number = 1; number <= my.numbered; number++)
    for (int i = 0; i < my.blocks; i++) {
      struct Block *b = &my.block[i];
      struct Place p = {"", "heap block ", (Word)number, (Byte *)b->addr,
                        b->size};
      if (b->number == number && !b->freed) put_rows(&p, 0);
    }
}

static void poke(Word addr, const Byte *bytes, Word n) {
  Byte *to = (Byte *)relocate_pointer(addr);
  for (Word i = 0; i < n;) {
    Word word, len = (addr + i) % 8 == 0 && n - i >= 8 ? 8 : 1;
    copy(&word, bytes + i, len);
    if (len == 8) word = relocate(word);
    copy(to + i, &word, len);
    i += len;
  }
}

// ----------------------------------------------------------- calls outside
__attribute__((noreturn)) static void halt(void) {
  puts_("ends the program\n");
  leave();
}

static Word add_block(Word addr, Word size) {
  if (my.blocks == MAX_BLOCKS || size > HEAP_END - addr - 32) return 0;
  my.block[my.blocks++] = (struct Block){.addr = addr, .size = size};
  my.heap = ((addr + size + 15) & ~15ul) + 16;
  return addr;
}

static Word allocate(Word size) {
  return add_block(my.heap ? my.heap : HEAP_BASE + 16, size);
}

// Before anything runs.
static Word allocate_early(Word size) {
  size = (size + 15) & ~15ul;
  if (size > sizeof early_heap - my.early) return 0;
  my.early += size;
  return (Word)early_heap + my.early - size;
}

static void release(Word addr) {
  struct Block *block = find_block(addr);
  if (block && block->addr == addr) block->freed = 1;
}

static int is_same_text(const char *x, const char *y) {
  while (*x && *x == *y) x++, y++;
  return *x == *y;
}

// The registers and the stack of a call.
struct Frame {
  Word *integer;  // 6
  Word *vector;   // 8, the low halves
  Word *stack;
  int integers, vectors, stacks;
};

static Word take(struct Frame *f, int is_float) {
  if (is_float && f->vectors < 8) return f->vector[f->vectors++];
  if (!is_float && f->integers < 6) return f->integer[f->integers++];
  return f->stack[f->stacks++];
}

static int take_args(const struct Stub *stub, const struct Event *event,
                     struct Frame *f, struct Value *arg) {
  int n = event ? event->args : stub->args;
  for (int i = 0; i < n && i < MAX_VALUES; i++) {
    struct Sort sort = event ? event->arg[i].sort : stub->arg[i];
    arg[i] = (struct Value){.sort = sort};
    if (sort.width > 64 && f->integers == 5) f->integers = 6;
    arg[i].low = take(f, sort.kind == 'f');
    if (sort.width > 64) arg[i].high = take(f, 0);
  }
  return n;
}

// A local whose address goes outside has one address in the model and another
// one here.
static void learn_locals(const struct Event *event, const struct Value *arg) {
  for (int i = 0; i < event->args; i++) {
    Word model = event->arg[i].low;
    if (event->arg[i].sort.width == 64 && is_local(model))
      *find_local(model) = arg[i].low - model % LOCAL_SPACE;
  }
}

static Word size_of_local(Word model) {
  int r = model_region(model, 0);
  if (r >= 0) return the_case.region[r].size;
  return the_case.script[veridiff_version].local;
}

// What locals and blocks hold that are handed to the outside.
static void put_pointees(const struct Event *event, const struct Value *arg,
                         int n) {
  for (int i = 0; i < n; i++) {
    if (arg[i].sort.kind != 'i' || arg[i].sort.width != 64) continue;
    Word model = event ? event->arg[i].low : 0;
    struct Block *b = find_block(arg[i].low);
    struct Place p = {"  with ", "a local", 0, 0, 0};
    if (is_local(model)) {
      p.at = (Byte *)relocate(model - model % LOCAL_SPACE);
      p.size = size_of_local(model);
    } else if (b && !b->freed) {
      p = (struct Place){"  with ", "a block", 0, (Byte *)b->addr, b->size};
    }
    put_rows(&p, 0);
  }
}

// The outside may answer with something new of its own.
static Word adopt(Word x) {
  enum { SIZE = 64 };  // as the interpreter has it
  if (is_heap(x) && !find_block(x)) add_block(x, SIZE);
  return relocate(x);
}

static void answer(const struct Event *event, Word (*result)[2]) {
  for (int i = 0; i < event->results && i < 4; i++) {
    const struct Value *v = &event->result[i];
    int is_word = v->sort.kind == 'i' && v->sort.width == 64;
    result[i][0] = is_word ? adopt(v->low) : v->low;
    result[i][1] = v->high;
    puts_(i ? ", " : " = ");
    put_value(v->sort, result[i][0], result[i][1]);
  }
}

static void perform_writes(const struct Event *event) {
  for (int i = 0; i < event->writes; i++) {
    const struct Bytes *w = &event->write[i];
    Word to = relocate_pointer(w->addr);
    poke(w->addr, w->bytes, w->len);
    puts_("  it writes to ");
    if (!put_pointer(to)) {
      puts_("0x");
      put_hex(to, 1);
    }
    put(':');
    put_bytes((const Byte *)to, w->len);
    put('\n');
  }
}

static void put_call(const char *name, const struct Value *arg, int n) {
  puts_("calls ");
  puts_(name);
  put('(');
  for (int i = 0; i < n; i++) {
    if (i) puts_(", ");
    put_value(arg[i].sort, arg[i].low, arg[i].high);
  }
  put(')');
}

static const struct Event *next_event(const struct Stub *stub) {
  const struct Script *script = &the_case.script[veridiff_version];
  if (my.next >= script->events) return 0;
  const struct Event *event = &script->event[my.next];
  return is_same_text(event->name, stub->name) ? event : 0;
}

static void outside(const struct Stub *stub, struct Frame *frame,
                    Word (*result)[2]) {
  struct Value arg[MAX_VALUES];
  const struct Event *event = next_event(stub);
  const struct Script *script = &the_case.script[veridiff_version];
  int n = take_args(stub, event, frame, arg);
  if (event) learn_locals(event, arg);
  my.next++;
  put_call(stub->name, arg, n);
  if (event) answer(event, result);
  put('\n');
  put_pointees(event, arg, n);
  look_around(put_changed);
  if (event) perform_writes(event);
  if (stub->halts) halt();
  if (script->halted && my.next == script->events) halt();
}

void veridiff_enter(const struct Stub *stub, Word *integer, Word *vector,
                    Word *stack, Word (*result)[2]) {
  struct Frame frame = {integer, vector, stack, 0, 0, 0};
  for (int i = 0; i < 4; i++) result[i][0] = result[i][1] = 0;
  if (my.running) outside(stub, &frame, result);
}

void veridiff_missing(const char *name) {
  puts_("unavailable: the code calls ");
  puts_(name);
  puts_(", which is defined in no file at hand\n");
  leave();
}

// --------------------------------------------------------------- allocation
// The model has no calls of the allocator, only what it gives. The loader may
// allocate too, before anything runs.
#define ALLOCATOR(NAME) __attribute__((weak)) void *NAME

ALLOCATOR(malloc)(Word size) {
  return (void *)(my.running ? allocate(size) : allocate_early(size));
}

ALLOCATOR(calloc)(Word n, Word size) {
  return __builtin_mul_overflow(n, size, &size) ? 0 : malloc(size);
}

ALLOCATOR(valloc)(Word size) {
  return malloc(size);
}

ALLOCATOR(memalign)(Word align, Word size) {
  (void)align;
  return malloc(size);
}

ALLOCATOR(aligned_alloc)(Word align, Word size) {
  (void)align;
  return malloc(size);
}

__attribute__((weak)) void free(void *block) {
  release((Word)block);
}

// ----------------------------------------------------------------- signals
enum {
  SIGILL_ = 4,
  SIGTRAP_ = 5,
  SIGABRT_ = 6,
  SIGBUS_ = 7,
  SIGFPE_ = 8,
  SIGSEGV_ = 11,
  SIGALRM_ = 14
};

static void put_crash(int signal) {
  switch (signal) {
    case SIGILL_: return puts_("undefined behaviour (trap)\n");
    case SIGFPE_: return puts_("crashes: SIGFPE (division)\n");
    case SIGABRT_: return puts_("crashes: SIGABRT (abort)\n");
    case SIGALRM_: return puts_("timeout\n");
    case SIGSEGV_: return puts_("crashes: SIGSEGV (invalid memory access)\n");
    default:
      puts_("crashes: signal ");
      put_decimal((Word)signal);
      put('\n');
  }
}

static void on_signal(int signal, char *info, char *context) {
  Word addr = *(Word *)(info + 16);
  Word stack = *(Word *)(context + 160);  // rsp of the interrupted code
  if (signal == SIGSEGV_ && is_inside(addr, stack - LOWEST, 2 * LOWEST)) {
    puts_("stack overflow\n");
    leave();
  }
  if (signal == SIGSEGV_ && addr >= LOWEST && make_page(addr, 0)) return;
  if (!my.running) give_up("the input cannot be set up");
  put_crash(signal);
  leave();
}

__asm__(
    ".text\n"
    "veridiff_restore: mov $15, %eax\n"
    "  syscall\n");
extern char veridiff_restore[];

static void catch_signals(void) {
  static const int signals[] = {SIGILL_, SIGTRAP_, SIGABRT_, SIGBUS_,
                                SIGFPE_, SIGSEGV_, SIGALRM_};
  static char stack[1 << 16];
  struct {
    void *at;
    int flags;
    Word size;
  } alternate = {stack, 0, sizeof stack};
  struct {
    void (*handler)(int, char *, char *);
    Word flags;
    void *restorer;
    Word mask;
  } action = {on_signal, 0x4 | 0x04000000 | 0x08000000, veridiff_restore, 0};
  kernel(SYS_SIGALTSTACK, (Word)&alternate, 0, 0, 0, 0, 0);
  for (Word i = 0; i < sizeof signals / sizeof *signals; i++)
    kernel(SYS_SIGACTION, (Word)signals[i], (Word)&action, 0, 8, 0, 0);
  kernel(SYS_ALARM, SECONDS, 0, 0, 0, 0, 0);
}

// --------------------------------------------------------------------- run
// What no cell says is zero, in variables as anywhere.
static void place_globals(void) {
  if (the_case.regions > MAX_REGIONS || the_case.params > MAX_VALUES)
    give_up("too many variables or parameters");
  for (int i = 0; i < the_case.regions; i++) {
    const struct Region *r = &the_case.region[i];
    if (!r->global) continue;
    my.real[i] = (Word)veridiff_global(i);
    for (Word k = 0; my.real[i] && !r->constant && k < r->size; k++)
      ((Byte *)my.real[i])[k] = 0;
  }
}

static void fill_memory(void) {
  for (int i = 0; i < the_case.cells; i++) {
    const struct Bytes *cell = &the_case.cell[i];
    int r = model_region(cell->addr, 0);
    if (r < 0) need_pages(relocate_pointer(cell->addr), cell->len, 0);
    if (r < 0 || (my.real[r] && !the_case.region[r].constant))
      poke(cell->addr, cell->bytes, cell->len);
  }
}

// Code that goes on to the stub: mov $stub, %r11; jmp *%r11.
static void place_functions(void) {
  for (int i = 0; i < the_case.pointers; i++) {
    const struct Pointer *p = &the_case.pointer[i];
    Byte *at = (Byte *)relocate_pointer(p->addr);
    need_pages((Word)at, 13, 1);
    copy(at, "\x49\xbb", 2);
    copy(at + 2, &p->stub, 8);
    copy(at + 10, "\x41\xff\xe3", 3);
  }
}

static void take_params(Word (*in)[2]) {
  for (int i = 0; i < the_case.params; i++) {
    const struct Value *v = &the_case.param[i];
    in[i][0] = relocate_value(v->sort, v->low);
    in[i][1] = v->high;
  }
}

static void put_results(Word (*result)[2]) {
  puts_("returns");
  for (int i = 0; i < the_case.results; i++) {
    puts_(i ? ", " : " ");
    put_value(the_case.result[i], result[i][0], result[i][1]);
  }
  put('\n');
}

// Values that do not depend on where things lie must be as the model says, or
// it is not the model's input that was tried. Literals have no names here, so
// a pointer to one is known only to lead to something of the program.
static int is_expected(struct Sort sort, Word real, const struct Value *v) {
  if (sort.kind == 'f' || sort.width > 64) return 1;
  if (sort.width < 64) return !((real ^ v->low) & mask(sort.width));
  int region = model_region(v->low, 1);
  if (region >= 0 && !my.real[region]) return is_image(real);
  return real == relocate(v->low) || is_heap(v->low) || is_local(v->low) ||
         is_inside(real, LOW_BASE, LOWEST) || real >> 40;
}

static void put_surprises(Word (*result)[2]) {
  const struct Script *script = &the_case.script[veridiff_version];
  for (int i = 0; i < script->results && i < the_case.results; i++) {
    const struct Value *v = &script->result[i];
    struct Sort sort = the_case.result[i];
    if (is_expected(sort, result[i][0], v)) continue;
    puts_("model: returns ");
    put_value(sort, v->low, v->high);
    puts_(" where the real code returns ");
    put_value(sort, result[i][0], result[i][1]);
    put('\n');
  }
}

// Before main, so that the user's own main may be there, and be called.
__attribute__((constructor)) static void replay(void) {
  static Word in[MAX_VALUES][2], result[MAX_VALUES][2];
  my.frame = (Word)__builtin_frame_address(0);
  catch_signals();
  place_globals();
  place_functions();
  fill_memory();
  take_params(in);
  look_around(remember);
  my.running = 1;
  the_case.call(veridiff_entry(), in, result);
  my.running = 0;
  put_results(result);
  look_around(put_all);
  put_heap();
  put_surprises(result);
  leave();
}

__attribute__((weak)) int main(void) {
  return 0;
}
