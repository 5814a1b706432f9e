// Attributes of LLVM's functions and calls as text, by what they mean to those
// who call (observe.def), and calling conventions.
#include "front/c/surface.h"

// -------------------------------------------------------------------- rows
// The row of an attribute; NULL for one that the table lacks.
static const VdObserve *row_of(LLVMAttributeRef a) {
  unsigned n;
  if (LLVMIsStringAttribute(a)) {
    const char *name = LLVMGetStringAttributeKind(a, &n);
    return vd_observe_find(VD_OBSERVE_STRING, name, n);
  }
  return vd_observe_attribute(LLVMGetEnumAttributeKind(a));
}

static const VdObserve *find_row(VdSurface *s, LLVMAttributeRef a) {
  uint64_t *known = vd_map_put(&s->row, (uintptr_t)a);
  if (!*known) {
    const VdObserve *row = row_of(a);
    *known = row ? (uintptr_t)row : 1;
  }
  return *known == 1 ? NULL : (const VdObserve *)(uintptr_t)*known;
}

static VdObserveSense sense_of(const VdObserve *row, unsigned index) {
  if (!row) return VD_OBSERVED_ACTION;
  // What a parameter demands, a result promises.
  if (row->sense == VD_OBSERVED_DEMAND && index == LLVMAttributeReturnIndex)
    return VD_OBSERVED_PROMISE;
  return row->sense;
}

// ------------------------------------------------------------------- words
// Names of bits, for numbers that LLVM packs.
typedef struct Bits {
  uint64_t mask;
  const char *word;
} Bits;

static void put_bits(const Bits *bits, size_t n, uint64_t value, VdBuf *out) {
  const char *before = "(";
  for (size_t i = 0; i < n; i++)
    if ((value & bits[i].mask) == bits[i].mask) {
      vd_buf_printf(out, "%s%s", before, bits[i].word);
      value &= ~bits[i].mask;
      before = " ";
    }
  if (value) vd_buf_printf(out, "%s%llu", before, (unsigned long long)value);
  vd_buf_char(out, ')');
}

// What a function does to memory: two bits for each kind of memory.
static void put_memory(uint64_t value, VdBuf *out) {
  static const char *const what[] = {"none", "read", "write", "readwrite"};
  static const char *const where[] = {"argmem", "inaccessiblemem", "other"};
  uint64_t first = value & 3;
  if (value == (first | first << 2 | first << 4)) {
    vd_buf_printf(out, "(%s)", what[first]);
    return;
  }
  const char *before = "(";
  for (int i = 0; i < 3; i++) {
    uint64_t bits = value >> (2 * i) & 3;
    if (!bits) continue;
    vd_buf_printf(out, "%s%s: %s", before, where[i], what[bits]);
    before = " ";
  }
  vd_buf_char(out, ')');
}

// The numbers of one or two parameters.
static void put_sizes(uint64_t value, VdBuf *out) {
  uint32_t count = (uint32_t)value;
  vd_buf_printf(out, "(%u", (uint32_t)(value >> 32) + 1);
  if (count != UINT32_MAX) vd_buf_printf(out, " %u", count + 1);
  vd_buf_char(out, ')');
}

static void put_number(const char *name, uint64_t value, VdBuf *out) {
  static const Bits classes[] = {
      {3, "nan"},     {516, "inf"},     {264, "normal"}, {144, "subnormal"},
      {96, "zero"},   {1, "snan"},      {2, "qnan"},     {4, "-inf"},
      {8, "-normal"}, {16, "-sub"},     {32, "-zero"},   {64, "+zero"},
      {128, "+sub"},  {256, "+normal"}, {512, "+inf"}};
  static const Bits kinds[] = {{1, "alloc"},   {2, "realloc"},
                               {4, "free"},    {8, "uninitialized"},
                               {16, "zeroed"}, {32, "aligned"}};
  if (!strcmp(name, "memory"))
    put_memory(value, out);
  else if (!strcmp(name, "allocsize"))
    put_sizes(value, out);
  else if (!strcmp(name, "nofpclass"))
    put_bits(classes, VD_COUNT(classes), value, out);
  else if (!strcmp(name, "allockind"))
    put_bits(kinds, VD_COUNT(kinds), value, out);
  else if (value)
    vd_buf_printf(out, " %llu", (unsigned long long)value);
}

// -------------------------------------------------------------- attributes
static void put_attribute(VdSurface *s, LLVMAttributeRef a,
                          const VdObserve *row, VdBuf *out) {
  unsigned n, m;
  if (LLVMIsStringAttribute(a)) {
    const char *name = LLVMGetStringAttributeKind(a, &n);
    const char *value = LLVMGetStringAttributeValue(a, &m);
    vd_buf_printf(out, "%.*s", (int)n, name);
    if (m) vd_buf_printf(out, "=%.*s", (int)m, value);
    return;
  }
  if (row)
    vd_buf_str(out, row->name);
  else
    vd_buf_printf(out, "attribute %u", LLVMGetEnumAttributeKind(a));
  if (LLVMIsTypeAttribute(a)) {
    LLVMTypeRef type = LLVMGetTypeAttributeValue(a);
    if (LLVMTypeIsSized(type))
      vd_buf_printf(out, " %llu", LLVMABISizeOfType(s->lift->layout, type));
  } else if (LLVMIsEnumAttribute(a)) {
    put_number(row ? row->name : "", LLVMGetEnumAttributeValue(a), out);
  }
}

