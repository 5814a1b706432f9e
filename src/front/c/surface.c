// What a linker, a loader, a compiler or a caller sees of an LLVM module.
//
// A fact is a text for a kind (src/ir/fact.def) and a name. What is as usual
// has no fact. The table in observe.def says which attributes, flags and
// metadata count and how; what it lacks counts as text.
#include "front/c/surface.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>

enum { MAX_METADATA = 16 };  // levels

void vd_surface_add(VdSurface *s, VdFactKind kind, const char *name,
                    const char *value, VdPos pos) {
  const char *key = vd_arena_printf(&s->lift->arena, "%d %s", kind, name);
  if (vd_name_get(&s->seen, key, strlen(key))) return;
  vd_name_put(&s->seen, key, strlen(key));
  vd_module_add_fact(s->lift->module, (VdFact){kind, name, value, pos});
}

typedef struct Thing {
  LLVMValueRef value;
  const char *name;
  VdPos pos;
  bool exported;
} Thing;

static void add(VdSurface *s, const Thing *t, VdFactKind kind,
                const char *value) {
  if (value && *value) vd_surface_add(s, kind, t->name, value, t->pos);
}

static const char *keep(VdSurface *s, VdBuf *text) {
  const char *kept = vd_surface_short(s, vd_buf_text(text), text->len);
  vd_buf_done(text);
  return kept;
}

static const char *value_text(VdSurface *s, LLVMValueRef value) {
  char *text = LLVMPrintValueToString(value);
  const char *kept = vd_surface_short(s, text, strlen(text));
  LLVMDisposeMessage(text);
  return kept;
}

// --------------------------------------------------------------- attributes
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
    unsigned long long value = LLVMGetEnumAttributeValue(a);
    if (value) vd_buf_printf(out, " %llu", value);
  }
}

static void put_place(unsigned index, VdBuf *out) {
  if (out->len) vd_buf_str(out, ", ");
  if (index == LLVMAttributeReturnIndex)
    vd_buf_str(out, "result ");
  else if (index != (unsigned)LLVMAttributeFunctionIndex)
    vd_buf_printf(out, "parameter %u ", index);
}

static void put_attributes_at(VdSurface *s, LLVMValueRef func, unsigned index,
                              VdObserveSense sense, VdBuf *out) {
  unsigned n = LLVMGetAttributeCountAtIndex(func, index);
  LLVMAttributeRef *all = vd_alloc(vd_mul(n + 1, sizeof *all));
  LLVMGetAttributesAtIndex(func, index, all);
  bool byval = false;
  for (unsigned i = 0; i < n; i++) {
    const VdObserve *row = find_row(s, all[i]);
    byval |= row && (!strcmp(row->name, "byval") || !strcmp(row->name, "sret"));
  }
  for (unsigned i = 0; i < n; i++) {
    const VdObserve *row = find_row(s, all[i]);
    VdObserveSense own = sense_of(row, index);
    // The alignment of what is passed in memory is where it is.
    if (byval && row && !strcmp(row->name, "align"))
      own = VD_OBSERVED_CONVENTION;
    if (byval && row && own == VD_OBSERVED_DEMAND) own = VD_OBSERVED_NONE;
    if (own != sense) continue;
    put_place(index, out);
    put_attribute(s, all[i], row, out);
  }
  vd_free(all);
}

static const char *attributes(VdSurface *s, LLVMValueRef func,
                              VdObserveSense sense) {
  VdBuf out = {0};
  put_attributes_at(s, func, (unsigned)LLVMAttributeFunctionIndex, sense, &out);
  put_attributes_at(s, func, LLVMAttributeReturnIndex, sense, &out);
  for (uint32_t i = 0; i < LLVMCountParams(func); i++)
    put_attributes_at(s, func, i + 1, sense, &out);
  return keep(s, &out);
}

// ----------------------------------------------------------------- functions
static const char *convention(VdSurface *s, LLVMValueRef func) {
  unsigned number = LLVMGetFunctionCallConv(func);
  const char *passed = attributes(s, func, VD_OBSERVED_CONVENTION);
  if (!number) return passed;
  return vd_arena_printf(&s->lift->arena, "number %u%s%s", number,
                         *passed ? ", " : "", passed);
}

