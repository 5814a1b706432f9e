// What a linker, a loader, a compiler or a caller sees of an LLVM module.
//
// A fact is a text for a kind (src/ir/fact.def) and a name. What is as usual
// has no fact. The table in observe.def says which attributes, flags and
// metadata count and how; what it lacks counts as text.
//
// What is static has facts, too, if others can get hold of it by its address
// (surface_escape.c), by assembly (attribute used, or a name in it), or because
// programs walk the section that it is in. An alias has the facts of what it
// stands for.
#include "front/c/surface.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>

void vd_surface_add(VdSurface *s, VdFactKind kind, const char *name,
                    const char *value, VdPos pos) {
  // A module may assume several things.
  const char *also = kind == VD_FACT_ASSUMED ? value : "";
  const char *key =
      vd_arena_printf(&s->lift->arena, "%d %s %s", kind, name, also);
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

const char *vd_surface_keep(VdSurface *s, VdBuf *text) {
  const char *kept = vd_surface_short(s, vd_buf_text(text), text->len);
  vd_buf_done(text);
  return kept;
}

const char *vd_surface_value_text(VdSurface *s, LLVMValueRef value) {
  char *text = LLVMPrintValueToString(value);
  const char *kept = vd_surface_short(s, text, strlen(text));
  LLVMDisposeMessage(text);
  return kept;
}

// ----------------------------------------------------------------- functions
// Metadata of instructions that makes values undefined if it does not hold.
static bool has_callee_promises(LLVMValueRef func) {
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
  if (*vd_surface_attributes(s, t->value, VD_OBSERVED_ASSUMED))
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "floats keep subnormal numbers, and null is no object, "
                   "whatever the compiler's flags say",
                   t->pos);
  if (!s->compiled && !t->exported &&
      *vd_surface_attributes(s, t->value, VD_OBSERVED_DEMAND))
    add(s, t, VD_FACT_ASSUMED,
        "arguments are as the attributes of LLVM IR say (nonnull, noalias and "
        "the like)");
  if (!s->compiled && has_callee_promises(t->value))
    vd_surface_add(s, VD_FACT_ASSUMED,
                   vd_arena_printf(&s->lift->arena, "values of %s", t->name),
                   "values are as the metadata of LLVM IR says (!range, "
                   "!nonnull and the like)",
                   t->pos);
}

static void put_data(VdSurface *s, const char *word, LLVMValueRef data,
                     VdBuf *out) {
  if (out->len) vd_buf_str(out, ", ");
  vd_buf_printf(out, "%s %s", word, vd_surface_value_text(s, data));
}

