// What the parts of a reproducer share: the runtime, the case's data and the
// user's code. native_rt_base.c says what the runtime is.
#if !defined __x86_64__ || !defined __linux__
#error "the reproducer needs x86-64 Linux"
#endif

typedef unsigned long Word;
typedef unsigned char Byte;

// ---------------------------------------------------------- the case's data
struct Sort {
  int kind;             // 'b' for Bool, 'i' for a bit-vector, 'f' for a float,
                        // 'p' for a bit-vector that is known to be a pointer
  int width, exponent;  // in bits
};
struct Value {
  struct Sort sort;
  Word low, high;
};
struct Bytes {
  Word addr, len;
  const Byte *bytes;
};
// Where a variable lies in the model.
struct Region {
  const char *name;
  Word addr, size;
  int global;    // else a local whose address the outside gets
  int constant;  // nobody writes there
  // 2: both versions have it; 1: one has, and others can see it there, so what
  // it does to it counts; 0: nobody else knows it.
  int compared;
};
struct Event {
  const char *name;
  int args, results, writes;
  const struct Value *arg, *result;
  const struct Bytes *write;
};
struct Script {
  const struct Event *event;
  int events;
  int halted;   // the last event does not return
  int stopped;  // what comes after the last event is not looked at
  int endless;  // it never returns
  int results;
  const struct Value *result;  // as the model has it, if it returns
  Word local;                  // a size that no local in memory is below
};
// A function that the input has at this address.
struct Pointer {
  Word addr;
  void *stub;
};
struct Case {
  int params, results, cells, regions, pointers;
  const struct Value *param;
  const struct Sort *result;
  const struct Bytes *cell;  // what memory holds
  const struct Region *region;
  const struct Pointer *pointer;
  int checked;              // the user's code asks before it accesses memory
  struct Script script[2];  // of old, of new
  // Calls the function with each parameter in two words.
  void (*call)(void *entry, Word (*in)[2], Word (*out)[2]);
};
extern const struct Case veridiff_case;

// A function of the outside, as case.c defines it.
struct Stub {
  const char *name;
  int args;
  const struct Sort *arg;
  int halts;  // it never returns
};

// What the unit with the user's code defines.
extern const int veridiff_version;  // 0 is old, 1 is new
extern const int veridiff_wraps;    // -fwrapv: signed overflow is defined
void *veridiff_entry(void);
void *veridiff_global(int i);                     // 0 if it has none
const char *veridiff_function(int i, void **at);  // 0 after the last

// Called by every function that case.c defines.
void veridiff_enter(const struct Stub *stub, Word *integer, Word *vector,
                    Word *stack, Word (*result)[2]);  // 4

// Called by every function that is defined nowhere.
void veridiff_missing(const char *name);

// By the ABI, arguments are in these registers, then on the stack; a function
// that reads more than it was given reads its caller's frame.
#define STUB(TYPE, NAME, LABEL, STUB_, RETURN)                              \
  TYPE NAME(Word, Word, Word, Word, Word, Word, double, double, double,     \
            double, double, double, double, double, Word, Word, Word, Word, \
            Word, Word, Word, Word) __asm__(LABEL);                         \
  __attribute__((weak)) TYPE NAME(                                          \
      Word a, Word b, Word c, Word d, Word e, Word f, double g, double h,   \
      double i, double j, double k, double l, double m, double n, Word o,   \
      Word p, Word q, Word r, Word s, Word t, Word u, Word v) {             \
    Word result[4][2];                                                      \
    double vector[] = {g, h, i, j, k, l, m, n};                             \
    veridiff_enter(&STUB_, (Word[]){a, b, c, d, e, f}, (Word *)vector,      \
                   (Word[]){o, p, q, r, s, t, u, v}, result);               \
    return RETURN;                                                          \
  }

union Bits {
  Word word;
  double real;
};
static inline double sse(Word bits) {
  return ((union Bits){.word = bits}).real;
}
static inline Word bits_of(double x) {
  return ((union Bits){.real = x}).word;
}