// Metadata of instructions that makes values undefined if it does not hold.
static bool has_claims(LLVMValueRef func) {
  static const char *const name[] = {"range",           "nonnull",
                                     "noundef",         "align",
                                     "dereferenceable", "invariant.load"};
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(func));
  unsigned kind[VD_COUNT(name)];
  for (size_t i = 0; i < VD_COUNT(name); i++)
    kind[i] =
        LLVMGetMDKindIDInContext(context, name[i], (unsigned)strlen(name[i]));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(func); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst;
         inst = LLVMGetNextInstruction(inst))
      for (size_t i = 0; LLVMHasMetadata(inst) && i < VD_COUNT(name); i++)
        if (LLVMGetMetadata(inst, kind[i])) return true;
  return false;
}

static void add_assumed(VdSurface *s, const Thing *t) {
  if (*attributes(s, t->value, VD_OBSERVED_ASSUMED))
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "floats keep subnormal numbers, and null is no object, "
                   "whatever the compiler's flags say",
                   t->pos);
  if (!s->compiled && !t->exported &&
      *attributes(s, t->value, VD_OBSERVED_DEMAND))
    add(s, t, VD_FACT_ASSUMED,
        "arguments are as the attributes of LLVM IR say (nonnull, noalias and "
        "the like)");
  if (!s->compiled && has_claims(t->value))
    vd_surface_add(s, VD_FACT_ASSUMED,
                   vd_arena_printf(&s->lift->arena, "values of %s", t->name),
                   "values are as the metadata of LLVM IR says (!range, "
                   "!nonnull and the like)",
                   t->pos);
}

static void put_metadata(VdSurface *s, LLVMValueRef node, int depth,
                         VdBuf *out);

// Metadata of a function or variable that the table does not make light of.
static void put_attached(VdSurface *s, LLVMValueRef value, VdBuf *out) {
  size_t n = 0;
  LLVMContextRef context = LLVMGetModuleContext(s->lift->llvm);
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(value, &n);
  for (unsigned i = 0; i < n; i++) {
    unsigned kind = LLVMValueMetadataEntriesGetKind(all, i);
    const VdObserve *row = NULL;
    for (uint32_t k = 0; k < vd_observes && !row; k++)
      if (vd_observe[k].group == VD_OBSERVE_ATTACHED &&
          LLVMGetMDKindIDInContext(context, vd_observe[k].name,
                                   (unsigned)strlen(vd_observe[k].name)) ==
              kind)
        row = &vd_observe[k];
    if (row && row->sense == VD_OBSERVED_NONE) continue;
    if (out->len) vd_buf_str(out, ", ");
    vd_buf_printf(out, "!%s ", row ? row->name : "metadata");
    put_metadata(s,
                 LLVMMetadataAsValue(
                     context, LLVMValueMetadataEntriesGetMetadata(all, i)),
                 0, out);
  }
  LLVMDisposeValueMetadataEntries(all);
}

static void put_data(VdSurface *s, const char *word, LLVMValueRef data,
                     VdBuf *out) {
  if (out->len) vd_buf_str(out, ", ");
  vd_buf_printf(out, "%s %s", word, value_text(s, data));
}

// What makes a function act otherwise than its body says.
static const char *actions(VdSurface *s, LLVMValueRef func) {
  VdBuf out = {0};
  vd_buf_str(&out, attributes(s, func, VD_OBSERVED_ACTION));
  put_attached(s, func, &out);
  if (LLVMHasPrefixData(func))
    put_data(s, "prefix data", LLVMGetPrefixData(func), &out);
  if (LLVMHasPrologueData(func))
    put_data(s, "prologue data", LLVMGetPrologueData(func), &out);
  if (LLVMHasPersonalityFn(func))
    put_data(s, "personality", LLVMGetPersonalityFn(func), &out);
  if (LLVMGetGC(func))
    vd_buf_printf(&out, "%sgc %s", out.len ? ", " : "", LLVMGetGC(func));
  return keep(s, &out);
}

static const char *linkage_word(LLVMLinkage linkage) {
  switch (linkage) {
    case LLVMWeakAnyLinkage: return "weak";
    case LLVMWeakODRLinkage: return "weak, one definition";
    case LLVMLinkOnceAnyLinkage: return "weak, dropped if unused";
    case LLVMLinkOnceODRLinkage:
    case LLVMLinkOnceODRAutoHideLinkage:
      return "weak, one definition, dropped if unused";
    case LLVMCommonLinkage: return "common";
    case LLVMAppendingLinkage: return "appending";
    default: return "";
  }
}

