// From LLVM's text or bitcode to the ir module. Runs in a worker process: LLVM
// may crash or exit on hostile input.
//
// What a construct needs is known only when a function's body is made, but the
// state that an unsupported function takes (all of it) is needed by its
// callers. So when a body fails, everything is made again with that function
// known to be unsupported. Bodies fail alone, so this ends after few rounds.
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/IRReader.h>
#include <stdlib.h>
#include <unistd.h>

#include "front/c/surface.h"

// --------------------------------------------------------------- positions
static bool is_main_file(VdLift *l, const char *path) {
  if (!l->real_path) return false;
  char *real = realpath(path, NULL);
  bool same = real && !strcmp(real, l->real_path);
  free(real);
  return same;
}

static const char *file_name(VdLift *l, LLVMMetadataRef file) {
  unsigned name_len = 0, dir_len = 0;
  const char *name = LLVMDIFileGetFilename(file, &name_len);
  const char *dir = LLVMDIFileGetDirectory(file, &dir_len);
  bool plain = name_len == 0 || name[0] == '/' || dir_len == 0;
  char *full = plain ? vd_arena_printf(&l->arena, "%.*s", (int)name_len, name)
                     : vd_arena_printf(&l->arena, "%.*s/%.*s", (int)dir_len,
                                       dir, (int)name_len, name);
  if (is_main_file(l, full)) return l->path;
  size_t n = l->directory ? strlen(l->directory) : 0;
  bool here = n && !strncmp(full, l->directory, n) && full[n] == '/';
  return here ? full + n + 1 : full;
}

const char *vd_lift_file(VdLift *l, LLVMMetadataRef file) {
  if (!file) return l->path;
  uint64_t *known = vd_map_get(&l->file_of, (uintptr_t)file);
  if (known) return (const char *)(uintptr_t)*known;
  const char *name = file_name(l, file);
  *vd_map_put(&l->file_of, (uintptr_t)file) = (uintptr_t)name;
  return name;
}

static const char *file_of_scope(VdLift *l, LLVMMetadataRef scope) {
  return vd_lift_file(l, scope ? LLVMDIScopeGetFile(scope) : NULL);
}

VdPos vd_lift_func_pos(VdLift *l, LLVMValueRef func) {
  LLVMMetadataRef sub = LLVMGetSubprogram(func);
  if (!sub && l->spots) return vd_spots_func(l->spots, l->path, func);
  if (!sub) return (VdPos){.file = l->path};
  return (VdPos){file_of_scope(l, sub), LLVMDISubprogramGetLine(sub), 0};
}

static VdPos pos_of(VdLift *l, LLVMMetadataRef at) {
  return (VdPos){file_of_scope(l, LLVMDILocationGetScope(at)),
                 LLVMDILocationGetLine(at), LLVMDILocationGetColumn(at)};
}

// Clang's blocks for computed gotos have no position: the first goto has.
static LLVMMetadataRef where_from(LLVMBasicBlockRef block) {
  LLVMMetadataRef first = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user)) continue;
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(user);
    if (at &&
        (!first || LLVMDILocationGetLine(at) < LLVMDILocationGetLine(first)))
      first = at;
  }
  return first;
}

VdPos vd_lift_pos(VdLift *l, LLVMValueRef inst) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(inst);
  if (!at && LLVMGetInstructionOpcode(inst) == LLVMIndirectBr)
    at = where_from(block);
  VdPos pos;
  if (at) return pos_of(l, at);
  if (l->spots && vd_spots_call(l->spots, l->path, inst, &pos)) return pos;
  return vd_lift_func_pos(l, LLVMGetBasicBlockParent(block));
}

const char *vd_lift_name(VdLift *l, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  if (n && *name == '\1') name++, n--;  // an asm label, to be used as it is
  return n ? vd_arena_printf(&l->arena, "%.*s", (int)n, name) : "";
}

void vd_lift_reject(VdLift *l, VdLiftFunc *f, VdPos pos, const char *fmt, ...) {
  if (f->reason) return;
  va_list args;
  va_start(args, fmt);
  f->reason = vd_arena_vprintf(&l->arena, fmt, args);
  va_end(args);
  f->reason_pos = pos;
}

