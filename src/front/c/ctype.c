// C types as text, from debug information.
//
// LLVM has one type where C has several: int and unsigned, pointers of every
// kind. The text of a type is as C writes it, with typedefs resolved to what
// they name. A struct, union or enum with a tag is named by it, and what is in
// it is a fact of its own (LAYOUT): so types may refer to themselves, and one
// that is declared only in a version is not compared. Without a tag the text
// has its members. Names of members do not count in it: types, places and sizes
// do, and alignments that were asked for. As who is compiled with the header of
// the new version goes by names, the place of each member and the value of each
// name of an enum are facts too (MEMBER, ENUMERATOR). Where types with one tag
// differ, as those of parameter lists may, the tag gets a number that its
// members make.
//
// Debug information lacks: noreturn, pure and the like of pointers to
// functions, transparent_union, address spaces behind pointers, packed if it
// changes no place, how many bits a vector of _Bool has, widths of _BitInt, and
// whether the parts of a _Complex integer have a sign. For the last two a line
// is printed.
#include <llvm-c/DebugInfo.h>

#include "base/limit.h"
#include "front/c/surface.h"

enum {
  POINTER_32 = 32,  // bits
  // DWARF's tags
  TAG_ARRAY = 0x01,
  TAG_ENUM = 0x04,
  TAG_MEMBER = 0x0d,
  TAG_POINTER = 0x0f,
  TAG_STRUCT = 0x13,
  TAG_FUNCTION = 0x15,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_BASE = 0x24,
  TAG_CONST = 0x26,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_UNSPECIFIED = 0x3b,
  TAG_ATOMIC = 0x47,
  // Places of operands
  OPERAND_SUBPROGRAM_TYPE = 4,
  OPERAND_VARIABLE_TYPE = 3,
  OPERAND_BASE = 3,
  OPERAND_MEMBERS = 4,
  OPERAND_TYPES = 3,
  OPERAND_COUNT = 0,
};

typedef struct Operands {
  LLVMValueRef *at;
  uint32_t n;
} Operands;

static Operands operands_of(VdSurface *s, LLVMMetadataRef node) {
  LLVMValueRef value =
      LLVMMetadataAsValue(LLVMGetModuleContext(s->lift->llvm), node);
  Operands out = {.n = LLVMGetMDNodeNumOperands(value)};
  out.at = VD_NEW_ARRAY(&s->lift->arena, LLVMValueRef, out.n + 1);
  LLVMGetMDNodeOperands(value, out.at);
  return out;
}

static LLVMMetadataRef operand(VdSurface *s, LLVMMetadataRef node, uint32_t i) {
  Operands all = operands_of(s, node);
  if (i >= all.n || !all.at[i] ||
      LLVMGetValueKind(all.at[i]) != LLVMMetadataAsValueValueKind)
    return NULL;
  return LLVMValueAsMetadata(all.at[i]);
}

static uint16_t tag_of(LLVMMetadataRef type) {
  return type ? LLVMGetDINodeTag(type) : 0;
}

static bool has_base(uint16_t tag) {
  return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE ||
         tag == TAG_RESTRICT;
}

// Without typedefs, and without qualifiers if so asked.
static LLVMMetadataRef resolve(VdSurface *s, LLVMMetadataRef type,
                               bool unqualified) {
  uint16_t tag = tag_of(type);
  for (uint32_t i = 0; i < vd_limit->ctype_depth && has_base(tag); i++) {
    if (tag != TAG_TYPEDEF && !unqualified) break;
    type = operand(s, type, OPERAND_BASE);
    tag = tag_of(type);
  }
  return type;
}

static const char *join(VdSurface *s, const char *x, const char *y) {
  return vd_arena_printf(&s->lift->arena, "%s%s", x, y);
}

static const char *write(VdSurface *s, LLVMMetadataRef type, const char *inner,
                         uint32_t depth);