// What makes a function act otherwise than its body says.
static const char *actions(VdSurface *s, LLVMValueRef func) {
  VdBuf out = {0};
  vd_buf_str(&out, vd_surface_attributes(s, func, VD_OBSERVED_ACTION));
  vd_surface_put_attached(s, func, &out);
  if (LLVMHasPrefixData(func))
    put_data(s, "prefix data", LLVMGetPrefixData(func), &out);
  if (LLVMHasPrologueData(func))
    put_data(s, "prologue data", LLVMGetPrologueData(func), &out);
  if (LLVMHasPersonalityFn(func))
    put_data(s, "personality", LLVMGetPersonalityFn(func), &out);
  if (LLVMGetGC(func))
    vd_buf_printf(&out, "%sgc %s", out.len ? ", " : "", LLVMGetGC(func));
  return vd_surface_keep(s, &out);
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

// Sections that hold code or data, and in which nothing acts by being there:
// those of the compiler, and one that a variable has for itself (.data.x).
static bool is_plain_section(const char *section, const char *name,
                             bool function) {
  static const char *const plain[] = {
      ".text",  ".rodata", ".data",        ".bss",     ".tdata", ".tbss",
      ".sdata", ".sbss",   ".data.rel.ro", ".lrodata", ".ldata", ".lbss"};
  if (function) return strcmp(section, ".init") && strcmp(section, ".fini");
  for (size_t i = 0; i < VD_COUNT(plain); i++) {
    size_t n = strlen(plain[i]);
    if (strncmp(section, plain[i], n)) continue;
    if (!section[n] || (section[n] == '.' && !strcmp(section + n + 1, name)))
      return true;
  }
  return false;
}

// Is it in a section that programs walk?
static bool is_placed(VdSurface *s, LLVMValueRef global) {
  const char *section = LLVMGetSection(global);
  return section && *section && strcmp(section, "llvm.metadata") &&
         !is_plain_section(section, vd_lift_name(s->lift, global),
                           LLVMIsAFunction(global));
}

static void add_section(VdSurface *s, const Thing *t) {
  const char *section = LLVMGetSection(t->value);
  if (!section || !*section) return;
  add(s, t, VD_FACT_SECTION, section);
  if (is_placed(s, t->value)) add(s, t, VD_FACT_PLACED, section);
}

// Variables in a section that is not for plain data, in order: programs walk
// such sections.
static void add_orders(VdSurface *s) {
  LLVMValueRef first = LLVMGetFirstGlobal(s->lift->llvm);
  for (LLVMValueRef g = first; g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g) || !is_placed(s, g)) continue;
    const char *section = LLVMGetSection(g);
    VdBuf names = {0};
    for (LLVMValueRef h = first; h; h = LLVMGetNextGlobal(h)) {
      const char *other = LLVMGetSection(h);
      if (LLVMIsDeclaration(h) || !other || strcmp(other, section)) continue;
      vd_buf_printf(&names, "%s%s", names.len ? ", " : "",
                    vd_lift_name(s->lift, h));
    }
    vd_surface_add(s, VD_FACT_ORDER, section, vd_surface_keep(s, &names),
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
    add(s, t, VD_FACT_DEMAND,
        vd_surface_attributes(s, t->value, VD_OBSERVED_DEMAND));
  if (!s->compiled) return;
  add(s, t, VD_FACT_PROMISE,
      vd_surface_attributes(s, t->value, VD_OBSERVED_PROMISE));
  if (!LLVMIsDeclaration(t->value))
    add(s, t, VD_FACT_CALLEE_PROMISES, vd_surface_callee_promises(s, t->value));
}

static void add_import(VdSurface *s, const Thing *t) {
  if (!LLVMGetFirstUse(t->value)) return;
  add(s, t, VD_FACT_IMPORT,
      vd_lift_is_weak_reference(t->value) ? "weak" : "strong");
  add(s, t, VD_FACT_VISIBILITY, visibility_word(LLVMGetVisibility(t->value)));
}

static void add_declared_function(VdSurface *s, const Thing *t) {
  add_import(s, t);
  if (!LLVMGetFirstUse(t->value)) return;
  add_contract(s, t);
  // Without a prototype, "()", LLVM has "(...)": how many are passed is not
  // known, but that is no variadic function.
  LLVMTypeRef type = LLVMGlobalGetValueType(t->value);
  bool variadic = LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) > 0;
  const char *convention = vd_surface_convention(s, t->value);
  add(s, t, VD_FACT_CONVENTION,
      variadic ? vd_arena_printf(&s->lift->arena, "variadic%s%s",
                                 *convention ? ", " : "", convention)
               : convention);
}

// Can others get hold of a static thing without an alias of it?
static bool is_in_reach(VdSurface *s, LLVMValueRef global) {
  if (LLVMGetLinkage(global) != LLVMInternalLinkage) return false;
  return vd_map_get(&s->kept, (uintptr_t)global) ||
         (LLVMIsAGlobalVariable(global) && is_placed(s, global)) ||
         vd_surface_escapes(s, global);
}

// How a function is called.
static void add_call(VdSurface *s, const Thing *t) {
  add_function_type(s, t);
  add(s, t, VD_FACT_CONVENTION, vd_surface_convention(s, t->value));
  unsigned align = LLVMGetAlignment(t->value);
  // Every static thing that others can get hold of has an alignment.
  add(s, t, VD_FACT_ALIGNMENT,
      number_text(s, align || t->exported ? align : 1));
}

// What a function does beside what its body says.
static void add_conduct(VdSurface *s, const Thing *t) {
  add_contract(s, t);
  add(s, t, VD_FACT_ACTION, actions(s, t->value));
  if (t->exported || is_in_reach(s, t->value))
    add(s, t, VD_FACT_LOCALS, vd_surface_local_alignments(s, t->value));
}

