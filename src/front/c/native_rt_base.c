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

// Not limits of veridiff: this is compiled on its own.
enum {
  PAGE = 4096,
  LOWEST = 65536,     // what the function may touch; below is near null
  MAX_PAGES = 8192,   // 32 MiB
  SHADOWED = 256,     // pages that are compared at every call
  MAX_BLOCKS = 8192,  // of the allocator
  MAX_REGIONS = 4096,
  MAX_LOCALS = 256,      // whose addresses go outside
  MAX_VARIABLES = 4096,  // that the compiler tells the sizes of
  MAX_VALUES = 64,       // parameters, arguments
  ROW = 16,              // bytes of memory on one line
  LEAST_BLOCK = 16,      // of the allocator that the input's memory comes from
  MAX_FORBIDDEN = 1 << 16,  // bytes of a block
  MAX_TEXT = 80,            // characters of a constant that a pointer leads to
  RESULT = 3,               // the descriptor for results, if there is a token
  SECONDS = 5,
  ENDLESS_SECONDS = 1,  // of a version that is known not to return
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
  const char *token;  // the first line and the last, 0 if there is none
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
  struct {
    Word addr, size;
  } variable[MAX_VARIABLES];
  int variables;
  Word freed[MAX_LOCALS];  // what this run did not allocate
  int frees;
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
  Word to = out.token ? RESULT : 1;
  for (int done = 0; done < out.len;) {
    long n = kernel(SYS_WRITE, to, (Word)(out.text + done),
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

static void put_token(void) {
  if (!out.token) return;
  puts_(out.token);
  put('\n');
}

__attribute__((noreturn)) static void leave(void) {
  put_token();
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

static void put_char(char c) {
  if (c >= ' ' && c < 127 && c != '"' && c != '\\') {
    put(c);
  } else {
    puts_("\\x");
    put_hex((Byte)c, 2);
  }
}

// A constant of a known size: all of it, with zeros. What is long is told
// apart by a sum of its bytes.
static void put_sized(Word addr, Word size) {
  const Byte *text = (const Byte *)addr;
  Word sum = 0;
  if (size > 1 && !text[size - 1]) size--;
  put('"');
  for (Word i = 0; i < size && i < MAX_TEXT; i++) put_char((char)text[i]);
  puts_(size > MAX_TEXT ? "...\"" : "\"");
  for (Word i = 0; i < size; i++) sum = sum * 31 + text[i];
  if (size <= MAX_TEXT) return;
  put('#');
  put_hex(sum, 16);
}

// Constants have no names, so what they hold stands for them.
static void put_constant(Word x) {
  const char *text = (const char *)x;
  for (int i = 0; i < my.variables; i++)
    if (is_inside(x, my.variable[i].addr, my.variable[i].size)) {
      put_sized(my.variable[i].addr, my.variable[i].size);
      return put_offset(x - my.variable[i].addr);
    }
  put('"');
  for (int i = 0; i < MAX_TEXT && text + i < _end && text[i]; i++)
    put_char(text[i]);
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
  if (i >= 0 && *the_case.region[i].name == '.') i = -1;  // it has no name
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