// --------------------------------------------------------------- functions
VdLiftFunc *vd_lift_callee(VdLift *l, LLVMValueRef call) {
  LLVMValueRef callee = vd_lift_resolve(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee)) return NULL;
  const uint64_t *i = vd_map_get(&l->func_of, (uintptr_t)callee);
  return i ? &l->func.at[*i] : NULL;
}

static bool has_own_type(const VdLiftFunc *callee, LLVMValueRef call) {
  return LLVMGetCalledFunctionType(call) ==
         LLVMGlobalGetValueType(callee->value);
}

VdLiftMemop vd_lift_memop_of(VdLift *l, LLVMValueRef call) {
  const VdLiftFunc *f = vd_lift_callee(l, call);
  return f && f->memop && has_own_type(f, call) ? f->memop : VD_MEMOP_NONE;
}

const VdLiftModel *vd_lift_model_of(VdLift *l, LLVMValueRef call) {
  const VdLiftFunc *f = vd_lift_callee(l, call);
  return f && f->model && has_own_type(f, call) ? f->model : NULL;
}

// With -fsemantic-interposition every exported function may be replaced.
static bool is_interposable(VdLift *l, LLVMValueRef func) {
  static const char flag[] = "SemanticInterposition";
  return vd_lift_is_exported(func) &&
         LLVMGetVisibility(func) == LLVMDefaultVisibility &&
         LLVMGetModuleFlag(l->llvm, flag, sizeof flag - 1) != NULL;
}

// A function of the library that calls the program's own is like any other.
static const VdLiftKnown *known_here(VdLift *l, LLVMValueRef func) {
  const VdLiftKnown *known = vd_lift_known(func);
  bool hooked = vd_lift_is_hooked(func, known->effect, known->notes);
  return hooked ? vd_lift_as_any(l, known) : known;
}

static void find_functions(VdLift *l) {
  for (LLVMValueRef f = LLVMGetFirstFunction(l->llvm); f;
       f = LLVMGetNextFunction(f)) {
    bool declared = LLVMIsDeclaration(f);
    VdLiftFunc func = {
        .value = f,
        .defined = !declared,
        .weak = !declared && (vd_lift_is_weak(f) || vd_lift_is_inline(f) ||
                              is_interposable(l, f)),
        .known = known_here(l, f),
        .outside = UINT32_MAX};
    if (!func.defined) {
      func.model = vd_lift_model(f);
      func.memop = vd_lift_memop(f);
    }
    *vd_map_put(&l->func_of, (uintptr_t)f) = l->func.len;
    vd_push(&l->func, func);
  }
}

static void study_functions(VdLift *l) {
  for (uint32_t i = 0; i < l->func.len; i++) {
    VdLiftFunc *f = &l->func.at[i];
    if (!f->defined) continue;
    vd_lift_locals(l, f);
    vd_lift_scan(l, f);
    if (!l->poison && !f->reason) vd_lift_init(l, f);
  }
}

// "s.coerce1" is the second part of s as clang passes it: "s.1".
static const char *param_name(VdLift *l, const char *name) {
  char *suffix = strstr(name, ".coerce");
  if (!suffix) return name;
  const char *digits = suffix + strlen(".coerce");
  return vd_arena_printf(&l->arena, *digits ? "%.*s.%s" : "%.*s",
                         (int)(suffix - name), name, digits);
}

// A type that isn't modelled still takes a place in the signature.
static VdSort stand_in(VdLift *l, LLVMTypeRef type) {
  bool sized = LLVMGetTypeKind(type) != LLVMScalableVectorTypeKind &&
               LLVMTypeIsSized(type);
  uint64_t bits = sized ? LLVMSizeOfTypeInBits(l->layout, type) : 0;
  return vd_sort_bv(bits && bits <= VD_MAX_WIDTH ? (uint32_t)bits : 8);
}

typedef VD_VEC(VdParam) Params;

static void add_params(VdLift *l, Params *to, LLVMTypeRef type,
                       const char *name) {
  const VdLiftType *t = vd_lift_type(l, type);
  if (t->bad) vd_push(to, (VdParam){.sort = stand_in(l, type), .name = name});
  for (uint32_t i = 0; i < t->n; i++) {
    const char *part =
        t->n > 1 && *name ? vd_arena_printf(&l->arena, "%s.%u", name, i) : name;
    vd_push(to, (VdParam){.sort = t->field[i].sort, .name = part});
  }
}