static void add_function(VdSurface *s, LLVMValueRef func) {
  Thing t = {func, vd_lift_name(s->lift, func), vd_lift_func_pos(s->lift, func),
             vd_lift_is_exported(func)};
  if (LLVMGetIntrinsicID(func)) return;
  if (LLVMIsDeclaration(func)) {
    t.exported = false;
    add_declared_function(s, &t);
    return;
  }
  // The definition is another file's.
  if (LLVMGetLinkage(func) == LLVMAvailableExternallyLinkage) {
    add_import(s, &t);
    if (vd_surface_escapes(s, func))
      add(s, &t, VD_FACT_ADDRESS, "that of another file's definition");
  }
  if (t.exported) add_symbol(s, &t);
  if (t.exported || is_in_reach(s, func)) add_call(s, &t);
  add_section(s, &t);
  add_conduct(s, &t);
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

static void add_variable_type(VdSurface *s, const Thing *t) {
  const char *type = s->untold ? "" : vd_surface_variable_type(s, t->value);
  if (type)
    add(s, t, VD_FACT_TYPE, type);
  else
    s->untyped = true;
  // Debug information has no address spaces.
  char *own = LLVMPrintTypeToString(LLVMGlobalGetValueType(t->value));
  if (strstr(own, "addrspace("))
    add(s, t, VD_FACT_DECLARED, vd_surface_short(s, own, strlen(own)));
  LLVMDisposeMessage(own);
}

// How a variable is accessed.
static void add_access(VdSurface *s, const Thing *t) {
  unsigned align = LLVMGetAlignment(t->value);
  add(s, t, VD_FACT_ALIGNMENT,
      number_text(s, align || t->exported ? align : 1));
  if (LLVMIsGlobalConstant(t->value)) add(s, t, VD_FACT_CONSTANT, "constant");
}

static void add_contents(VdSurface *s, const Thing *t) {
  if (!vd_map_get(&s->lift->bad_global, (uintptr_t)t->value)) return;
  char hex[65];
  VdDigest digest = vd_lift_contents(s->lift, LLVMGetInitializer(t->value));
  vd_digest_hex(&digest, hex);
  add(s, t, VD_FACT_CONTENTS, hex);
}

// Compound literals are numbered by the compiler.
static bool has_own_name(const Thing *t) {
  return *t->name && *t->name != '.';
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
    // What is constant need not be read again.
    if (LLVMGetFirstUse(global) && LLVMIsGlobalConstant(global))
      add(s, &t, VD_FACT_CONSTANT, "constant");
    return;
  }
  if (t.exported) add_symbol(s, &t);
  if (t.exported || vd_map_get(&s->kept, (uintptr_t)global))
    add_variable_type(s, &t);
  if (t.exported || (has_own_name(&t) && is_in_reach(s, global)))
    add_access(s, &t);
  add(s, &t, VD_FACT_THREAD, thread_word(LLVMGetThreadLocalMode(global)));
  if (LLVMIsExternallyInitialized(global))
    add(s, &t, VD_FACT_LOADED, "set by the loader");
  add_section(s, &t);
  add_contents(s, &t);
  VdBuf attached = {0};
  vd_surface_put_attached(s, global, &attached);
  add(s, &t, VD_FACT_ACTION, vd_surface_keep(s, &attached));
}

// ------------------------------------------------------------------- aliases
static const char *target_text(VdSurface *s, LLVMValueRef target) {
  if (LLVMIsAGlobalValue(target)) return vd_lift_name(s->lift, target);
  return vd_surface_value_text(s, target);
}

// What an alias stands for, by way of other aliases too.
static LLVMValueRef target_of(LLVMValueRef alias) {
  LLVMValueRef target = LLVMAliasGetAliasee(alias);
  while (LLVMIsAGlobalAlias(target)) target = LLVMAliasGetAliasee(target);
  return target;
}

// That with which an alias was declared, as far as LLVM knows it.
static void add_declared_type(VdSurface *s, const Thing *t,
                              LLVMValueRef target) {
  LLVMTypeRef type = LLVMGlobalGetValueType(t->value);
  if (target && type == LLVMGlobalGetValueType(target)) return;
  char *text = LLVMPrintTypeToString(type);
  add(s, t, VD_FACT_DECLARED, vd_surface_short(s, text, strlen(text)));
  LLVMDisposeMessage(text);
}

static void add_target(VdSurface *s, const Thing *t) {
  const char *section = LLVMGetSection(t->value);
  if (LLVMIsAFunction(t->value)) {
    add_call(s, t);
    add_conduct(s, t);
  } else {
    add_variable_type(s, t);
    add_access(s, t);
    if (LLVMIsExternallyInitialized(t->value))
      add(s, t, VD_FACT_LOADED, "set by the loader");
  }
  add(s, t, VD_FACT_SECTION, section ? section : "");
}

static void add_alias(VdSurface *s, LLVMValueRef alias) {
  Thing t = {alias,
             vd_lift_name(s->lift, alias),
             {.file = s->lift->path},
             vd_lift_is_exported(alias)};
  if (!t.exported) return;
  LLVMValueRef target = target_of(alias);
  bool whole = LLVMIsAFunction(target) || LLVMIsAGlobalVariable(target);
  add_symbol(s, &t);
  add(s, &t, VD_FACT_THREAD, thread_word(LLVMGetThreadLocalMode(alias)));
  add(s, &t, VD_FACT_ALIAS, target_text(s, target));
  add_declared_type(s, &t, whole ? target : NULL);
  t.value = target;
  if (whole) add_target(s, &t);
}