static const char *visibility_word(LLVMVisibility visibility) {
  switch (visibility) {
    case LLVMHiddenVisibility: return "hidden";
    case LLVMProtectedVisibility: return "protected";
    default: return "";
  }
}

static const char *comdat_word(LLVMValueRef value) {
  static const char *const kind[] = {"any", "exact match", "largest",
                                     "no deduplication", "same size"};
  if (!LLVMIsAFunction(value) && !LLVMIsAGlobalVariable(value)) return "";
  LLVMComdatRef comdat = LLVMGetComdat(value);
  return comdat ? kind[LLVMGetComdatSelectionKind(comdat)] : "";
}

static const char *number_text(VdSurface *s, unsigned number) {
  return number ? vd_arena_printf(&s->lift->arena, "%u", number) : "";
}

// Sections that hold code or data, and in which nothing acts by being there.
static bool is_plain_section(const char *section, bool function) {
  static const char *const plain[] = {".text",  ".rodata", ".data",  ".bss",
                                      ".tdata", ".tbss",   ".sdata", ".sbss"};
  if (function) return strcmp(section, ".init") && strcmp(section, ".fini");
  for (size_t i = 0; i < VD_COUNT(plain); i++)
    if (!strncmp(section, plain[i], strlen(plain[i]))) return true;
  return false;
}

static void add_section(VdSurface *s, const Thing *t) {
  const char *section = LLVMGetSection(t->value);
  if (!section || !*section) return;
  add(s, t, VD_FACT_SECTION, section);
  if (!is_plain_section(section, LLVMIsAFunction(t->value)))
    add(s, t, VD_FACT_PLACED, section);
}

// Variables in a section that is not for plain data, in order: programs walk
// such sections.
static void add_orders(VdSurface *s) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->lift->llvm); g;
       g = LLVMGetNextGlobal(g)) {
    const char *section = LLVMGetSection(g);
    if (LLVMIsDeclaration(g) || !section || !*section ||
        is_plain_section(section, false) || !strcmp(section, "llvm.metadata"))
      continue;
    VdBuf names = {0};
    for (LLVMValueRef h = g; h; h = LLVMGetNextGlobal(h)) {
      const char *other = LLVMGetSection(h);
      if (LLVMIsDeclaration(h) || !other || strcmp(other, section)) continue;
      vd_buf_printf(&names, "%s%s", names.len ? ", " : "",
                    vd_lift_name(s->lift, h));
    }
    vd_surface_add(s, VD_FACT_ORDER, section, keep(s, &names),
                   (VdPos){.file = s->lift->path});
  }
}

// What the linker sees of an exported function, variable or alias.
static void add_symbol(VdSurface *s, const Thing *t) {
  add(s, t, VD_FACT_LINKAGE, linkage_word(LLVMGetLinkage(t->value)));
  add(s, t, VD_FACT_VISIBILITY, visibility_word(LLVMGetVisibility(t->value)));
  LLVMDLLStorageClass storage = LLVMGetDLLStorageClass(t->value);
  if (storage)
    add(s, t, VD_FACT_STORAGE,
        storage == LLVMDLLExportStorageClass ? "export" : "import");
  add(s, t, VD_FACT_COMDAT, comdat_word(t->value));
  if (LLVMGetUnnamedAddress(t->value) == LLVMGlobalUnnamedAddr)
    add(s, t, VD_FACT_ADDRESS, "may be another's");
}

static void add_function_type(VdSurface *s, const Thing *t) {
  const char *result, *params;
  if (s->untold) return;
  if (vd_surface_function_type(s, t->value, &result, &params)) {
    add(s, t, VD_FACT_RESULT, result);
    add(s, t, VD_FACT_PARAMS, params);
  } else {
    s->untyped = true;
  }
}

static void add_contract(VdSurface *s, const Thing *t) {
  if (s->compiled || t->exported)
    add(s, t, VD_FACT_DEMAND, attributes(s, t->value, VD_OBSERVED_DEMAND));
  if (s->compiled && (t->exported || LLVMIsDeclaration(t->value)))
    add(s, t, VD_FACT_PROMISE, attributes(s, t->value, VD_OBSERVED_PROMISE));
}

static void add_import(VdSurface *s, const Thing *t) {
  if (!LLVMGetFirstUse(t->value)) return;
  add(s, t, VD_FACT_IMPORT,
      vd_lift_is_weak_reference(t->value) ? "weak" : "strong");
}