static void add_state(Params *params, Params *results, uint32_t effect) {
  VdParam mem = {vd_sort_mem(), VD_ROLE_MEM, "mem"};
  VdParam world = {vd_sort_world(), VD_ROLE_WORLD, "world"};
  VdParam heap = {vd_sort_world(), VD_ROLE_HEAP, "heap"};
  VdParam halt = {vd_sort_bool(), VD_ROLE_HALT, "halt"};
  if (effect & (VD_EFFECT_READ | VD_EFFECT_WRITE)) vd_push(params, mem);
  if (effect & VD_EFFECT_WRITE) vd_push(results, mem);
  if (effect & VD_EFFECT_WORLD) vd_push(params, world);
  if (effect & VD_EFFECT_WORLD) vd_push(results, world);
  if (effect & VD_EFFECT_HEAP) vd_push(params, heap);
  if (effect & VD_EFFECT_HEAP) vd_push(results, heap);
  if (effect & VD_EFFECT_HALT) vd_push(results, halt);
}

static void set_signature(VdLift *l, VdFunc *func, Params *params,
                          Params *results, uint32_t effect) {
  add_state(params, results, effect);
  VdArena *arena = &l->module->arena;
  func->params = params->len;
  func->results = results->len;
  func->param = vd_arena_copy(arena, params->at, params->len * sizeof(VdParam));
  func->result =
      vd_arena_copy(arena, results->at, results->len * sizeof(VdParam));
  vd_vec_done(params);
  vd_vec_done(results);
}

void vd_lift_signature(VdLift *l, VdFunc *func, const LLVMTypeRef *param,
                       uint32_t n, const char *const *name, LLVMTypeRef result,
                       uint32_t effect) {
  Params params = {0}, results = {0};
  for (uint32_t i = 0; i < n; i++)
    add_params(l, &params, param[i], name ? name[i] : "");
  add_params(l, &results, result, "");
  set_signature(l, func, &params, &results, effect);
}

void vd_lift_helper_signature(VdLift *l, VdFunc *func, const VdSort *param,
                              uint32_t n, VdSort result, uint32_t effect) {
  Params params = {0}, results = {0};
  for (uint32_t i = 0; i < n; i++)
    vd_push(&params, (VdParam){.sort = param[i], .name = ""});
  if (result.kind) vd_push(&results, (VdParam){.sort = result, .name = ""});
  set_signature(l, func, &params, &results, effect);
}

const char *vd_lift_type_text(VdLift *l, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  const char *copy = vd_arena_str(&l->module->arena, text);
  LLVMDisposeMessage(text);
  return copy;
}

static LLVMAttributeRef param_attribute(LLVMValueRef func, uint32_t i,
                                        const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(func, i, kind);
}

typedef void PutParam(VdLift *l, LLVMValueRef func, uint32_t i, VdBuf *out);

// "ptr byval(24)" for a struct that is passed in memory: another type than a
// pointer to one.
static void type_param(VdLift *l, LLVMValueRef func, uint32_t i, VdBuf *out) {
  LLVMTypeRef pointee = vd_lift_byval(l, func, i);
  vd_buf_str(out, vd_lift_type_text(l, LLVMTypeOf(LLVMGetParam(func, i))));
  if (pointee)
    vd_buf_printf(out, " byval(%llu)", LLVMABISizeOfType(l->layout, pointee));
}

// "ptr byval(24, 8)" with its alignment, "i8 signext" for an integer that the
// caller extends.
static void abi_param(VdLift *l, LLVMValueRef func, uint32_t i, VdBuf *out) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(func, i));
  LLVMAttributeRef byval = param_attribute(func, i + 1, "byval");
  vd_buf_str(out, vd_lift_type_text(l, type));
  if (byval) {
    LLVMTypeRef pointee = LLVMGetTypeAttributeValue(byval);
    LLVMAttributeRef align = param_attribute(func, i + 1, "align");
    vd_buf_printf(
        out, " byval(%llu, %llu)", LLVMABISizeOfType(l->layout, pointee),
        align ? (unsigned long long)LLVMGetEnumAttributeValue(align) : 8ull);
  }
  if (param_attribute(func, i + 1, "signext")) vd_buf_str(out, " signext");
  if (param_attribute(func, i + 1, "zeroext")) vd_buf_str(out, " zeroext");
}