static void put_place(unsigned index, VdBuf *out) {
  if (out->len) vd_buf_str(out, ", ");
  if (index == LLVMAttributeReturnIndex)
    vd_buf_str(out, "result ");
  else if (index != (unsigned)LLVMAttributeFunctionIndex)
    vd_buf_printf(out, "parameter %u ", index);
}

// The attributes of a function or a call at a place, until vd_free.
typedef struct Attributes {
  LLVMAttributeRef *at;
  unsigned n;
} Attributes;

static Attributes attributes_at(LLVMValueRef value, unsigned index) {
  bool call = LLVMIsACallInst(value) != NULL;
  Attributes all = {.n = call ? LLVMGetCallSiteAttributeCount(value, index)
                              : LLVMGetAttributeCountAtIndex(value, index)};
  all.at = vd_alloc(vd_mul(all.n + 1, sizeof *all.at));
  if (call)
    LLVMGetCallSiteAttributes(value, index, all.at);
  else
    LLVMGetAttributesAtIndex(value, index, all.at);
  return all;
}

// ---------------------------------------------------------------- inlining
// Does a function ask where it was called from, or where its frame is?
static bool asks_for_frames(LLVMValueRef func) {
  static const char *const name[] = {"llvm.returnaddress", "llvm.frameaddress",
                                     "llvm.addressofreturnaddress",
                                     "llvm.sponentry"};
  size_t n;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      const char *own = callee ? LLVMGetValueName2(callee, &n) : "";
      for (size_t k = 0; k < VD_COUNT(name); k++)
        if (!strncmp(own, name[k], strlen(name[k]))) return true;
    }
  return false;
}

// Into what a function is inlined shows if it asks, or one that it calls.
static bool shows_inlining(LLVMValueRef func) {
  if (asks_for_frames(func)) return true;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (callee && LLVMIsAFunction(callee) && asks_for_frames(callee))
        return true;
    }
  return false;
}

static bool is_about_inlining(const VdObserve *row) {
  return row &&
         (!strcmp(row->name, "noinline") || !strcmp(row->name, "alwaysinline"));
}

// -------------------------------------------------------------- attributes
static bool is_in_memory(const VdObserve *row) {
  return row && (!strcmp(row->name, "byval") || !strcmp(row->name, "sret"));
}

static void put_attributes_at(VdSurface *s, LLVMValueRef value, unsigned index,
                              VdObserveSense sense, VdBuf *out) {
  Attributes all = attributes_at(value, index);
  bool byval = false;
  for (unsigned i = 0; i < all.n; i++)
    byval |= is_in_memory(find_row(s, all.at[i]));
  for (unsigned i = 0; i < all.n; i++) {
    const VdObserve *row = find_row(s, all.at[i]);
    VdObserveSense own = sense_of(row, index);
    // The alignment of what is passed in memory is where it is.
    if (byval && row && !strcmp(row->name, "align"))
      own = VD_OBSERVED_CONVENTION;
    if (byval && row && own == VD_OBSERVED_DEMAND) own = VD_OBSERVED_NONE;
    if (sense == VD_OBSERVED_ACTION && is_about_inlining(row) &&
        LLVMIsAFunction(value) && shows_inlining(value))
      own = VD_OBSERVED_ACTION;
    if (own != sense) continue;
    put_place(index, out);
    put_attribute(s, all.at[i], row, out);
  }
  vd_free(all.at);
}

const char *vd_surface_attributes(VdSurface *s, LLVMValueRef func,
                                  VdObserveSense sense) {
  VdBuf out = {0};
  put_attributes_at(s, func, (unsigned)LLVMAttributeFunctionIndex, sense, &out);
  put_attributes_at(s, func, LLVMAttributeReturnIndex, sense, &out);
  for (uint32_t i = 0; i < LLVMCountParams(func); i++)
    put_attributes_at(s, func, i + 1, sense, &out);
  return vd_surface_keep(s, &out);
}

// ------------------------------------------------------------- conventions
// As C calls them, where it does.
static const struct {
  unsigned number;
  const char *word;
} conventions[] = {
    {8, "fastcc"},         {9, "coldcc"},          {10, "ghccc"},
    {11, "hipe"},          {13, "anyregcc"},       {14, "preserve_most"},
    {15, "preserve_all"},  {16, "swiftcall"},      {17, "cxx_fast_tls"},
    {18, "tailcc"},        {19, "cfguard_check"},  {20, "swiftasynccall"},
    {21, "preserve_none"}, {64, "stdcall"},        {65, "fastcall"},
    {70, "thiscall"},      {77, "intel_ocl_bicc"}, {78, "sysv_abi"},
    {79, "ms_abi"},        {80, "vectorcall"},     {83, "interrupt"},
    {92, "regcall"}};

