// Which declarations are functions of the C library, and what is known of
// those that are not modelled exactly (extern.def). A name alone says nothing:
// `void log(const char *)` is the program's own.
#include "base/limit.h"
#include "front/c/lift.h"

static const VdLiftKnown known[] = {
#define R VD_EFFECT_READ
#define W VD_EFFECT_WRITE
#define O VD_EFFECT_WORLD
#define H VD_EFFECT_HEAP
#define X VD_EFFECT_HALT
#define VD_ROW(name, type, effect, answers, notes, ...) \
  {name, type, effect, answers, notes, __VA_ARGS__},
#define VD_EXTERN(name, type, effect, answers, notes) \
  VD_ROW(name, type, effect, answers, notes, .needs = VD_NEEDS_ALL)
#define VD_SIZED(name, type, effect, answers, notes) \
  VD_ROW(name, type, effect, answers, notes, .needs = VD_NEEDS_SIZED)
#define VD_PARSER(name, type, effect, answers, notes) \
  VD_ROW(name, type, effect, answers, notes, .needs = VD_NEEDS_FIRST)
#define VD_PRINTER(name, type, effect, answers, notes)              \
  VD_ROW(name, type, effect, answers, notes, .needs = VD_NEEDS_ALL, \
         .prints = true)
#define VD_CLASS(name, answers) \
  VD_ROW(name, "i(i)", 0, answers, "locale", .needs = VD_NEEDS_CHAR)
#define VD_MATH(name, type, effect, notes) \
  VD_ROW(name, type, effect, "", notes, .math = true)
#define VD_FRESH(name, type) VD_ROW(name, type, H, "", "", .fresh = true)
#define VD_FREE(name, type) \
  VD_ROW(name, type, R | W | H, "", "keeps freed", .needs = VD_NEEDS_NULL)
#define VD_ASSERTION(name, type) \
  VD_ROW(name, type, R | O | X, "", "threads", .needs = VD_NEEDS_NONE)
#include "front/c/extern.def"
#undef VD_ASSERTION
#undef VD_FREE
#undef VD_FRESH
#undef VD_MATH
#undef VD_CLASS
#undef VD_PRINTER
#undef VD_PARSER
#undef VD_SIZED
#undef VD_EXTERN
#undef VD_ROW
#undef X
#undef H
#undef O
#undef W
#undef R
};

// Anything may happen in a function that isn't known.
static const VdLiftKnown unknown = {
    .name = "",
    .type = "",
    .effect = VD_EFFECT_READ | VD_EFFECT_WRITE | VD_EFFECT_WORLD,
    .answers = "",
    .notes = ""};

// ------------------------------------------------------------------- hooks
// What libraries call, if the program has it: for streams and for the heap.
static const char *const stream_hooks[] = {
    "_write",        "_read",      "_write_r",  "_read_r",     "_fstat",
    "_isatty",       "_lseek",     "_close",    "write",       "read",
    "writev",        "__write",    "__read",    "fputc",       "fgetc",
    "putc",          "getc",       "putchar",   "getchar",     "puts",
    "fputs",         "fwrite",     "fread",     "fflush",      "__io_putchar",
    "__io_getchar",  "_sys_write", "_sys_read", "__sys_write", "__sys_read",
    "_ttywrch",      "sendchar",   "getkey",    "outbyte",     "inbyte",
    "stdout_putchar"};
static const char *const heap_hooks[] = {
    "_sbrk",   "sbrk",          "_sbrk_r",        "malloc",
    "free",    "calloc",        "realloc",        "_malloc_r",
    "_free_r", "__malloc_lock", "__malloc_unlock"};
// What gives the address of errno, and what changes the locale.
static const char *const errno_places[] = {"__errno_location", "__errno",
                                           "___errno", "__error", "_errno"};
static const char *const locale_setters[] = {"setlocale", "uselocale"};

static LLVMValueRef find(LLVMValueRef beside, const char *name) {
  return LLVMGetNamedFunction(LLVMGetGlobalParent(beside), name);
}

static bool has_some(LLVMValueRef beside, const char *const *name, size_t n) {
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef func = find(beside, name[i]);
    if (func && !LLVMIsDeclaration(func) && vd_lift_is_exported(func))
      return true;
  }
  return false;
}