static const char *signature_text(VdLift *l, LLVMValueRef func,
                                  LLVMTypeRef type, PutParam *put_param) {
  VdBuf text = {0};
  vd_buf_str(&text, vd_lift_type_text(l, LLVMGetReturnType(type)));
  vd_buf_str(&text, " (");
  uint32_t n = LLVMCountParams(func);
  for (uint32_t i = 0; i < n; i++) {
    if (i) vd_buf_str(&text, ", ");
    put_param(l, func, i, &text);
  }
  if (LLVMIsFunctionVarArg(type)) vd_buf_str(&text, n ? ", ..." : "...");
  vd_buf_char(&text, ')');
  const char *kept = vd_arena_str(&l->module->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return kept;
}

static void declare_function(VdLift *l, VdLiftFunc *f) {
  const char *name = vd_lift_name(l, f->value);
  if (!*name) name = "unnamed";
  f->index = vd_module_add_func(l->module, name);
  VdFunc *func = l->module->func.at[f->index];
  uint32_t n = LLVMCountParams(f->value);
  LLVMTypeRef *type = VD_NEW_ARRAY(&l->arena, LLVMTypeRef, n);
  const char **names = VD_NEW_ARRAY(&l->arena, const char *, n);
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef param = LLVMGetParam(f->value, i);
    type[i] = LLVMTypeOf(param);
    names[i] = param_name(l, vd_lift_name(l, param));
  }
  LLVMTypeRef own = LLVMGlobalGetValueType(f->value);
  vd_lift_signature(l, func, type, n, names, LLVMGetReturnType(own), f->effect);
  func->local = !vd_lift_is_exported(f->value);
  func->type = signature_text(l, f->value, own, type_param);
  func->abi = signature_text(l, f->value, own, abi_param);
  func->pos = vd_lift_func_pos(l, f->value);
}

static void reject_body(VdLift *l, VdLiftFunc *f) {
  VdFunc *func = l->module->func.at[f->index];
  func->kind = VD_FUNC_UNSUPPORTED;
  func->reason = f->reason;
  func->pos = f->reason_pos;
  vd_lift_opaque(l, f, func);
}

// ------------------------------------------------------------------ rounds
static void forget_module(VdLift *l) {
  vd_module_free(l->module);
  l->module = vd_module_new(l->path);
  vd_map_clear(&l->global_of);
  vd_map_clear(&l->bad_global);
  vd_map_clear(&l->extern_of);
  for (uint32_t i = 0; i < l->func.len; i++)
    l->func.at[i].index = l->func.at[i].outside = UINT32_MAX;
}

// False if a function turned out to be unsupported, or not to end.
static bool make_module(VdLift *l) {
  forget_module(l);
  l->again = false;
  vd_lift_effects(l);
  for (uint32_t i = 0; i < l->func.len; i++)
    if (l->func.at[i].defined) declare_function(l, &l->func.at[i]);
  vd_lift_globals(l);
  bool ok = true;
  for (uint32_t i = 0; i < l->func.len; i++) {
    VdLiftFunc *f = &l->func.at[i];
    if (!f->defined) continue;
    if (f->reason)
      reject_body(l, f);
    else
      vd_lift_body(l, f);
    vd_lift_touch(l, f);
    ok &=
        !f->reason || l->module->func.at[f->index]->kind == VD_FUNC_UNSUPPORTED;
  }
  return ok && !l->again;
}

// ------------------------------------------------------------------- input
// LLVM calls exit after a fatal error if its handler returns. The worker's
// end is its parent's message.
static void leave(const char *reason) {
  (void)reason;
  _exit(EXIT_FAILURE);
}

static void ignore(LLVMDiagnosticInfoRef info, void *context) {
  (void)info;
  (void)context;
}

