// Calls: state is added to the arguments and taken from the results. External
// functions are entries of the ir module, one for each signature.
#include "front/c/lift.h"
#include "front/c/ops.h"

enum { NONE = UINT32_MAX };

// ------------------------------------------------------- library functions
// Whether a format is known and has no %n, by which printf writes to memory.
static bool is_plain_format(LLVMValueRef format) {
  size_t n = 0;
  if (!LLVMIsAGlobalVariable(format) || !LLVMIsGlobalConstant(format) ||
      !LLVMGetInitializer(format))
    return false;
  LLVMValueRef init = LLVMGetInitializer(format);
  if (LLVMIsNull(init)) return true;
  if (!LLVMIsAConstantDataSequential(init) || !LLVMIsConstantString(init))
    return false;
  const char *text = LLVMGetAsString(init, &n);
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') continue;
    i++;
    while (i < n && text[i] && strchr("-+ #0123456789.*'$hlqjzt", text[i])) i++;
    if (i < n && text[i] == 'n') return false;
  }
  return true;
}

// What is known of a function that is called by this type.
static const VdLiftKnown *known_of(VdLift *l, LLVMValueRef call) {
  const VdLiftFunc *callee = vd_lift_callee(l, call);
  if (!callee || callee->defined ||
      LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(callee->value))
    return vd_lift_known(NULL);
  unsigned last = LLVMCountParams(callee->value) - 1;
  if (callee->known->prints && !is_plain_format(LLVMGetArgOperand(call, last)))
    return vd_lift_known(NULL);
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  return vd_lift_known_in(l, caller, callee->known);
}

static bool is_jump(LLVMValueRef func) {
  size_t n;
  const char *name = LLVMGetValueName2(func, &n);
  return n >= 7 &&
         (!strcmp(name + n - 7, "longjmp") || !strcmp(name, "__longjmp_chk"));
}

static bool is_noreturn(VdLift *l, LLVMValueRef call, LLVMValueRef func) {
  const unsigned function = LLVMAttributeFunctionIndex;
  if (LLVMGetCallSiteEnumAttribute(call, function, l->noreturn)) return true;
  return func && LLVMGetEnumAttributeAtIndex(func, function, l->noreturn);
}

// ------------------------------------------------------------------ effects
static uint32_t memop_effect(VdLiftFunc *f, VdLiftMemop op, LLVMValueRef call) {
  if (op >= VD_MEMOP_MARK) return 0;
  bool to_private = vd_lift_private(f, LLVMGetArgOperand(call, 0));
  uint32_t effect = to_private ? 0 : VD_EFFECT_READ | VD_EFFECT_WRITE;
  if (op != VD_MEMOP_FILL && !vd_lift_private(f, LLVMGetArgOperand(call, 1)))
    effect |= VD_EFFECT_READ;
  return effect;
}

static void reject_intrinsic(VdLift *l, VdLiftFunc *f, LLVMValueRef call,
                             LLVMValueRef callee) {
  size_t n;
  const char *name = LLVMIntrinsicGetName(LLVMGetIntrinsicID(callee), &n);
  bool varargs = n > 8 && !strncmp(name, "llvm.va_", 8);
  vd_lift_reject(l, f, vd_lift_pos(l, call),
                 varargs ? "%.*s" : "intrinsic %.*s",
                 (int)(varargs ? n - 5 : n), varargs ? name + 5 : name);
}

static bool has_bundle(LLVMValueRef call) {
  return LLVMGetNumOperandBundles(call) != 0;
}

static uint32_t unknown_effect(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  VdLiftFunc *callee = vd_lift_callee(l, inst);
  LLVMValueRef func = callee ? callee->value : NULL;
  uint32_t effect = known_of(l, inst)->effect;
  if (func && LLVMGetIntrinsicID(func)) reject_intrinsic(l, f, inst, func);
  if (func && is_jump(func))
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "longjmp");
  if (has_bundle(inst))
    vd_lift_reject(l, f, vd_lift_pos(l, inst), "operand bundle");
  return effect | (is_noreturn(l, inst, func) ? VD_EFFECT_HALT : 0);
}

uint32_t vd_lift_call_effect(VdLift *l, VdLiftFunc *f, LLVMValueRef inst) {
  VdLiftMemop memop = vd_lift_memop_of(l, inst);
  const VdLiftModel *model = vd_lift_model_of(l, inst);
  if (memop) return memop_effect(f, memop, inst);
  return model ? vd_lift_model_effect(model) : unknown_effect(l, f, inst);
}