static const char *write_name(VdSurface *s, const char *name,
                              const char *inner) {
  if (!*inner) return name;
  return vd_arena_printf(&s->lift->arena, "%s %s", name, inner);
}

static const char *name_of(VdSurface *s, LLVMMetadataRef type) {
  size_t n = 0;
  const char *name = LLVMDITypeGetName(type, &n);
  return vd_arena_printf(&s->lift->arena, "%.*s", (int)n, name ? name : "");
}

// A field of a node that LLVM's API does not give, as LLVM prints it; "" if it
// has none.
static const char *field(VdSurface *s, LLVMMetadataRef node, const char *key) {
  LLVMContextRef context = LLVMGetModuleContext(s->lift->llvm);
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(context, node));
  const char *at = strstr(text, key), *out = "";
  if (at) {
    at += strlen(key);
    out = vd_arena_printf(&s->lift->arena, "%.*s", (int)strcspn(at, ",)"), at);
  }
  LLVMDisposeMessage(text);
  return out;
}

// --------------------------------------------------------------- alignments
static uint64_t natural(VdSurface *s, LLVMMetadataRef type, uint32_t depth);

// In bits, as asked for or as the type has it; 0 if it is not known.
static uint64_t alignment(VdSurface *s, LLVMMetadataRef type, uint32_t depth) {
  uint64_t asked = type ? LLVMDITypeGetAlignInBits(type) : 0;
  return asked ? asked : natural(s, type, depth);
}

static uint64_t most_of_members(VdSurface *s, LLVMMetadataRef type,
                                uint32_t depth) {
  LLVMMetadataRef members = operand(s, type, OPERAND_MEMBERS);
  Operands all = members ? operands_of(s, members) : (Operands){0};
  uint64_t most = 0;
  for (uint32_t i = 0; i < all.n; i++) {
    LLVMMetadataRef member = all.at[i] ? LLVMValueAsMetadata(all.at[i]) : NULL;
    if (tag_of(member) != TAG_MEMBER) continue;
    uint64_t one = alignment(s, member, depth);
    if (one > most) most = one;
  }
  return most;
}

static uint64_t natural(VdSurface *s, LLVMMetadataRef type, uint32_t depth) {
  if (!type || ++depth > vd_limit->ctype_natural) return 0;
  uint64_t size = LLVMDITypeGetSizeInBits(type);
  switch (tag_of(type)) {
    case TAG_TYPEDEF:
    case TAG_CONST:
    case TAG_VOLATILE:
    case TAG_RESTRICT:
    case TAG_MEMBER: return alignment(s, operand(s, type, OPERAND_BASE), depth);
    case TAG_ARRAY:
      if (LLVMDITypeGetFlags(type) & LLVMDIFlagVector) return size;
      return alignment(s, operand(s, type, OPERAND_BASE), depth);
    case TAG_STRUCT:
    case TAG_UNION: return most_of_members(s, type, depth);
    case TAG_BASE: return strcmp(name_of(s, type), "complex") ? size : size / 2;
    case TAG_POINTER:
    case TAG_ENUM: return size;
    default: return 0;
  }
}

// " aligned(64)", or "" if that is what the type has anyway.
static const char *write_alignment(VdSurface *s, LLVMMetadataRef type) {
  uint64_t asked = LLVMDITypeGetAlignInBits(type);
  if (!asked || asked == natural(s, type, 0)) return "";
  return vd_arena_printf(&s->lift->arena, " aligned(%llu)",
                         (unsigned long long)asked / 8);
}

// ------------------------------------------------------------------ members
static void write_member(VdSurface *s, LLVMMetadataRef member, uint32_t depth,
                         VdBuf *out) {
  LLVMMetadataRef type = operand(s, member, OPERAND_BASE);
  uint64_t at = LLVMDITypeGetOffsetInBits(member);
  vd_buf_str(out, write(s, type, "", depth));
  if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
    vd_buf_printf(out, " : %llu",
                  (unsigned long long)LLVMDITypeGetSizeInBits(member));
  vd_buf_printf(out, " @%llu", (unsigned long long)at / 8);
  if (at % 8) vd_buf_printf(out, ".%llu", (unsigned long long)at % 8);
  vd_buf_str(out, write_alignment(s, member));
}