static bool calls_some(LLVMValueRef func, const char *const *name, size_t n) {
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef callee = find(func, name[i]);
    LLVMUseRef use = callee ? LLVMGetFirstUse(callee) : NULL;
    for (; use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      if (LLVMIsACallInst(user) &&
          LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == func)
        return true;
    }
  }
  return false;
}

bool vd_lift_is_hooked(LLVMValueRef func, uint32_t effect, const char *notes) {
  if (strstr(notes, "streams") &&
      has_some(func, stream_hooks, VD_COUNT(stream_hooks)))
    return true;
  return effect & VD_EFFECT_HEAP &&
         has_some(func, heap_hooks, VD_COUNT(heap_hooks));
}

// ------------------------------------------------------------------- types
static bool is_int(LLVMTypeRef type, unsigned width) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(type) == width;
}

static bool is_kind(LLVMTypeRef type, LLVMTypeKind kind) {
  return LLVMGetTypeKind(type) == kind;
}

static bool is_long_double(LLVMTypeRef type) {
  return is_kind(type, LLVMX86_FP80TypeKind) ||
         is_kind(type, LLVMFP128TypeKind) || is_kind(type, LLVMDoubleTypeKind);
}

static bool is_complex_double(LLVMTypeRef type) {
  LLVMTypeRef part[2];
  if (!is_kind(type, LLVMStructTypeKind) ||
      LLVMCountStructElementTypes(type) != 2)
    return false;
  LLVMGetStructElementTypes(type, part);
  return is_kind(part[0], LLVMDoubleTypeKind) &&
         is_kind(part[1], LLVMDoubleTypeKind);
}

static bool is_complex_float(LLVMTypeRef type) {
  return is_kind(type, LLVMVectorTypeKind) && LLVMGetVectorSize(type) == 2 &&
         is_kind(LLVMGetElementType(type), LLVMFloatTypeKind);
}

// One type of a row; ending is what a math function's name has at its end.
static bool is_type(LLVMTypeRef type, const char **text, char ending) {
  char c = *(*text)++;
  if (c == 'm') c = ending == 'f' ? 'f' : ending == 'l' ? 'x' : 'd';
  switch (c) {
    case 'v': return is_kind(type, LLVMVoidTypeKind);
    case 'b': return is_int(type, 1) || is_int(type, 8);
    case 'i': return is_int(type, 32);
    case 'l': return is_int(type, 64);
    case 'p': return is_kind(type, LLVMPointerTypeKind);
    case 'f': return is_kind(type, LLVMFloatTypeKind);
    case 'd': return is_kind(type, LLVMDoubleTypeKind);
    case 'x': return is_long_double(type);
    case 'c':
      return *(*text)++ == 'd' ? is_complex_double(type)
                               : is_complex_float(type);
    default: return false;
  }
}

// 128 bits may be passed in two halves, and come back as a struct of two.
static bool is_wide_result(LLVMTypeRef type) {
  LLVMTypeRef part[2];
  if (is_int(type, 128)) return true;
  if (!is_kind(type, LLVMStructTypeKind) ||
      LLVMCountStructElementTypes(type) != 2)
    return false;
  LLVMGetStructElementTypes(type, part);
  return is_int(part[0], 64) && is_int(part[1], 64);
}

static uint32_t wide_params(LLVMTypeRef *param, uint32_t left) {
  if (left > 0 && is_int(param[0], 128)) return 1;
  return left > 1 && is_int(param[0], 64) && is_int(param[1], 64) ? 2 : 0;
}

static bool has_type(LLVMTypeRef type, const char *text, char ending) {
  LLVMTypeRef param[VD_MOST_library_params];
  uint32_t n = LLVMCountParamTypes(type), i = 0;
  LLVMTypeRef result = LLVMGetReturnType(type);
  if (n > vd_limit->library_params) return false;
  if (*text == 'q'            ? text++,
      !is_wide_result(result) : !is_type(result, &text, ending))
    return false;
  LLVMGetParamTypes(type, param);
  for (text++; *text != ')' && *text != '.';) {
    bool wide = *text == 'q';
    uint32_t used = wide ? wide_params(param + i, n - i)
                         : i < n && is_type(param[i], &text, ending);
    if (!used) return false;
    text += wide;
    i += used;
  }
  return i == n && (*text == '.') == !!LLVMIsFunctionVarArg(type);
}

static bool has_some_type(LLVMTypeRef type, const char *text, char ending) {
  for (; text; text = strchr(text, '|') ? strchr(text, '|') + 1 : NULL)
    if (has_type(type, text, ending)) return true;
  return false;
}