static void put_convention(LLVMValueRef func, VdBuf *out) {
  unsigned number = LLVMGetFunctionCallConv(func);
  if (!number) return;
  for (size_t i = 0; i < VD_COUNT(conventions); i++)
    if (conventions[i].number == number) {
      vd_buf_str(out, conventions[i].word);
      return;
    }
  vd_buf_printf(out, "number %u", number);
}

static bool is_wide(VdSurface *s, LLVMTypeRef type) {
  enum { XMM = 16 };  // bytes
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMABISizeOfType(s->lift->layout, type) > XMM;
}

static bool has_wide_vectors(VdSurface *s, LLVMValueRef func) {
  LLVMTypeRef type = LLVMGlobalGetValueType(func);
  bool wide = is_wide(s, LLVMGetReturnType(type));
  for (uint32_t i = 0; i < LLVMCountParams(func); i++)
    wide |= is_wide(s, LLVMTypeOf(LLVMGetParam(func, i)));
  return wide;
}

// "+avx" in "+avx,+avx2"
static bool has_feature(const char *all, unsigned n, const char *feature) {
  size_t len = strlen(feature);
  for (const char *at = all, *end = all + n; at < end;) {
    const char *comma = memchr(at, ',', (size_t)(end - at));
    size_t own = (size_t)((comma ? comma : end) - at);
    if (own == len && !memcmp(at, feature, len)) return true;
    at += own + 1;
  }
  return false;
}

// Which registers vectors wider than 16 bytes are passed in is up to what the
// function may use.
static void put_registers(VdSurface *s, LLVMValueRef func, VdBuf *out) {
  static const char name[] = "target-features";
  static const char *const feature[] = {"+avx", "+avx512f"};
  static const char *const word[] = {"vectors in ymm", "vectors in zmm"};
  unsigned n = 0;
  LLVMAttributeRef a =
      LLVMGetStringAttributeAtIndex(func, (unsigned)LLVMAttributeFunctionIndex,
                                    name, (unsigned)sizeof name - 1);
  if (!a || !has_wide_vectors(s, func)) return;
  const char *all = LLVMGetStringAttributeValue(a, &n);
  for (size_t i = 0; i < VD_COUNT(feature); i++)
    if (has_feature(all, n, feature[i]))
      vd_buf_printf(out, "%s%s", out->len ? ", " : "", word[i]);
}

const char *vd_surface_convention(VdSurface *s, LLVMValueRef func) {
  VdBuf out = {0};
  put_convention(func, &out);
  put_registers(s, func, &out);
  const char *passed = vd_surface_attributes(s, func, VD_OBSERVED_CONVENTION);
  if (*passed) vd_buf_printf(&out, "%s%s", out.len ? ", " : "", passed);
  return vd_surface_keep(s, &out);
}

// ------------------------------------------------------ calls by pointers
// What bodies are compared by, and so needs no word here.
static bool is_modelled(const VdObserve *row) {
  return row && (!strcmp(row->name, "noreturn") ||
                 !strcmp(row->name, "returns_twice"));
}

static void put_promises_at(VdSurface *s, LLVMValueRef call, unsigned index,
                            VdNames *seen) {
  Attributes all = attributes_at(call, index);
  for (unsigned i = 0; i < all.n; i++) {
    const VdObserve *row = find_row(s, all.at[i]);
    VdBuf one = {0};
    if (sense_of(row, index) != VD_OBSERVED_PROMISE || is_modelled(row))
      continue;
    put_place(index, &one);
    put_attribute(s, all.at[i], row, &one);
    vd_name_put(seen, one.at, one.len);
    vd_buf_done(&one);
  }
  vd_free(all.at);
}

static bool is_by_pointer(LLVMValueRef inst) {
  if (!LLVMIsACallInst(inst)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  return !LLVMIsAConstant(callee) && !LLVMIsAInlineAsm(callee);
}

const char *vd_surface_callee_promises(VdSurface *s, LLVMValueRef func) {
  VdNames seen = {0};
  VdBuf out = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
         inst = LLVMGetNextInstruction(inst)) {
      if (!is_by_pointer(inst)) continue;
      put_promises_at(s, inst, (unsigned)LLVMAttributeFunctionIndex, &seen);
      put_promises_at(s, inst, LLVMAttributeReturnIndex, &seen);
    }
  for (uint32_t i = 0; i < seen.text.len; i++)
    vd_buf_printf(&out, "%s%s", i ? ", " : "", seen.text.at[i]);
  vd_names_done(&seen);
  return vd_surface_keep(s, &out);
}