// ---------------------------------------------------------------- externals
typedef struct Shape {
  const char *name;
  VdFuncKind kind;
  uint32_t effect;
  const VdLiftKnown *known;  // NULL: nothing is
  LLVMTypeRef type;          // of the function
  LLVMTypeRef *param;        // as called
  uint32_t params;
} Shape;

static VdFuncKind kind_of(const VdLiftKnown *k) {
  if (k->fresh) return VD_FUNC_FRESH;
  return k->effect & VD_EFFECT_WORLD ? VD_FUNC_IMPURE : VD_FUNC_PURE;
}

static void add_sort(VdBuf *key, VdSort sort) {
  if (sort.kind) vd_buf_char(key, ' ');
  if (sort.kind) vd_sort_print(sort, key);
  vd_buf_char(key, ',');
}

static void add_types(VdLift *l, VdBuf *key, LLVMTypeRef type) {
  const VdLiftType *t = vd_lift_type(l, type);
  if (t->bad) vd_buf_printf(key, "?%s,", t->bad);
  for (uint32_t i = 0; i < t->n; i++) add_sort(key, t->field[i].sort);
  if (!t->bad && !t->n) vd_buf_char(key, ',');
}

// The ir function under a key; made without a signature if there is none.
static uint32_t entry(VdLift *l, VdBuf *key, const char *name, bool *is_new) {
  uint32_t id = vd_name_put(&l->extern_key, key->at, key->len);
  vd_buf_done(key);
  uint64_t *slot = vd_map_put(&l->extern_of, id);
  *is_new = *slot == 0;
  if (!*is_new) return (uint32_t)*slot - 1;
  uint32_t index = vd_module_add_func(l->module, name);
  *slot = (uint64_t)index + 1;
  l->module->func.at[index]->link = vd_arena_str(&l->module->arena, name);
  return index;
}

// What others are told of a library function.
static const char *notes_of(VdLift *l, const VdLiftKnown *k) {
  VdBuf text = {0};
  vd_buf_str(&text, k->notes);
  if (*k->answers)
    vd_buf_printf(&text, "%sanswers:%s", text.len ? " " : "", k->answers);
  if (k->effect & VD_EFFECT_HALT)
    vd_buf_str(&text, text.len ? " ends" : "ends");
  const char *notes = vd_arena_str(&l->module->arena, vd_buf_text(&text));
  vd_buf_done(&text);
  return notes;
}

// One name may stand for several functions: by what types they are called,
// and whether they are the library's.
static void start_key(VdBuf *key, const char *name, VdFuncKind kind,
                      uint32_t effect) {
  vd_buf_printf(key, "%d %u %s(", kind, effect & ~VD_EFFECT_HALT, name);
}

static uint32_t shape_index(VdLift *l, const Shape *s) {
  VdBuf key = {0};
  start_key(&key, s->name, s->kind, s->effect);
  for (uint32_t i = 0; i < s->params; i++) add_types(l, &key, s->param[i]);
  vd_buf_char(&key, ')');
  add_types(l, &key, LLVMGetReturnType(s->type));
  bool is_new;
  uint32_t index = entry(l, &key, s->name, &is_new);
  if (!is_new) return index;
  VdFunc *func = l->module->func.at[index];
  func->kind = s->kind;
  func->type = vd_lift_type_text(l, s->type);
  if (s->known) func->notes = notes_of(l, s->known);
  vd_lift_signature(l, func, s->param, s->params, NULL,
                    LLVMGetReturnType(s->type), s->effect & ~VD_EFFECT_HALT);
  return index;
}

uint32_t vd_lift_extern(VdLift *l, LLVMValueRef func) {
  uint64_t i = *vd_map_get(&l->func_of, (uintptr_t)func);
  VdLiftFunc *f = &l->func.at[i];
  uint32_t *index = f->weak ? &f->outside : &f->index;
  if (*index != NONE) return *index;
  LLVMTypeRef type = LLVMGlobalGetValueType(func);
  uint32_t n = LLVMCountParamTypes(type);
  LLVMTypeRef *param = VD_NEW_ARRAY(&l->arena, LLVMTypeRef, n);
  LLVMGetParamTypes(type, param);
  const VdLiftKnown *k = f->known;
  *index = shape_index(l, &(Shape){.name = vd_lift_name(l, func),
                                   .kind = kind_of(k),
                                   .effect = k->effect,
                                   .known = k,
                                   .type = type,
                                   .param = param,
                                   .params = n});
  return *index;
}