// "name:3:5: error: expected type", then the line and a caret.
static void report(VdDiags *diags, const char *path, const char *text) {
  VdPos pos = {.file = path};
  size_t n = strlen(path);
  if (!strncmp(text, path, n) && text[n] == ':') {
    int used = 0;
    if (sscanf(text + n, ":%u:%u:%n", &pos.line, &pos.column, &used) == 2 &&
        used)
      text += n + (size_t)used;
    else
      text += n + 1;
  }
  text += strspn(text, " ");
  if (!strncmp(text, "error: ", 7)) text += 7;
  vd_diag(diags, VD_ERROR, pos, "%s%.*s",
          pos.line ? "" : "invalid bitcode: ", (int)strcspn(text, "\n"), text);
}

static LLVMModuleRef parse(const VdLiftInput *in, LLVMContextRef context,
                           VdDiags *diags) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange(in->bytes, in->len, in->path, 1);
  LLVMModuleRef module = NULL;
  char *text = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, &text)) {
    report(diags, in->path, text && *text ? text : "not LLVM IR");
    module = NULL;
  }
  LLVMDisposeMessage(text);
  // Which block a local is in (touch.c) is in calls, or where LLVM's C
  // interface does not show it.
  if (module && in->compiled) LLVMSetIsNewDbgInfoFormat(module, false);
  return module;
}

// Our own clang's output needs no second look.
static bool is_valid(const VdLiftInput *in, LLVMModuleRef module,
                     VdDiags *diags) {
  if (in->compiled) return true;
  char *text = NULL;
  bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &text);
  if (broken)
    vd_diag(diags, VD_ERROR, (VdPos){.file = in->path}, "invalid LLVM IR: %.*s",
            (int)strcspn(text, "\n"), text);
  LLVMDisposeMessage(text);
  return !broken;
}

static bool is_target_supported(const VdLiftInput *in, LLVMTargetDataRef layout,
                                VdDiags *diags) {
  if (LLVMPointerSize(layout) == 8 && LLVMByteOrder(layout) == LLVMLittleEndian)
    return true;
  vd_diag(diags, VD_ERROR, (VdPos){.file = in->path},
          "unsupported target: %u-bit %s-endian; only 64-bit little-endian "
          "targets are modelled",
          8 * LLVMPointerSize(layout),
          LLVMByteOrder(layout) == LLVMLittleEndian ? "little" : "big");
  return false;
}

static unsigned attribute(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

VdModule *vd_lift_module(const VdLiftInput *in, VdLift *l, VdDiags *diags) {
  *l = (VdLift){.path = in->path, .poison = !in->compiled, .rules = in->rules};
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, ignore, NULL);
  LLVMInstallFatalErrorHandler(leave);
  l->llvm = parse(in, context, diags);
  if (!l->llvm || !is_valid(in, l->llvm, diags)) return NULL;
  l->layout = LLVMGetModuleDataLayout(l->llvm);
  if (!is_target_supported(in, l->layout, diags)) return NULL;
  if (in->spots && !vd_spots_fit(in->spots, l->llvm)) return NULL;
  l->spots = in->spots;
  l->byval = attribute("byval");
  l->noreturn = attribute("noreturn");
  l->returns_twice = attribute("returns_twice");
  l->real_path = realpath(in->path, NULL);
  l->directory = getcwd(NULL, 0);
  find_functions(l);
  study_functions(l);
  while (!make_module(l)) continue;
  if (in->surface || !in->rules)
    vd_lift_surface(l, in->compiled, in->surface && in->rules);
  return l->module;
}

void vd_lift_done(VdLift *l) {
  for (uint32_t i = 0; i < l->func.len; i++) {
    vd_vec_done(&l->func.at[i].local);
    vd_vec_done(&l->func.at[i].callee);
    vd_map_done(&l->func.at[i].local_of);
    vd_map_done(&l->func.at[i].derived);
    vd_map_done(&l->func.at[i].unsure);
  }
  vd_vec_done(&l->func);
  vd_map_done(&l->func_of);
  vd_map_done(&l->global_of);
  vd_map_done(&l->bad_global);
  vd_map_done(&l->type_of);
  vd_map_done(&l->file_of);
  vd_map_done(&l->extern_of);
  vd_names_done(&l->extern_key);
  vd_module_free(l->module);
  free(l->real_path);
  free(l->directory);
  vd_arena_done(&l->arena);
}