// "8 bytes: int @0; char @4", or the type of an enum's values.
static const char *write_layout(VdSurface *s, LLVMMetadataRef type,
                                uint32_t depth) {
  if (tag_of(type) == TAG_ENUM)
    return write(s, operand(s, type, OPERAND_BASE), "", depth);
  VdBuf out = {0};
  unsigned long long size = LLVMDITypeGetSizeInBits(type) / 8;
  vd_buf_printf(&out, "%llu byte%s%s", size, size == 1 ? "" : "s",
                write_alignment(s, type));
  LLVMMetadataRef members = operand(s, type, OPERAND_MEMBERS);
  Operands all = members ? operands_of(s, members) : (Operands){0};
  bool first = true;
  for (uint32_t i = 0; i < all.n; i++) {
    LLVMMetadataRef member = all.at[i] ? LLVMValueAsMetadata(all.at[i]) : NULL;
    if (tag_of(member) != TAG_MEMBER) continue;
    vd_buf_str(&out, first ? ": " : "; ");
    first = false;
    write_member(s, member, depth, &out);
  }
  const char *text = vd_surface_short(s, vd_buf_text(&out), out.len);
  vd_buf_done(&out);
  return text;
}

const char *vd_surface_short(VdSurface *s, const char *text, size_t n) {
  if (n <= vd_limit->ctype_text)
    return vd_arena_printf(&s->lift->arena, "%.*s", (int)n, text);
  VdDigest digest = vd_digest_of(text, n);
  char hex[65];
  vd_digest_hex(&digest, hex);
  return vd_arena_printf(&s->lift->arena, "%.200s... (%zu characters, %.16s)",
                         text, n, hex);
}

static const char *tag_word(LLVMMetadataRef type) {
  uint16_t tag = tag_of(type);
  return tag == TAG_STRUCT ? "struct" : tag == TAG_UNION ? "union" : "enum";
}

static bool is_declared_only(LLVMMetadataRef type) {
  return LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl;
}

// "struct s"; if types with one tag differ, with a number made of the members.
static const char *full_name(VdSurface *s, LLVMMetadataRef type) {
  const char *name = vd_arena_printf(&s->lift->arena, "%s %s", tag_word(type),
                                     name_of(s, type));
  const uint64_t *number = vd_map_get(&s->number, (uintptr_t)type);
  if (!number || !vd_name_get(&s->scoped, name, strlen(name))) return name;
  return vd_arena_printf(&s->lift->arena, "%s#%08x", name, (uint32_t)*number);
}

static void note_untagged(VdSurface *s, LLVMMetadataRef type,
                          const char *name) {
  if (vd_map_get(&s->layout, (uintptr_t)type)) return;
  *vd_map_put(&s->layout, (uintptr_t)type) = 1;
  vd_push(&s->untagged, ((VdUntagged){type, name}));
}

static const char *write_tagged(VdSurface *s, LLVMMetadataRef type,
                                uint32_t depth) {
  if (!*name_of(s, type) && tag_of(type) == TAG_ENUM)
    note_untagged(s, type, "");
  if (!*name_of(s, type))
    return vd_arena_printf(&s->lift->arena, "%s {%s}", tag_word(type),
                           write_layout(s, type, depth));
  if (!vd_map_get(&s->layout, (uintptr_t)type)) {
    *vd_map_put(&s->layout, (uintptr_t)type) = 1;
    vd_push(&s->tagged, type);
  }
  return full_name(s, type);
}