// The key is as for a function of the program with these types: both are one.
uint32_t vd_lift_helper(VdLift *l, const char *name, VdFuncKind kind,
                        const VdSort *param, uint32_t params, VdSort result,
                        uint32_t effect) {
  VdBuf key = {0};
  start_key(&key, name, kind, effect);
  for (uint32_t i = 0; i < params; i++) add_sort(&key, param[i]);
  vd_buf_char(&key, ')');
  add_sort(&key, result);
  bool is_new;
  uint32_t index = entry(l, &key, name, &is_new);
  if (!is_new) return index;
  VdFunc *func = l->module->func.at[index];
  func->kind = kind;
  vd_lift_helper_signature(l, func, param, params, result, effect);
  return index;
}

VdRef vd_lift_weak_address(VdLiftBody *f, LLVMValueRef global) {
  VdLift *l = f->lift;
  const char *name =
      vd_arena_printf(&l->arena, "weak reference:%s", vd_lift_name(l, global));
  uint32_t func = vd_lift_helper(l, name, VD_FUNC_PURE, NULL, 0,
                                 vd_sort_bv(VD_POINTER_BITS), 0);
  return vd_build_call(f->build, func, NULL, 0);
}

// A call of a variadic function whose body is unsupported: the arguments that
// the body would take count, so it is an entry of its own, with that body.
static uint32_t variant_index(VdLift *l, VdLiftFunc *callee, const Shape *s) {
  uint32_t before = l->module->func.len;
  uint32_t index = shape_index(l, s);
  if (l->module->func.len == before) return index;
  VdFunc *func = l->module->func.at[index];
  const VdFunc *base = l->module->func.at[callee->index];
  vd_lift_signature(l, func, s->param, s->params, NULL,
                    LLVMGetReturnType(s->type), VD_EFFECT_ALL);
  func->local = base->local;
  func->reason = callee->reason;
  func->pos = callee->reason_pos;
  vd_lift_opaque(l, callee, func);
  return index;
}

// -------------------------------------------------------------------- state
static uint32_t var_of(const VdLiftBody *f, VdRole role) {
  return role == VD_ROLE_MEM     ? f->mem
         : role == VD_ROLE_WORLD ? f->world
                                 : f->heap;
}

static void take_state(VdLiftBody *f, const VdFunc *callee, VdRef first) {
  VdRef halt = VD_REF_NONE;
  for (uint32_t i = 0; i < callee->results; i++) {
    VdRef result = {first.id ? first.id + i : 0};
    VdRole role = callee->result[i].role;
    if (role == VD_ROLE_HALT)
      halt = result;
    else if (role != VD_ROLE_VALUE)
      vd_build_write(f->build, var_of(f, role), result);
  }
  if (halt.id) vd_lift_halt_if(f, halt);
}

static VdRef emit(VdLiftBody *f, uint32_t func, const VdRef *args, uint32_t n,
                  bool by_pointer) {
  const VdFunc *callee = f->lift->module->func.at[func];
  VD_VEC(VdRef) all = {0};
  for (uint32_t i = 0; i < n; i++) vd_push(&all, args[i]);
  for (uint32_t i = n; i < callee->params; i++)
    vd_push(&all, vd_build_read(f->build, var_of(f, callee->param[i].role)));
  VdRef first = by_pointer ? vd_build_callptr(f->build, func, all.at, all.len)
                           : vd_build_call(f->build, func, all.at, all.len);
  vd_vec_done(&all);
  take_state(f, callee, first);
  return first;
}

VdRef vd_lift_invoke(VdLiftBody *f, uint32_t func, const VdRef *args,
                     uint32_t n) {
  return emit(f, func, args, n, false);
}

// -------------------------------------------------------------------- calls
typedef VD_VEC(VdRef) Refs;

// The optimiser passes poison where the callee does not look at it.
static bool is_ignored(LLVMValueRef inst, uint32_t i) {
  LLVMValueRef callee = LLVMGetCalledValue(inst);
  return LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) &&
         LLVMGlobalGetValueType(callee) == LLVMGetCalledFunctionType(inst) &&
         i < LLVMCountParams(callee) &&
         !LLVMGetFirstUse(LLVMGetParam(callee, i));
}