// ---------------------------------------------------------------- builtins
static bool has_attribute(LLVMValueRef func, const char *name) {
  return LLVMGetStringAttributeAtIndex(func, LLVMAttributeFunctionIndex, name,
                                       (unsigned)strlen(name));
}

// -fno-builtin, -ffreestanding and -fno-builtin-NAME are marks on functions.
// One of them is enough: the file was compiled by one command.
static bool is_builtin(LLVMValueRef func, const char *name, size_t n) {
  // clang.c asks for these itself.
  static const char *const ends[] = {"exit", "abort", "_exit", "_Exit"};
  char one[128];
  snprintf(one, sizeof one, "no-builtin-%.*s", (int)n, name);
  for (size_t i = 0; i < VD_COUNT(ends); i++)
    if (strlen(ends[i]) == n && !strncmp(ends[i], name, n)) *one = '\0';
  for (LLVMValueRef f = LLVMGetFirstFunction(LLVMGetGlobalParent(func)); f;
       f = LLVMGetNextFunction(f))
    if (has_attribute(f, "no-builtins") || (*one && has_attribute(f, one)))
      return false;
  return true;
}

bool vd_lift_is_library(LLVMValueRef func, const char *name, const char *type,
                        bool math) {
  size_t n, own = strlen(name);
  const char *given = LLVMGetValueName2(func, &n);
  if (strncmp(name, given, own) || n > own + 1) return false;
  char ending = n == own ? '\0' : given[own];
  if (ending && (!math || (ending != 'f' && ending != 'l'))) return false;
  return has_some_type(LLVMGlobalGetValueType(func), type, ending) &&
         is_builtin(func, given, n);
}

// Functions that the program declares to be const or pure: they answer, and do
// nothing else.
static const VdLiftKnown declared[] = {
    {.name = "", .type = "", .answers = "", .notes = "pure"},
    {.name = "",
     .type = "",
     .effect = VD_EFFECT_READ,
     .answers = "",
     .notes = "pure",
     .needs = VD_NEEDS_NULL},
};

static bool is_marked(LLVMValueRef func, const char *name, uint64_t *value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeRef attribute =
      LLVMGetEnumAttributeAtIndex(func, LLVMAttributeFunctionIndex, kind);
  if (attribute && value) *value = LLVMGetEnumAttributeValue(attribute);
  return attribute;
}

// Of every kind of memory two bits: read, written.
static const VdLiftKnown *as_declared(LLVMValueRef func) {
  const uint64_t writes = 0xaaaaaaaaaaaaaaaa;
  uint64_t memory = ~0ull;
  if (!is_marked(func, "nounwind", NULL) ||
      !is_marked(func, "willreturn", NULL) ||
      !is_marked(func, "memory", &memory) || memory & writes ||
      LLVMIsFunctionVarArg(LLVMGlobalGetValueType(func)))
    return &unknown;
  return &declared[memory != 0];
}

const VdLiftKnown *vd_lift_known(LLVMValueRef func) {
  if (func && LLVMIsDeclaration(func))
    for (size_t i = 0; i < VD_COUNT(known); i++)
      if (vd_lift_is_library(func, known[i].name, known[i].type, known[i].math))
        return &known[i];
  return func && LLVMIsDeclaration(func) ? as_declared(func) : &unknown;
}

const VdLiftKnown *vd_lift_as_any(VdLift *l, const VdLiftKnown *row) {
  VdLiftKnown *own = VD_NEW_ARRAY(&l->arena, VdLiftKnown, 1);
  *own = unknown;
  own->answers = row->answers;
  return own;
}

const VdLiftKnown *vd_lift_known_in(VdLift *l, LLVMValueRef caller,
                                    const VdLiftKnown *row) {
  if (strstr(row->notes, "streams") &&
      calls_some(caller, errno_places, VD_COUNT(errno_places)))
    return vd_lift_as_any(l, row);
  bool converts =
      !strcmp(row->name, "tolower") || !strcmp(row->name, "toupper");
  if (!converts ||
      !calls_some(caller, locale_setters, VD_COUNT(locale_setters)))
    return row;
  VdLiftKnown *own = VD_NEW_ARRAY(&l->arena, VdLiftKnown, 1);
  *own = *row;
  own->effect |= VD_EFFECT_READ;
  return own;
}