// ----------------------------------------------------------- declared types
static const char *write_pointer(VdSurface *s, LLVMMetadataRef type,
                                 const char *inner, uint32_t depth) {
  LLVMMetadataRef to = operand(s, type, OPERAND_BASE);
  uint16_t tag = tag_of(resolve(s, to, true));
  bool bracket = tag == TAG_ARRAY || tag == TAG_FUNCTION;
  const char *small =
      LLVMDITypeGetSizeInBits(type) == POINTER_32 ? "__ptr32 " : "";
  const char *text = vd_arena_printf(
      &s->lift->arena, bracket ? "(*%s%s)" : "*%s%s", small, inner);
  return write(s, to, text, depth);
}

static const char *write_array(VdSurface *s, LLVMMetadataRef type,
                               const char *inner, uint32_t depth) {
  LLVMMetadataRef ranges = operand(s, type, OPERAND_MEMBERS);
  Operands all = ranges ? operands_of(s, ranges) : (Operands){0};
  if (LLVMDITypeGetFlags(type) & LLVMDIFlagVector) inner = join(s, inner, "<>");
  for (uint32_t i = 0; i < all.n; i++) {
    LLVMMetadataRef range = all.at[i] ? LLVMValueAsMetadata(all.at[i]) : NULL;
    Operands bound = range ? operands_of(s, range) : (Operands){0};
    LLVMValueRef count = bound.n ? bound.at[OPERAND_COUNT] : NULL;
    long long n = count && LLVMIsAConstantInt(count)
                      ? (long long)LLVMConstIntGetSExtValue(count)
                      : -1;
    inner = n <= 0 ? join(s, inner, "[]")
                   : vd_arena_printf(&s->lift->arena, "%s[%lld]", inner, n);
  }
  return write(s, operand(s, type, OPERAND_BASE), inner, depth);
}