static void take_args(VdLiftBody *f, LLVMValueRef inst, uint32_t n, Refs *out) {
  for (uint32_t i = 0; i < n; i++) {
    VdLiftValue value = vd_lift_value(f, LLVMGetArgOperand(inst, i));
    for (uint32_t k = 0; k < value.n; k++) {
      if (!is_ignored(inst, i)) vd_lift_demand(f, value.part[k]);
      vd_push(out, value.part[k].ref);
    }
  }
}

static void set_result(VdLiftBody *f, LLVMValueRef inst, VdRef first) {
  uint32_t n = vd_lift_type(f->lift, LLVMTypeOf(inst))->n;
  VdLiftValue value = vd_lift_new_value(f, n);
  for (uint32_t i = 0; i < n; i++)
    value.part[i].ref = (VdRef){first.id ? first.id + i : 0};
  vd_lift_set(f, inst, value);
}

static Shape shape_of(VdLiftBody *f, LLVMValueRef inst, const char *name,
                      VdFuncKind kind, uint32_t effect) {
  uint32_t n = LLVMGetNumArgOperands(inst);
  LLVMTypeRef *param = VD_NEW_ARRAY(&f->lift->arena, LLVMTypeRef, n);
  for (uint32_t i = 0; i < n; i++)
    param[i] = LLVMTypeOf(LLVMGetArgOperand(inst, i));
  return (Shape){.name = name,
                 .kind = kind,
                 .effect = effect,
                 .type = LLVMGetCalledFunctionType(inst),
                 .param = param,
                 .params = n};
}

// Does the call pass and expect what the function takes and gives?
static bool fits(VdLiftBody *f, const VdFunc *callee, const Refs *args,
                 const VdLiftType *result) {
  uint32_t params = 0, results = 0;
  while (params < callee->params && !callee->param[params].role) params++;
  while (results < callee->results && !callee->result[results].role) results++;
  if (params != args->len || results != result->n) return false;
  for (uint32_t i = 0; i < params; i++)
    if (!vd_sort_eq(callee->param[i].sort,
                    vd_build_sort(f->build, args->at[i])))
      return false;
  for (uint32_t i = 0; i < results; i++)
    if (!vd_sort_eq(callee->result[i].sort, result->field[i].sort))
      return false;
  return true;
}

// By another convention than its function's a call does anything.
static bool is_conventional(LLVMValueRef inst, LLVMValueRef func) {
  return LLVMGetInstructionCallConv(inst) == LLVMGetFunctionCallConv(func);
}

static void call_defined(VdLiftBody *f, LLVMValueRef inst, VdLiftFunc *callee) {
  VdLift *l = f->lift;
  uint32_t n = LLVMGetNumArgOperands(inst), index = callee->index;
  LLVMTypeRef type = LLVMGlobalGetValueType(callee->value);
  uint32_t fixed = LLVMCountParamTypes(type);
  bool extra = LLVMIsFunctionVarArg(type) && n > fixed;
  if (extra && callee->reason) {
    const char *name = l->module->func.at[index]->name;
    Shape shape = shape_of(f, inst, name, VD_FUNC_UNSUPPORTED, VD_EFFECT_ALL);
    index = variant_index(l, callee, &shape);
  } else if (extra) {
    n = fixed;  // nothing in the body looks at them
  }
  Refs args = {0};
  take_args(f, inst, n, &args);
  const VdLiftType *result = vd_lift_type(l, LLVMTypeOf(inst));
  if (fits(f, l->module->func.at[index], &args, result))
    set_result(f, inst, emit(f, index, args.at, args.len, false));
  else
    vd_lift_unsupported(f, "call of %s with another signature",
                        vd_lift_name(l, callee->value));
  vd_vec_done(&args);
}

static bool is_kind(LLVMValueRef value, LLVMTypeKind kind) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == kind;
}

// A program may look at the memory itself instead, which needs them too.
static void check_pointers(VdLiftBody *f, LLVMValueRef inst,
                           const VdLiftKnown *k) {
  uint32_t n = LLVMGetNumArgOperands(inst);
  if (k->needs == VD_NEEDS_NULL || kind_of(k) != VD_FUNC_PURE ||
      !(k->effect & VD_EFFECT_READ) || !n)
    return;
  LLVMValueRef last = LLVMGetArgOperand(inst, n - 1), length = NULL;
  if (k->needs == VD_NEEDS_SIZED && is_kind(last, LLVMIntegerTypeKind))
    length = last;
  if (k->needs == VD_NEEDS_FIRST) n = 1;
  for (uint32_t i = 0; i < n; i++) {
    LLVMValueRef arg = LLVMGetArgOperand(inst, i);
    if (is_kind(arg, LLVMPointerTypeKind))
      vd_lift_check_pointer(f, arg, length);
  }
}