static void add_function(VdSurface *s, LLVMValueRef func) {
  Thing t = {func, vd_lift_name(s->lift, func), vd_lift_func_pos(s->lift, func),
             vd_lift_is_exported(func)};
  if (LLVMGetIntrinsicID(func)) return;
  if (LLVMIsDeclaration(func)) {
    t.exported = false;
    add_import(s, &t);
    if (!LLVMGetFirstUse(func)) return;
    add_contract(s, &t);
    add(s, &t, VD_FACT_CONVENTION, convention(s, func));
    return;
  }
  // The definition is another file's.
  if (LLVMGetLinkage(func) == LLVMAvailableExternallyLinkage) add_import(s, &t);
  if (t.exported) {
    add_symbol(s, &t);
    add_function_type(s, &t);
    add(s, &t, VD_FACT_CONVENTION, convention(s, func));
    add(s, &t, VD_FACT_ALIGNMENT, number_text(s, LLVMGetAlignment(func)));
  }
  add_section(s, &t);
  add_contract(s, &t);
  add(s, &t, VD_FACT_ACTION, actions(s, func));
  add_assumed(s, &t);
}

// ----------------------------------------------------------------- variables
static const char *thread_word(LLVMThreadLocalMode mode) {
  switch (mode) {
    case LLVMNotThreadLocal: return "";
    case LLVMGeneralDynamicTLSModel: return "general dynamic";
    case LLVMLocalDynamicTLSModel: return "local dynamic";
    case LLVMInitialExecTLSModel: return "initial exec";
    case LLVMLocalExecTLSModel: return "local exec";
  }
  return "";
}

static void add_exported_variable(VdSurface *s, const Thing *t) {
  const char *type = s->untold ? "" : vd_surface_variable_type(s, t->value);
  if (type)
    add(s, t, VD_FACT_TYPE, type);
  else
    s->untyped = true;
  add_symbol(s, t);
  add(s, t, VD_FACT_ALIGNMENT, number_text(s, LLVMGetAlignment(t->value)));
  if (LLVMIsGlobalConstant(t->value)) add(s, t, VD_FACT_CONSTANT, "constant");
}

static void add_contents(VdSurface *s, const Thing *t) {
  if (!vd_map_get(&s->lift->bad_global, (uintptr_t)t->value)) return;
  char hex[65];
  VdDigest digest = vd_lift_contents(s->lift, LLVMGetInitializer(t->value));
  vd_digest_hex(&digest, hex);
  add(s, t, VD_FACT_CONTENTS, hex);
}

static void add_variable(VdSurface *s, LLVMValueRef global) {
  Thing t = {global, vd_lift_name(s->lift, global),
             vd_surface_variable_pos(s, global), vd_lift_is_exported(global)};
  if (!strncmp(t.name, "llvm.", 5)) return;
  const uint64_t *index = vd_map_get(&s->lift->global_of, (uintptr_t)global);
  if (index) s->lift->module->global.at[*index].pos = t.pos;
  if (LLVMIsDeclaration(global)) {
    add_import(s, &t);
    add(s, &t, VD_FACT_THREAD, thread_word(LLVMGetThreadLocalMode(global)));
    return;
  }
  if (t.exported) add_exported_variable(s, &t);
  add(s, &t, VD_FACT_THREAD, thread_word(LLVMGetThreadLocalMode(global)));
  if (LLVMIsExternallyInitialized(global))
    add(s, &t, VD_FACT_LOADED, "set by the loader");
  add_section(s, &t);
  add_contents(s, &t);
  VdBuf attached = {0};
  put_attached(s, global, &attached);
  add(s, &t, VD_FACT_ACTION, keep(s, &attached));
}

// ----------------------------------------- what LLVM's API does not tell
// Attributes of variables (#pragma clang section), partitions and code models
// are only in the text of a module, so that is printed, without contents.
static const char *find_group(const char *text, const char *number, size_t n) {
  for (const char *at = text; (at = strstr(at, "\nattributes #")); at++) {
    const char *own = at + strlen("\nattributes #");
    if (!strncmp(own, number, n) && own[n] == ' ') return own + n + 3;
  }
  return NULL;
}