// Qualifiers of a parameter itself are its function's business.
static const char *write_params(VdSurface *s, const Operands *types,
                                uint32_t depth) {
  VdBuf out = {0};
  vd_buf_char(&out, '(');
  for (uint32_t i = 1; i < types->n; i++) {
    if (i > 1) vd_buf_str(&out, ", ");
    if (!types->at[i]) {
      vd_buf_str(&out, "...");
      continue;
    }
    LLVMMetadataRef type = resolve(s, LLVMValueAsMetadata(types->at[i]), true);
    vd_buf_str(&out, write(s, type, "", depth));
  }
  if (types->n <= 1) vd_buf_str(&out, "void");
  vd_buf_char(&out, ')');
  const char *text = vd_arena_str(&s->lift->arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return text;
}

static LLVMMetadataRef result_of(VdSurface *s, const Operands *types) {
  LLVMMetadataRef type =
      types->n && types->at[0] ? LLVMValueAsMetadata(types->at[0]) : NULL;
  return resolve(s, type, true);
}

// As C calls it; "" for the usual one.
static const char *write_convention(VdSurface *s, LLVMMetadataRef type) {
  static const struct {
    const char *dwarf, *word;
  } words[] = {{"DW_CC_LLVM_Win64", "ms_abi"},
               {"DW_CC_LLVM_X86_64SysV", "sysv_abi"},
               {"DW_CC_LLVM_X86RegCall", "regcall"},
               {"DW_CC_LLVM_vectorcall", "vectorcall"},
               {"DW_CC_LLVM_PreserveMost", "preserve_most"},
               {"DW_CC_LLVM_PreserveAll", "preserve_all"},
               {"DW_CC_LLVM_PreserveNone", "preserve_none"}};
  const char *cc = field(s, type, "(cc: ");
  for (size_t i = 0; i < VD_COUNT(words); i++)
    if (!strcmp(cc, words[i].dwarf)) cc = words[i].word;
  if (!*cc) return "";
  return vd_arena_printf(&s->lift->arena, " __attribute__((%s))", cc);
}

static const char *write_function(VdSurface *s, LLVMMetadataRef type,
                                  const char *inner, uint32_t depth) {
  LLVMMetadataRef list = operand(s, type, OPERAND_TYPES);
  Operands types = list ? operands_of(s, list) : (Operands){0};
  const char *params =
      join(s, write_params(s, &types, depth), write_convention(s, type));
  return write(s, result_of(s, &types), join(s, inner, params), depth);
}

static const char *write_qualified(VdSurface *s, LLVMMetadataRef type,
                                   const char *word, const char *inner,
                                   uint32_t depth) {
  LLVMMetadataRef base = operand(s, type, OPERAND_BASE);
  if (tag_of(resolve(s, base, true)) == TAG_POINTER) {
    const char *text = vd_arena_printf(&s->lift->arena, "%s%s%s", word,
                                       *inner ? " " : "", inner);
    return write(s, base, text, depth);
  }
  return vd_arena_printf(&s->lift->arena, "%s %s", word,
                         write(s, base, inner, depth));
}

// Debug information has no name for the parts of a _Complex.
static const char *write_complex(VdSurface *s, LLVMMetadataRef type,
                                 unsigned long long size) {
  bool floats = !strcmp(field(s, type, "encoding: "), "DW_ATE_complex_float");
  s->unsure |= !floats;
  return vd_arena_printf(&s->lift->arena, "_Complex %s of %llu bytes",
                         floats ? "floats" : "integers", size);
}

// Debug information does not have the width of a _BitInt, but its size.
static const char *write_base(VdSurface *s, LLVMMetadataRef type) {
  const char *name = name_of(s, type);
  unsigned long long size = LLVMDITypeGetSizeInBits(type) / 8;
  if (!strcmp(name, "complex")) return write_complex(s, type, size);
  if (!strstr(name, "_BitInt")) return name;
  s->unsure = true;
  return vd_arena_printf(&s->lift->arena, "%s of %llu bytes", name, size);
}

static bool is_untagged_record(VdSurface *s, LLVMMetadataRef type) {
  uint16_t tag = tag_of(type);
  return (tag == TAG_STRUCT || tag == TAG_UNION) && !*name_of(s, type);
}

// A typedef is what it names, but for an alignment of its own.
static const char *write_typedef(VdSurface *s, LLVMMetadataRef type,
                                 const char *inner, uint32_t depth) {
  LLVMMetadataRef base = operand(s, type, OPERAND_BASE);
  const char *aligned = write_alignment(s, type);
  if (is_untagged_record(s, base)) note_untagged(s, base, name_of(s, type));
  if (!*aligned) return write(s, base, inner, depth);
  return write_name(s, join(s, write(s, base, "", depth), aligned), inner);
}

static const char *write(VdSurface *s, LLVMMetadataRef type, const char *inner,
                         uint32_t depth) {
  if (!type) return write_name(s, "void", inner);
  if (++depth > vd_limit->ctype_depth) {
    s->too_deep = true;
    return "(nested too deeply)";
  }
  switch (tag_of(type)) {
    case TAG_TYPEDEF: return write_typedef(s, type, inner, depth);
    case TAG_POINTER: return write_pointer(s, type, inner, depth);
    case TAG_ARRAY: return write_array(s, type, inner, depth);
    case TAG_FUNCTION: return write_function(s, type, inner, depth);
    case TAG_CONST: return write_qualified(s, type, "const", inner, depth);
    case TAG_VOLATILE:
      return write_qualified(s, type, "volatile", inner, depth);
    case TAG_RESTRICT:
      return write_qualified(s, type, "restrict", inner, depth);
    case TAG_ATOMIC:
      return write_name(
          s,
          vd_arena_printf(&s->lift->arena, "_Atomic(%s)",
                          write(s, operand(s, type, OPERAND_BASE), "", depth)),
          inner);
    case TAG_STRUCT:
    case TAG_UNION:
    case TAG_ENUM: return write_name(s, write_tagged(s, type, depth), inner);
    case TAG_BASE: return write_name(s, write_base(s, type), inner);
    case TAG_UNSPECIFIED: return write_name(s, name_of(s, type), inner);
    default:
      return write_name(s,
                        vd_arena_printf(&s->lift->arena, "(DWARF type 0x%x) %s",
                                        tag_of(type), name_of(s, type)),
                        inner);
  }
}

// -------------------------------------------------------------------- facts
// LLVM's API has one list for "()" and for one without anything, as line tables
// have it.
static bool types_of(VdSurface *s, LLVMValueRef func, Operands *types) {
  LLVMMetadataRef sub = LLVMGetSubprogram(func);
  LLVMMetadataRef type = sub ? operand(s, sub, OPERAND_SUBPROGRAM_TYPE) : NULL;
  LLVMMetadataRef list = type ? operand(s, type, OPERAND_TYPES) : NULL;
  *types = list ? operands_of(s, list) : (Operands){0};
  return type != NULL;
}

bool vd_surface_function_type(VdSurface *s, LLVMValueRef func,
                              const char **result, const char **params) {
  Operands types;
  if (!types_of(s, func, &types) || (!types.n && !s->typed)) return false;
  *result = write(s, result_of(s, &types), "", 0);
  *params = write_params(s, &types, 0);
  return true;
}

static LLVMMetadataRef variable_of(LLVMValueRef global) {
  size_t n = 0;
  LLVMMetadataRef variable = NULL;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n && !variable; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(all, i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      variable = LLVMDIGlobalVariableExpressionGetVariable(node);
  }
  LLVMDisposeValueMetadataEntries(all);
  return variable;
}

// Of arrays of arrays, without qualifiers.
static LLVMMetadataRef element_of(VdSurface *s, LLVMMetadataRef type) {
  for (uint32_t i = 0; i < vd_limit->ctype_depth; i++) {
    uint16_t tag = tag_of(type);
    if (tag != TAG_ARRAY && (tag == TAG_TYPEDEF || !has_base(tag))) break;
    type = operand(s, type, OPERAND_BASE);
  }
  return type;
}

const char *vd_surface_variable_type(VdSurface *s, LLVMValueRef global) {
  LLVMMetadataRef variable = variable_of(global);
  LLVMMetadataRef type =
      variable ? operand(s, variable, OPERAND_VARIABLE_TYPE) : NULL;
  if (!type) return NULL;
  LLVMMetadataRef element = element_of(s, type);
  if (is_untagged_record(s, element))
    note_untagged(s, element, LLVMGetValueName2(global, &(size_t){0}));
  return write(s, type, "", 0);
}

VdPos vd_surface_variable_pos(VdSurface *s, LLVMValueRef global) {
  LLVMMetadataRef variable = variable_of(global);
  if (!variable) return (VdPos){.file = s->lift->path};
  return (VdPos){vd_lift_file(s->lift, LLVMDIVariableGetFile(variable)),
                 LLVMDIVariableGetLine(variable), 0};
}

bool vd_surface_has_types(VdSurface *s) {
  LLVMModuleRef m = s->lift->llvm;
  Operands types;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (types_of(s, f, &types) && types.n) return true;
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (variable_of(g)) return true;
  return false;
}

// ------------------------------------------------------------------ members
// Who is compiled with the header of the new version goes by names.
static void add_enumerators(VdSurface *s, LLVMMetadataRef type) {
  LLVMMetadataRef values = operand(s, type, OPERAND_MEMBERS);
  Operands all = values ? operands_of(s, values) : (Operands){0};
  VdPos pos = {.file = s->lift->path, .line = LLVMDITypeGetLine(type)};
  for (uint32_t i = 0; i < all.n; i++) {
    LLVMMetadataRef value = all.at[i] ? LLVMValueAsMetadata(all.at[i]) : NULL;
    if (!value) continue;
    const char *name = field(s, value, "name: \"");
    vd_surface_add(s, VD_FACT_ENUMERATOR,
                   vd_arena_printf(&s->lift->arena, "%.*s",
                                   (int)strcspn(name, "\""), name),
                   field(s, value, "value: "), pos);
  }
}

// first: where the type is in what is called `of`, in bits.
static void add_members(VdSurface *s, LLVMMetadataRef type, const char *of,
                        uint64_t first, uint32_t depth) {
  LLVMMetadataRef members = operand(s, type, OPERAND_MEMBERS);
  Operands all = members ? operands_of(s, members) : (Operands){0};
  for (uint32_t i = 0; i < all.n && depth < vd_limit->ctype_depth; i++) {
    LLVMMetadataRef member = all.at[i] ? LLVMValueAsMetadata(all.at[i]) : NULL;
    if (tag_of(member) != TAG_MEMBER) continue;
    const char *own = name_of(s, member);
    uint64_t at = first + LLVMDITypeGetOffsetInBits(member);
    const char *name =
        *own ? vd_arena_printf(&s->lift->arena, "%s.%s", of, own) : of;
    LLVMMetadataRef inner = element_of(s, operand(s, member, OPERAND_BASE));
    if (is_untagged_record(s, inner))
      add_members(s, inner, name, at, depth + 1);
    if (!*own) continue;
    unsigned long long byte = at / 8, bit = at % 8;
    const char *place =
        bit ? vd_arena_printf(&s->lift->arena, "byte %llu, bit %llu", byte, bit)
            : vd_arena_printf(&s->lift->arena, "byte %llu", byte);
    vd_surface_add(
        s, VD_FACT_MEMBER, name, place,
        (VdPos){.file = s->lift->path, .line = LLVMDITypeGetLine(member)});
  }
}

static void add_parts(VdSurface *s, LLVMMetadataRef type, const char *name) {
  if (tag_of(type) == TAG_ENUM)
    add_enumerators(s, type);
  else if (*name)
    add_members(s, type, name, 0, 0);
}

// ------------------------------------------------------------------ layouts
void vd_surface_layouts(VdSurface *s) {
  for (uint32_t i = 0; i < s->tagged.len; i++) {
    LLVMMetadataRef type = s->tagged.at[i];
    if (is_declared_only(type)) continue;
    vd_surface_add(
        s, VD_FACT_LAYOUT, full_name(s, type), write_layout(s, type, 0),
        (VdPos){.file = s->lift->path, .line = LLVMDITypeGetLine(type)});
    add_parts(s, type, full_name(s, type));
  }
  for (uint32_t i = 0; i < s->untagged.len; i++)
    add_parts(s, s->untagged.at[i].type, s->untagged.at[i].name);
}

// Writes every type that gets a fact, for the types with tags in it.
static void meet_types(VdSurface *s) {
  LLVMModuleRef m = s->lift->llvm;
  const char *result, *params;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) vd_surface_function_type(s, f, &result, &params);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g)) vd_surface_variable_type(s, g);
}

static uint32_t number_of(const char *layout) {
  VdDigest digest = vd_digest_of(layout, strlen(layout));
  uint32_t number;
  memcpy(&number, digest.byte, sizeof number);
  return number;
}

void vd_surface_scopes(VdSurface *s) {
  VdNames seen = {0};
  VdMap first = {0};  // id of a name to the number that was met first
  meet_types(s);
  for (uint32_t i = 0; i < s->tagged.len; i++) {
    LLVMMetadataRef type = s->tagged.at[i];
    if (is_declared_only(type)) continue;
    const char *name = full_name(s, type);
    uint32_t id = vd_name_put(&seen, name, strlen(name));
    uint64_t number = number_of(write_layout(s, type, 0));
    if (!vd_map_get(&first, id)) *vd_map_put(&first, id) = number;
    if (*vd_map_get(&first, id) != number)
      vd_name_put(&s->scoped, name, strlen(name));
    *vd_map_put(&s->number, (uintptr_t)type) = number;
  }
  vd_map_done(&s->layout);
  s->tagged.len = 0;
  s->untagged.len = 0;
  s->unsure = s->too_deep = false;
  vd_map_done(&first);
  vd_names_done(&seen);
}