// How a call passes arguments and takes results, beside their types: of the
// call, or of the function as it is declared.
static void put_passing(LLVMValueRef value, bool call, uint32_t index,
                        VdBuf *out) {
  static const char *const name[] = {"signext", "zeroext", "inreg",
                                     "byval",   "sret",    "nest"};
  for (size_t i = 0; i < VD_COUNT(name); i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name[i], strlen(name[i]));
    if (call ? LLVMGetCallSiteEnumAttribute(value, index, kind) != NULL
             : LLVMGetEnumAttributeAtIndex(value, index, kind) != NULL)
      vd_buf_printf(out, "%s%s %u", out->len ? ", " : "", name[i], index);
  }
}

static const char *passing(VdLift *l, LLVMValueRef value, bool call,
                           uint32_t params) {
  VdBuf out = {0};
  unsigned convention =
      call ? LLVMGetInstructionCallConv(value) : LLVMGetFunctionCallConv(value);
  if (convention) vd_buf_printf(&out, "convention %u", convention);
  for (uint32_t i = 0; i <= params; i++) put_passing(value, call, i, &out);
  const char *text = vd_arena_str(&l->arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return text;
}

// The name of a function of the outside; with how it is called, if that is
// not as it is declared.
static const char *extern_name(VdLift *l, LLVMValueRef inst,
                               LLVMValueRef func) {
  const char *name = vd_lift_name(l, func);
  uint32_t n = LLVMCountParams(func);
  if (n > LLVMGetNumArgOperands(inst)) n = LLVMGetNumArgOperands(inst);
  const char *called = passing(l, inst, true, n);
  if (!strcmp(called, passing(l, func, false, n))) return name;
  return vd_arena_printf(&l->arena, "%s (%s)", name, called);
}

// The function as this call sees it; mostly as it was declared.
static uint32_t extern_index(VdLiftBody *f, LLVMValueRef inst,
                             LLVMValueRef func, const VdLiftKnown *k) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(inst);
  const char *name = extern_name(f->lift, inst, func);
  if (k->needs != VD_NEEDS_NONE && k == vd_lift_callee(f->lift, inst)->known &&
      type == LLVMGlobalGetValueType(func) && !LLVMIsFunctionVarArg(type) &&
      !strchr(name, ' '))
    return vd_lift_extern(f->lift, func);
  Shape shape = shape_of(f, inst, name, kind_of(k), k->effect);
  shape.known = k;
  if (k->needs == VD_NEEDS_NONE) {
    shape.params = 0;
    shape.type =
        LLVMFunctionType(LLVMGetReturnType(shape.type), NULL, 0, false);
  }
  return shape_index(f->lift, &shape);
}

// Functions of characters look them up in a table.
static void check_char(VdLiftBody *f, LLVMValueRef inst) {
  VdBuild *b = f->build;
  VdRef c = vd_lift_scalar(f, LLVMGetArgOperand(inst, 0));
  uint32_t w = width_of(b, c);
  VdRef above = add_(b, c, small_(b, w, 1));
  vd_build_require(b, ule_(b, above, small_(b, w, 256)),
                   "argument is no character");
}

// ------------------------------------------------------------------ answers
static VdRef end_of(VdBuild *b, const VdRangeEnd *end, const VdRef *args,
                    uint32_t w) {
  if (!end->arg) return small_(b, w, (int64_t)end->number);
  VdRef x = args[end->arg - 1];
  if (end->byte) x = low_(b, x, 8);
  uint32_t has = width_of(b, x);
  return has < w ? zext_(b, x, w) : has > w ? low_(b, x, w) : x;
}

static bool is_same_end(const VdRangeEnd *x, const VdRangeEnd *y) {
  return x->arg == y->arg && x->byte == y->byte && x->number == y->number;
}