static void add_ifunc(VdSurface *s, LLVMValueRef ifunc) {
  Thing t = {ifunc,
             vd_lift_name(s->lift, ifunc),
             {.file = s->lift->path},
             vd_lift_is_exported(ifunc)};
  if (t.exported) add_symbol(s, &t);
  add(s, &t, VD_FACT_RESOLVER,
      target_text(s, LLVMGetGlobalIFuncResolver(ifunc)));
  add_declared_type(s, &t, NULL);
}

// --------------------------------------------------------------------- lists
static LLVMValueRef list_of(VdSurface *s, const char *name) {
  LLVMValueRef list = LLVMGetNamedGlobal(s->lift->llvm, name);
  return list && !LLVMIsDeclaration(list) ? LLVMGetInitializer(list) : NULL;
}

static void note_kept(VdSurface *s, const char *name) {
  LLVMValueRef list = list_of(s, name), element;
  for (unsigned i = 0;
       list && (element = LLVMGetAggregateElement(list, i)) != NULL; i++)
    *vd_map_put(&s->kept, (uintptr_t)element) = 1;
}

static void add_kept(VdSurface *s, const char *name, const char *word) {
  LLVMValueRef list = list_of(s, name), element;
  for (unsigned i = 0;
       list && (element = LLVMGetAggregateElement(list, i)) != NULL; i++) {
    const char *own = target_text(s, element);
    vd_surface_add(s, VD_FACT_KEPT, own, word, (VdPos){.file = s->lift->path});
  }
}

// Static things that assembly names are as if they were marked.
static void note_named(VdSurface *s) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->lift->llvm); g;
       g = LLVMGetNextGlobal(g))
    if (vd_lift_is_in_assembly(s->lift, g))
      *vd_map_put(&s->kept, (uintptr_t)g) = 1;
}

static void add_named(VdSurface *s) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(s->lift->llvm); g;
       g = LLVMGetNextGlobal(g))
    if (!vd_lift_is_exported(g) && vd_lift_is_in_assembly(s->lift, g))
      vd_surface_add(s, VD_FACT_KEPT, vd_lift_name(s->lift, g), "by assembly",
                     vd_surface_variable_pos(s, g));
}

// What starts one without a priority of its own has the lowest.
static const char *write_priority(VdSurface *s, unsigned long long priority) {
  if (priority == UINT16_MAX) return "yes, with the default priority 65535";
  return vd_arena_printf(&s->lift->arena, "yes, with priority %llu", priority);
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
                   write_priority(s, LLVMConstIntGetZExtValue(priority)),
                   LLVMIsAFunction(real) ? vd_lift_func_pos(s->lift, real)
                                         : (VdPos){.file = s->lift->path});
  }
}

static void add_remarks(VdSurface *s) {
  VdPos pos = {.file = s->lift->path};
  if (s->untyped)
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "C types are not compared where there is no debug "
                   "information: LLVM's types are",
                   pos);
  if (s->unsure)
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "_BitInt and _Complex integers are compared by size, not by "
                   "width and sign",
                   pos);
  if (s->too_deep)
    vd_surface_add(s, VD_FACT_ASSUMED, "",
                   "C types nested more than 200 deep are not compared", pos);
}

void vd_lift_surface(VdLift *l, bool compiled, bool untold) {
  VdSurface s = {.lift = l, .compiled = compiled, .untold = untold};
  LLVMModuleRef m = l->llvm;
  s.typed = compiled || vd_surface_has_types(&s);
  if (!untold) vd_surface_scopes(&s);
  note_kept(&s, "llvm.used");
  note_kept(&s, "llvm.compiler.used");
  note_named(&s);
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
  add_named(&s);
  add_starters(&s, "llvm.global_ctors", VD_FACT_CONSTRUCTOR);
  add_starters(&s, "llvm.global_dtors", VD_FACT_DESTRUCTOR);
  add_orders(&s);
  vd_surface_module(&s);
  vd_surface_layouts(&s);
  add_remarks(&s);
  if (!untold) vd_surface_printed(&s);
  vd_map_done(&s.layout);
  vd_map_done(&s.row);
  vd_map_done(&s.kept);
  vd_map_done(&s.number);
  vd_vec_done(&s.tagged);
  vd_vec_done(&s.untagged);
  vd_names_done(&s.scoped);
  vd_names_done(&s.seen);
}