static void put_line(VdSurface *s, LLVMValueRef global, const char *text,
                     const char *line, size_t n) {
  static const char *const word[] = {"partition \"", "code_model \""};
  VdBuf out = {0};
  const char *one = vd_arena_printf(&s->lift->arena, "%.*s", (int)n, line);
  for (size_t i = 0; i < VD_COUNT(word); i++) {
    const char *at = strstr(one, word[i]);
    if (at) vd_buf_printf(&out, "%.*s ", (int)strcspn(at, ","), at);
  }
  const char *group = strrchr(one, '#');
  const char *found = group && group > one && group[-1] == ' '
                          ? find_group(text, group + 1, strlen(group + 1))
                          : NULL;
  if (found) vd_buf_printf(&out, "%.*s", (int)strcspn(found, "\n"), found);
  Thing t = {global, vd_lift_name(s->lift, global),
             vd_surface_variable_pos(s, global), true};
  add(s, &t, VD_FACT_ATTRIBUTES, keep(s, &out));
}

// Changes the LLVM module: comes last.
static void add_printed(VdSurface *s) {
  VD_VEC(LLVMValueRef) all = {0};
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->lift->llvm); g;
       g = LLVMGetNextGlobal(g)) {
    if (!LLVMIsDeclaration(g)) LLVMSetInitializer(g, NULL);
    vd_push(&all, g);
  }
  char *text = all.len ? LLVMPrintModuleToString(s->lift->llvm) : NULL;
  const char *at = text;
  for (uint32_t i = 0; i < all.len && at; i++) {
    at = strstr(at, "\n@");
    if (!at) break;
    at++;
    put_line(s, all.at[i], text, at, strcspn(at, "\n"));
  }
  if (text) LLVMDisposeMessage(text);
  vd_vec_done(&all);
}

// ------------------------------------------------------------------- aliases
static const char *target_text(VdSurface *s, LLVMValueRef target) {
  if (LLVMIsAGlobalValue(target)) return vd_lift_name(s->lift, target);
  return value_text(s, target);
}

static void add_alias(VdSurface *s, LLVMValueRef alias) {
  Thing t = {alias,
             vd_lift_name(s->lift, alias),
             {.file = s->lift->path},
             vd_lift_is_exported(alias)};
  if (!t.exported) return;
  add_symbol(s, &t);
  add(s, &t, VD_FACT_THREAD, thread_word(LLVMGetThreadLocalMode(alias)));
  add(s, &t, VD_FACT_ALIAS, target_text(s, LLVMAliasGetAliasee(alias)));
}

static void add_ifunc(VdSurface *s, LLVMValueRef ifunc) {
  Thing t = {ifunc,
             vd_lift_name(s->lift, ifunc),
             {.file = s->lift->path},
             vd_lift_is_exported(ifunc)};
  if (t.exported) add_symbol(s, &t);
  add(s, &t, VD_FACT_RESOLVER,
      target_text(s, LLVMGetGlobalIFuncResolver(ifunc)));
}

// --------------------------------------------------------------------- lists
static LLVMValueRef list_of(VdSurface *s, const char *name) {
  LLVMValueRef list = LLVMGetNamedGlobal(s->lift->llvm, name);
  return list && !LLVMIsDeclaration(list) ? LLVMGetInitializer(list) : NULL;
}

static void add_kept(VdSurface *s, const char *name, const char *word) {
  LLVMValueRef list = list_of(s, name), element;
  for (unsigned i = 0;
       list && (element = LLVMGetAggregateElement(list, i)) != NULL; i++) {
    const char *own = target_text(s, element);
    vd_surface_add(s, VD_FACT_KEPT, own, word, (VdPos){.file = s->lift->path});
  }
}

// In the order in which they run, for one priority.
static void add_starters(VdSurface *s, const char *name, VdFactKind kind) {
  LLVMValueRef list = list_of(s, name), element;
  for (unsigned i = 0;
       list && (element = LLVMGetAggregateElement(list, i)) != NULL; i++) {
    LLVMValueRef priority = LLVMGetAggregateElement(element, 0);
    LLVMValueRef func = LLVMGetAggregateElement(element, 1);
    if (!priority || !func || !LLVMIsAConstantInt(priority)) continue;
    LLVMValueRef real = vd_lift_resolve(func);
    vd_surface_add(s, kind, target_text(s, func),
                   vd_arena_printf(&s->lift->arena, "priority %llu",
                                   LLVMConstIntGetZExtValue(priority)),
                   LLVMIsAFunction(real) ? vd_lift_func_pos(s->lift, real)
                                         : (VdPos){.file = s->lift->path});
  }
}