// The answer, made to be one that the function can give. So what it can't
// needs no proof, and the function stays total.
static VdRef fit_answer(VdBuild *b, const VdRange *r, const VdRef *args,
                        VdRef raw) {
  uint32_t w = width_of(b, raw);
  VdRef least = end_of(b, &r->least, args, w);
  VdRef extra = small_(b, w, (int64_t)r->extra);
  VdRef other = r->has_extra ? extra : least;
  bool one = is_same_end(&r->least, &r->most);
  if (one && !r->has_extra) return least;
  if (one) return ite_(b, eq_(b, raw, extra), extra, least);
  VdRef room = sub_(b, end_of(b, &r->most, args, w), least);
  return ite_(b, ule_(b, sub_(b, raw, least), room), raw, other);
}

static void fit_result(VdLiftBody *f, LLVMValueRef inst, const VdFunc *callee,
                       const Refs *args) {
  VdRange range;
  VdLiftValue value = vd_lift_value(f, inst);
  if (value.n != 1 || !vd_func_range(callee, &range)) return;
  if (vd_build_sort(f->build, value.part[0].ref).kind != VD_SORT_BV) return;
  VdLiftValue fitted = vd_lift_new_value(f, 1);
  fitted.part[0].ref =
      fit_answer(f->build, &range, args->at, value.part[0].ref);
  vd_lift_set(f, inst, fitted);
}

static bool is_promised(LLVMValueRef inst, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMValueRef func = LLVMGetCalledValue(inst);
  return LLVMGetCallSiteEnumAttribute(inst, LLVMAttributeReturnIndex, kind) ||
         (LLVMIsAFunction(func) &&
          LLVMGetEnumAttributeAtIndex(func, LLVMAttributeReturnIndex, kind));
}

// returns_nonnull
static void check_null(VdLiftBody *f, LLVMValueRef inst) {
  VdLiftValue value = vd_lift_value(f, inst);
  if (value.n != 1 || !is_promised(inst, "nonnull")) return;
  VdRef zero = vd_build_bv(f->build, VD_POINTER_BITS, 0);
  vd_build_require(f->build, ne_(f->build, value.part[0].ref, zero),
                   "null from a function that promises to give none");
}

// assume_aligned and alloc_align: what callers may take for granted.
static void check_alignment(VdLiftBody *f, LLVMValueRef inst) {
  static const char name[] = "align";
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(
      inst, LLVMAttributeReturnIndex,
      LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
  VdLiftValue value = vd_lift_value(f, inst);
  if (align && value.n == 1)
    vd_lift_require_aligned(f, value.part[0].ref,
                            LLVMGetEnumAttributeValue(align));
}

// Machines may pass the arguments in other ways then.
static void check_variadic(VdLiftBody *f, LLVMValueRef inst,
                           LLVMValueRef func) {
  LLVMTypeRef type = LLVMGlobalGetValueType(func);
  if (LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) > 0 &&
      !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(inst)))
    vd_lift_unsupported(f, "call of a variadic function as one that is not");
}

// A struct that is passed in memory, where a replay does not find it.
static void note_byval(VdLiftBody *f, LLVMValueRef inst, uint32_t index) {
  static const char name[] = "byval";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  VdFunc *func = f->lift->module->func.at[index];
  bool any = false;
  for (unsigned i = 1; i <= LLVMGetNumArgOperands(inst); i++)
    any |= LLVMGetCallSiteEnumAttribute(inst, i, kind) != NULL;
  if (any && !vd_func_has_note(func, name))
    func->notes = vd_arena_printf(&f->lift->module->arena, "%s%s%s",
                                  func->notes, *func->notes ? " " : "", name);
}

static void call_extern(VdLiftBody *f, LLVMValueRef inst, LLVMValueRef func) {
  const VdLiftKnown *k = known_of(f->lift, inst);
  check_variadic(f, inst, func);
  bool none = k->needs == VD_NEEDS_NONE;
  Refs args = {0};
  take_args(f, inst, none ? 0 : LLVMGetNumArgOperands(inst), &args);
  if (vd_lift_is_weak_reference(func))
    vd_build_require(f->build,
                     ne_(f->build, vd_lift_weak_address(f, func),
                         vd_build_bv(f->build, VD_POINTER_BITS, 0)),
                     "call of a weak function that nothing defines");
  check_pointers(f, inst, k);
  if (k->needs == VD_NEEDS_CHAR) check_char(f, inst);
  uint32_t index = extern_index(f, inst, func, k);
  note_byval(f, inst, index);
  set_result(f, inst, emit(f, index, args.at, args.len, false));
  fit_result(f, inst, f->lift->module->func.at[index], &args);
  check_alignment(f, inst);
  check_null(f, inst);
  vd_vec_done(&args);
  if (k->effect & VD_EFFECT_HALT || is_noreturn(f->lift, inst, func))
    vd_lift_halt(f);
}

