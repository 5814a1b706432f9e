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

// Behind a block there is at least one granule that is nobody's.
static Word allocate(Word size) {
  Word at = add_block(my.heap ? my.heap : HEAP_BASE + 16, size);
  if (at && the_case.checked) forbid_rest(at, size, ((size + 15) & ~15ul) + 16);
  return at;
}

// Before anything runs.
static Word allocate_early(Word size) {
  size = (size + 15) & ~15ul;
  if (size > sizeof early_heap - my.early) return 0;
  my.early += size;
  return (Word)early_heap + my.early - size;
}

static void release_block(struct Block *block) {
  Word size = block->size < MAX_FORBIDDEN ? block->size : MAX_FORBIDDEN;
  if (block->freed) stop("undefined behaviour ", "(double free)");
  block->freed = 1;
  if (size && the_case.checked) forbid(block->addr, size);
}

static int is_variable(Word addr) {
  return is_image(addr) || is_inside(addr, my.frame - (8 << 20), 9 << 20);
}

static void release(Word addr) {
  if (!addr || !my.running) return;
  struct Block *block = find_block(addr);
  if (block && block->addr == addr) return release_block(block);
  if ((block && addr != block->addr + block->size) || is_variable(addr))
    stop("undefined behaviour ", "(free of what was not allocated)");
  for (int i = 0; i < my.frees; i++)
    if (my.freed[i] == addr) stop("undefined behaviour ", "(double free)");
  if (my.frees == MAX_LOCALS) return;
  my.freed[my.frees++] = addr;
  if (the_case.checked) forbid(addr, LEAST_BLOCK);
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
  if (script->stopped && my.next == script->events) {
    puts_("goes on\n");
    leave();
  }
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
  int is_deep =
      signal == SIGSEGV_ && is_inside(addr, stack - LOWEST, 2 * LOWEST);
  int is_endless = the_case.script[veridiff_version].endless;
  if (is_deep && !is_endless) {
    puts_("stack overflow\n");
    leave();
  }
  if (signal == SIGSEGV_ && !is_deep && addr >= LOWEST && make_page(addr, 0))
    return;
  if (!my.running) give_up("the input cannot be set up");
  // A recursion without an end does not get further than this either.
  if ((signal == SIGALRM_ || is_deep) && is_endless) {
    puts_("does not return\n");
    look_around(put_all);
  } else {
    put_crash(signal);
    // A handler could see what was written before __builtin_trap.
    if (signal == SIGILL_) look_around(put_changed);
  }
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
  Word endless = (Word)the_case.script[veridiff_version].endless;
  kernel(SYS_ALARM, endless ? ENDLESS_SECONDS : SECONDS, 0, 0, 0, 0, 0);
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
// a pointer to one is known only to lead to something of the program. Functions
// have, but lie elsewhere in the model.
static int is_expected(struct Sort sort, Word real, const struct Value *v) {
  if (sort.kind == 'f' || sort.width > 64) return 1;
  if (sort.width < 64) return !((real ^ v->low) & mask(sort.width));
  int region = model_region(v->low, 1);
  if (region < 0 && function_name(real)) return v->low >> 40 != 0;
  if (region >= 0 && !my.real[region]) return is_image(real);
  return real == relocate(v->low) || is_heap(v->low) || is_local(v->low) ||
         is_inside(real, LOW_BASE, LOWEST) || real >> 40 || function_name(real);
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

// Before main, so that the user's own main may be there, and be called. With an
// argument, which is the token, the results go where whoever gave it looks.
__attribute__((constructor)) static void replay(int args, char **arg) {
  static Word in[MAX_VALUES][2], result[MAX_VALUES][2];
  out.token = args > 1 ? arg[1] : 0;
  put_token();
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