// -------------------------------------------------------------------- module
static void put_node(VdSurface *s, LLVMValueRef node, int depth, VdBuf *out) {
  unsigned n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *all = vd_alloc(vd_mul(n + 1, sizeof *all));
  LLVMGetMDNodeOperands(node, all);
  vd_buf_char(out, '{');
  for (unsigned i = 0; i < n; i++) {
    if (i) vd_buf_str(out, ", ");
    put_metadata(s, all[i], depth, out);
  }
  vd_buf_char(out, '}');
  vd_free(all);
}

static void put_metadata(VdSurface *s, LLVMValueRef node, int depth,
                         VdBuf *out) {
  unsigned n = 0;
  const char *text = NULL;
  if (!node) {
    vd_buf_str(out, "null");
  } else if (++depth > MAX_METADATA) {
    // Not like anything of another file.
    vd_buf_printf(out, "(nested too deeply in %s)", s->lift->path);
  } else if (LLVMGetValueKind(node) != LLVMMetadataAsValueValueKind) {
    vd_buf_str(out, value_text(s, node));
  } else if ((text = LLVMGetMDString(node, &n))) {
    vd_buf_printf(out, "\"%.*s\"", (int)n, text);
  } else if (LLVMIsAMDNode(node)) {
    put_node(s, node, depth, out);
  } else {
    vd_buf_str(out, value_text(s, node));
  }
}

// What is so unless someone asks for something else.
static bool is_usual(const char *flag, const char *value) {
  static const struct {
    const char *flag, *value;
  } usual[] = {{"wchar_size", "i32 4"}, {"short_enum", "i32 0"}};
  for (size_t i = 0; i < VD_COUNT(usual); i++)
    if (!strcmp(flag, usual[i].flag) && strstr(value, usual[i].value))
      return true;
  return false;
}

static void add_flags(VdSurface *s) {
  size_t n = 0, len = 0;
  LLVMContextRef context = LLVMGetModuleContext(s->lift->llvm);
  LLVMModuleFlagEntry *all = LLVMCopyModuleFlagsMetadata(s->lift->llvm, &n);
  for (unsigned i = 0; i < n; i++) {
    const char *key = LLVMModuleFlagEntriesGetKey(all, i, &len);
    const VdObserve *row = vd_observe_find(VD_OBSERVE_FLAG, key, len);
    if (row && row->sense == VD_OBSERVED_NONE) continue;
    VdBuf value = {0};
    put_metadata(
        s,
        LLVMMetadataAsValue(context, LLVMModuleFlagEntriesGetMetadata(all, i)),
        0, &value);
    const char *flag = vd_arena_printf(&s->lift->arena, "%.*s", (int)len, key);
    const char *text = keep(s, &value);
    if (!is_usual(flag, text))
      vd_surface_add(s, VD_FACT_FLAG, flag, text,
                     (VdPos){.file = s->lift->path});
  }
  LLVMDisposeModuleFlagsMetadata(all);
}

static void add_named(VdSurface *s) {
  for (LLVMNamedMDNodeRef node = LLVMGetFirstNamedMetadata(s->lift->llvm); node;
       node = LLVMGetNextNamedMetadata(node)) {
    size_t n = 0;
    const char *key = LLVMGetNamedMetadataName(node, &n);
    const VdObserve *row = vd_observe_find(VD_OBSERVE_NAMED, key, n);
    if (row && row->sense != VD_OBSERVED_ACTION) continue;
    const char *name = vd_arena_printf(&s->lift->arena, "%.*s", (int)n, key);
    unsigned count = LLVMGetNamedMetadataNumOperands(s->lift->llvm, name);
    LLVMValueRef *all = vd_alloc(vd_mul(count + 1, sizeof *all));
    LLVMGetNamedMetadataOperands(s->lift->llvm, name, all);
    VdBuf value = {0};
    for (unsigned i = 0; i < count; i++) put_metadata(s, all[i], 0, &value);
    vd_surface_add(s, VD_FACT_METADATA, name, keep(s, &value),
                   (VdPos){.file = s->lift->path});
    vd_free(all);
  }
}