// Stands for whatever the pointer leads to; the address is the first parameter.
static Shape pointer_shape(VdLiftBody *f, LLVMValueRef inst) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(inst);
  const char *passed =
      passing(f->lift, inst, true, LLVMGetNumArgOperands(inst));
  char *name = vd_arena_printf(&f->lift->arena, "pointer:%s%s%s",
                               vd_lift_type_text(f->lift, type),
                               *passed ? " " : "", passed);
  Shape shape =
      shape_of(f, inst, name, VD_FUNC_IMPURE, vd_lift_known(NULL)->effect);
  LLVMTypeRef *param =
      VD_NEW_ARRAY(&f->lift->arena, LLVMTypeRef, shape.params + 1);
  param[0] = LLVMTypeOf(LLVMGetCalledValue(inst));
  for (uint32_t i = 0; i < shape.params; i++) param[i + 1] = shape.param[i];
  shape.param = param;
  shape.params++;
  return shape;
}

static void call_pointer(VdLiftBody *f, LLVMValueRef inst) {
  VdBuild *b = f->build;
  VdRef address = vd_lift_scalar(f, LLVMGetCalledValue(inst));
  vd_build_require(b, ne_(b, address, vd_build_bv(b, VD_POINTER_BITS, 0)),
                   "call through a null function pointer");
  Refs args = {0};
  vd_push(&args, address);
  take_args(f, inst, LLVMGetNumArgOperands(inst), &args);
  Shape shape = pointer_shape(f, inst);
  uint32_t index = shape_index(f->lift, &shape);
  set_result(f, inst, emit(f, index, args.at, args.len, true));
  vd_vec_done(&args);
  if (is_noreturn(f->lift, inst, NULL)) vd_lift_halt(f);
}

// ------------------------------------------------------------------ memory
static void call_memop(VdLiftBody *f, LLVMValueRef inst, VdLiftMemop op) {
  LLVMValueRef to = LLVMGetArgOperand(inst, 0);
  LLVMValueRef what = LLVMGetArgOperand(inst, 1);
  LLVMValueRef length = LLVMGetArgOperand(inst, 2);
  if (LLVMGetNumArgOperands(inst) > 3 &&
      !LLVMIsNull(LLVMGetArgOperand(inst, 3)))
    vd_lift_unsupported(f, "volatile copy");
  if (op == VD_MEMOP_FILL) {
    VdPart byte = vd_lift_part(f, what);
    byte.bits &= 0xff;
    byte.ref = low_(f->build, byte.ref, 8);
    vd_lift_fill(f, to, byte, length);
  } else {
    vd_lift_copy(f, to, what, length, op == VD_MEMOP_COPY);
  }
  if (vd_lift_type(f->lift, LLVMTypeOf(inst))->n)
    vd_lift_set(f, inst, vd_lift_value(f, to));
}

static void call_model(VdLiftBody *f, LLVMValueRef inst,
                       const VdLiftModel *model) {
  VdLiftCall call = {.inst = inst, .n = LLVMGetNumArgOperands(inst)};
  uint32_t n = vd_lift_type(f->lift, LLVMTypeOf(inst))->n;
  call.out = vd_lift_new_value(f, n);
  vd_lift_model_call(f, model, &call);
  vd_lift_set(f, inst, call.out);
}

void vd_lift_call(VdLiftBody *f, LLVMValueRef inst) {
  VdLiftFunc *callee = vd_lift_callee(f->lift, inst);
  VdLiftMemop memop = vd_lift_memop_of(f->lift, inst);
  const VdLiftModel *model = vd_lift_model_of(f->lift, inst);
  if (memop == VD_MEMOP_START) vd_lift_start(f, LLVMGetArgOperand(inst, 1));
  if (memop >= VD_MEMOP_MARK) return;
  if (callee && !is_conventional(inst, callee->value))
    vd_lift_unsupported(f, "call by another calling convention");
  if (memop)
    call_memop(f, inst, memop);
  else if (model)
    call_model(f, inst, model);
  else if (!callee)
    call_pointer(f, inst);
  else if (callee->defined && !callee->weak)
    call_defined(f, inst, callee);
  else
    call_extern(f, inst, callee->value);
}