// "x86_64-linux-gnu" of "x86_64-pc-linux-gnu": the vendor is only a name.
static const char *triple(VdSurface *s) {
  const char *text = LLVMGetTarget(s->lift->llvm);
  const char *dash = text ? strchr(text, '-') : NULL;
  const char *rest = dash ? strchr(dash + 1, '-') : NULL;
  if (!rest) return text;
  return vd_arena_printf(&s->lift->arena, "%.*s%s", (int)(dash - text), text,
                         rest);
}

static void add_module(VdSurface *s) {
  size_t n = 0;
  VdPos pos = {.file = s->lift->path};
  const char *text = LLVMGetModuleInlineAsm(s->lift->llvm, &n);
  if (n)
    vd_surface_add(s, VD_FACT_ASSEMBLY, "", vd_surface_short(s, text, n), pos);
  const char *target = triple(s);
  const char *layout = LLVMGetDataLayoutStr(s->lift->llvm);
  if (target && *target)
    vd_surface_add(s, VD_FACT_TARGET, "triple", target, pos);
  if (layout && *layout)
    vd_surface_add(s, VD_FACT_TARGET, "data layout", layout, pos);
  add_flags(s);
  add_named(s);
}

static bool is_called(VdSurface *s, const char *intrinsic) {
  size_t n;
  if (!intrinsic) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(s->lift->llvm); f;
       f = LLVMGetNextFunction(f))
    if (LLVMGetFirstUse(f) &&
        !strncmp(LLVMGetValueName2(f, &n), intrinsic, strlen(intrinsic)))
      return true;
  return false;
}

// Compilers call these by themselves, and mean the definition of this file.
static void add_own(VdSurface *s) {
  static const struct {
    const char *name, *intrinsic;
  } row[] = {
#define VD_CALLED(name, intrinsic) {name, intrinsic},
#define VD_CALLED_MATH(name, intrinsic)                                   \
  {name, "llvm." intrinsic ".f64"}, {name "f", "llvm." intrinsic ".f32"}, \
      {name "l", "llvm." intrinsic ".f80"},
#include "front/c/called.def"
#undef VD_CALLED_MATH
#undef VD_CALLED
  };
  for (size_t i = 0; i < VD_COUNT(row); i++) {
    VdPos pos = {.file = s->lift->path};
    LLVMValueRef own = LLVMGetNamedFunction(s->lift->llvm, row[i].name);
    bool defined = own && !LLVMIsDeclaration(own);
    bool used = (defined || row[i].intrinsic) && is_called(s, row[i].intrinsic);
    if (defined)
      vd_surface_add(s, VD_FACT_OWN, row[i].name, "yes",
                     vd_lift_func_pos(s->lift, own));
    if (defined && used)
      vd_surface_add(
          s, VD_FACT_ASSUMED, "",
          vd_arena_printf(&s->lift->arena,
                          "%s of this file does what the standard says of it",
                          row[i].name),
          pos);
    else if (used)
      vd_surface_add(s, VD_FACT_IMPORT, row[i].name, "strong", pos);
  }
}

static void add_remarks(VdSurface *s) {
  VdPos pos = {.file = s->lift->path};
  if (s->untyped)
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "C types are not compared where there is no debug "
                   "information: LLVM's types are",
                   pos);
  if (s->too_deep)
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "C types nested more than 200 deep are not compared", pos);
}

void vd_lift_surface(VdLift *l, bool compiled, bool untold) {
  VdSurface s = {.lift = l, .compiled = compiled, .untold = untold};
  LLVMModuleRef m = l->llvm;
  s.typed = compiled || vd_surface_has_types(&s);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    add_function(&s, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    add_variable(&s, g);
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a;
       a = LLVMGetNextGlobalAlias(a))
    add_alias(&s, a);
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(m); i;
       i = LLVMGetNextGlobalIFunc(i))
    add_ifunc(&s, i);
  add_kept(&s, "llvm.used", "yes");
  add_kept(&s, "llvm.compiler.used", "by the compiler");
  add_starters(&s, "llvm.global_ctors", VD_FACT_CONSTRUCTOR);
  add_starters(&s, "llvm.global_dtors", VD_FACT_DESTRUCTOR);
  add_orders(&s);
  add_own(&s);
  add_module(&s);
  vd_surface_layouts(&s);
  add_remarks(&s);
  if (!untold) add_printed(&s);
  vd_map_done(&s.layout);
  vd_map_done(&s.row);
  vd_vec_done(&s.tagged);
  vd_names_done(&s.seen);
}
