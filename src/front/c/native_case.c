// case.c of a reproducer: the input as data, the call of the function, and
// every external function, which answers by the script (native_rt.h).
#include <ctype.h>

#include "base/limit.h"
#include "front/c/native_impl.h"

// Not limits, but sizes of what the runtime has.
enum {
  MAX_VALUES = 64,  // as in the runtime
  MAX_ANSWERS = 4,  // values of one result
};

static const char pointer_prefix[] = "pointer:";

// ------------------------------------------------------------------- values
static void put_sort(VdBuf *out, VdSort sort) {
  char kind = sort.kind == VD_SORT_BOOL    ? 'b'
              : sort.kind == VD_SORT_FLOAT ? 'f'
                                           : 'i';
  vd_buf_printf(out, "{'%c', %u, %u}", kind, vd_sort_width(sort),
                kind == 'f' ? sort.a : 0);
}

static void put_words(VdBuf *out, const VdValue *v) {
  vd_buf_printf(out, ", 0x%llx, 0x%llx}",
                (unsigned long long)vd_value_limb(v, 0),
                (unsigned long long)vd_value_limb(v, 1));
}

static void put_value(VdBuf *out, const VdValue *v) {
  vd_buf_char(out, '{');
  put_sort(out, v->sort);
  put_words(out, v);
}

static void put_values(VdBuf *out, const VdValue *v, uint32_t n) {
  vd_buf_str(out, n ? "(const struct Value[]){" : "0");
  for (uint32_t i = 0; i < n; i++) {
    if (i) vd_buf_str(out, ", ");
    put_value(out, &v[i]);
  }
  if (n) vd_buf_char(out, '}');
}

static void put_sorts(VdBuf *out, const VdSorts *sorts) {
  vd_buf_str(out, sorts->len ? "(const struct Sort[]){" : "0");
  for (uint32_t i = 0; i < sorts->len; i++) {
    if (i) vd_buf_str(out, ", ");
    put_sort(out, sorts->at[i]);
  }
  if (sorts->len) vd_buf_char(out, '}');
}

static void put_cell(VdBuf *out, const VdCell *cell) {
  vd_buf_printf(out, "{0x%llx, %u, (const Byte *)\"",
                (unsigned long long)cell->addr, cell->len);
  for (uint32_t i = 0; i < cell->len; i++)
    vd_buf_printf(out, "\\x%02x", cell->bytes[i]);
  vd_buf_str(out, "\"}");
}

static void put_cells(VdBuf *out, const VdCells *cells) {
  vd_buf_str(out, cells->len ? "(const struct Bytes[]){" : "0");
  for (uint32_t i = 0; i < cells->len; i++) {
    if (i) vd_buf_str(out, ",\n    ");
    put_cell(out, &cells->at[i]);
  }
  if (cells->len) vd_buf_char(out, '}');
}

void vd_native_put_string(VdBuf *out, const char *text) {
  vd_buf_char(out, '"');
  for (; *text; text++) {
    bool plain = isprint((unsigned char)*text) && *text != '"' &&
                 *text != '\\' && *text != '?';
    vd_buf_printf(out, plain ? "%c" : "\\%03o", (unsigned char)*text);
  }
  vd_buf_char(out, '"');
}

// ------------------------------------------------------------------- script
bool vd_native_is_symbol(const char *name) {
  if (!isalpha((unsigned char)*name) && *name != '_') return false;
  for (; *name; name++)
    if (!isalnum((unsigned char)*name) && *name != '_') return false;
  return true;
}

static bool is_pointer_call(const VdEvent *event) {
  return !strncmp(event->link, pointer_prefix, strlen(pointer_prefix)) &&
         event->args > 0;
}

// A call through a pointer is a call of a function at that address.
static char *event_name(VdReplay *r, const VdEvent *event) {
  if (!is_pointer_call(event)) return vd_arena_str(&r->arena, event->link);
  return vd_arena_printf(&r->arena, "(*0x%llx)",
                         (unsigned long long)event->arg[0].bits);
}

static void check_event(VdReplay *r, const VdEvent *event) {
  if (!vd_native_is_symbol(event->link) && !is_pointer_call(event))
    vd_replay_reject(r, "%s has no function that could answer it", event->link);
  if (event->args > MAX_VALUES || event->results > MAX_ANSWERS)
    vd_replay_reject(r, "a call of %s passes too many values", event->link);
}

static void put_event(VdReplay *r, const VdEvent *event, VdBuf *out) {
  uint32_t skip = is_pointer_call(event);
  check_event(r, event);
  vd_buf_str(out, "  {");
  vd_native_put_string(out, event_name(r, event));
  vd_buf_printf(out, ", %u, %u, %u, ", event->args - skip, event->results,
                event->writes.len);
  put_values(out, event->arg + skip, event->args - skip);
  vd_buf_str(out, ", ");
  put_values(out, event->result, event->results);
  vd_buf_str(out, ", ");
  put_cells(out, &event->writes);
  vd_buf_str(out, "},\n");
}

static void put_script(VdReplay *r, int side, VdBuf *out) {
  const VdOutcome *outcome = r->outcome[side];
  if (outcome->event.len > vd_limit->replay_events)
    vd_replay_reject(r, "more than %d calls to the outside",
                     vd_limit->replay_events);
  vd_buf_printf(out, "static const struct Event %s_event[] = {\n",
                side ? "new" : "old");
  for (uint32_t i = 0; i < outcome->event.len && !r->bad; i++)
    put_event(r, &outcome->event.at[i], out);
  vd_buf_str(out, "  {0}};\n");
}

// -------------------------------------------------------------------- input
static bool is_pointer(const VdAbi *abi, uint32_t value) {
  for (uint32_t i = 0; i < abi->param.len; i++)
    if (abi->param.at[i].first == value) return abi->param.at[i].is_pointer;
  return false;
}

static void put_params(VdReplay *r, const VdAbi *abi, VdBuf *out) {
  const VdCase *in = r->input;
  vd_buf_str(out, "static const struct Value param[] = {\n");
  for (uint32_t i = 0; i < in->params; i++) {
    vd_buf_str(out, "  {");
    if (is_pointer(abi, i))
      vd_buf_str(out, "{'p', 64, 0}");
    else
      put_sort(out, in->param[i].sort);
    put_words(out, &in->param[i]);
    const char *name = in->name && in->name[i] ? in->name[i] : "";
    vd_buf_str(out, *name ? ",  // " : ",");
    vd_text_print(name, out);
    vd_buf_char(out, '\n');
  }
  vd_buf_str(out, "  {{0}}};\n");
}

static void put_memory(const VdReplay *r, VdBuf *out) {
  vd_buf_str(out, "static const struct Bytes cell[] = {\n");
  for (uint32_t i = 0; i < r->input->memory.len; i++) {
    vd_buf_str(out, "  ");
    put_cell(out, &r->input->memory.at[i]);
    vd_buf_str(out, ",\n");
  }
  vd_buf_str(out, "  {0}};\n");
}

// As struct Region has it.
static int how_compared(const VdGlobal *const g[2]) {
  if (g[VD_OLD] && g[VD_NEW]) return 2;
  const VdGlobal *one = g[VD_OLD] ? g[VD_OLD] : g[VD_NEW];
  return one && !one->local;
}

static bool is_function(const VdReplay *r, const VdRegion *region) {
  return (vd_native_func(r, VD_OLD, region) ||
          vd_native_func(r, VD_NEW, region)) &&
         !vd_native_global(r, VD_OLD, region) &&
         !vd_native_global(r, VD_NEW, region);
}

static void put_region(const VdReplay *r, const VdRegion *region, VdBuf *out) {
  const VdGlobal *g[2] = {vd_native_global(r, VD_OLD, region),
                          vd_native_global(r, VD_NEW, region)};
  const VdGlobal *any = g[VD_OLD] ? g[VD_OLD] : g[VD_NEW];
  vd_buf_str(out, "  {");
  vd_native_put_string(out, region->name);
  bool constant = region->text || (any && any->constant && !any->external) ||
                  is_function(r, region);
  vd_buf_printf(out, ", 0x%llx, %llu, %d, %d, %d},\n",
                (unsigned long long)region->addr,
                (unsigned long long)region->size, region->global, constant,
                how_compared(g));
}

static void put_regions(const VdReplay *r, VdBuf *out) {
  vd_buf_str(out, "static const struct Region region[] = {\n");
  for (uint32_t i = 0; i < r->input->region.len; i++)
    put_region(r, &r->input->region.at[i], out);
  vd_buf_str(out, "  {0}};\n");
}

// --------------------------------------------------------------------- call
static const char *type_of(const VdPiece *piece) {
  switch (piece->pass) {
    case VD_PASS_INT: return "Word";
    case VD_PASS_SSE: return "double";
    case VD_PASS_WIDE: return "unsigned __int128";
    case VD_PASS_COPY: break;
  }
  return "struct Copy";
}

static void put_type(const VdPiece *piece, VdBuf *out) {
  vd_buf_str(out, type_of(piece));
  if (piece->pass == VD_PASS_COPY) vd_buf_printf(out, "%u", piece->first);
}

static void put_copy_types(const VdAbi *abi, VdBuf *out) {
  for (uint32_t i = 0; i < abi->param.len; i++) {
    const VdPiece *p = &abi->param.at[i];
    if (p->pass == VD_PASS_COPY)
      vd_buf_printf(out,
                    "struct Copy%u {\n  Byte byte[%llu];\n"
                    "} __attribute__((aligned(%llu)));\n",
                    p->first, (unsigned long long)p->size,
                    (unsigned long long)p->align);
  }
}

// An expression for a piece whose values are in an array of two words each.
static void put_load(const VdPiece *p, const char *array, VdBuf *out) {
  uint32_t i = p->first;
  switch (p->pass) {
    case VD_PASS_INT:
      if (p->sign)
        vd_buf_printf(out, "(Word)((long)(%s[%u][0] << %u) >> %u)", array, i,
                      64 - p->sign, 64 - p->sign);
      else
        vd_buf_printf(out, "%s[%u][0]", array, i);
      break;
    case VD_PASS_SSE:
      vd_buf_printf(out, "sse(%s[%u][0]", array, i);
      if (p->n > 1) vd_buf_printf(out, " | %s[%u][0] << 32", array, i + 1);
      vd_buf_char(out, ')');
      break;
    case VD_PASS_WIDE:
      vd_buf_printf(out, "(unsigned __int128)%s[%u][1] << 64 | %s[%u][0]",
                    array, i, array, i);
      break;
    case VD_PASS_COPY:
      vd_buf_printf(out, "*(struct Copy%u *)%s[%u][0]", i, array, i);
      break;
  }
}

static void put_store(const VdPiece *p, const char *from, VdBuf *out) {
  const char *bits = p->pass == VD_PASS_SSE ? "bits_of" : "(Word)";
  vd_buf_printf(out, "  out[%u][0] = %s(%s)%s;\n", p->first, bits, from,
                p->n > 1 ? " & 0xffffffff" : "");
  if (p->n > 1)
    vd_buf_printf(out, "  out[%u][0] = %s(%s) >> 32;\n", p->first + 1, bits,
                  from);
  if (p->pass == VD_PASS_WIDE)
    vd_buf_printf(out, "  out[%u][1] = (Word)(%s >> 64);\n", p->first, from);
}

static void put_struct(const char *name, const VdPieces *result, VdBuf *out) {
  vd_buf_printf(out, "struct %s {\n", name);
  for (uint32_t i = 0; i < result->len; i++)
    vd_buf_printf(out, "  %s part%u;\n", type_of(&result->at[i]), i);
  vd_buf_str(out, "};\n");
}

static void put_function_type(const VdAbi *abi, VdBuf *out) {
  const char *result = abi->result.len == 0   ? "void"
                       : abi->result.len == 1 ? type_of(&abi->result.at[0])
                                              : "struct Result";
  vd_buf_printf(out, "%s (*)(", result);
  for (uint32_t i = 0; i < abi->param.len; i++) {
    if (i) vd_buf_str(out, ", ");
    put_type(&abi->param.at[i], out);
  }
  vd_buf_str(out, abi->param.len ? ")" : "void)");
}

static void put_call(const VdAbi *abi, VdBuf *out) {
  static const char *const part[] = {"result.part0", "result.part1"};
  uint32_t n = abi->result.len;
  put_copy_types(abi, out);
  if (n > 1) put_struct("Result", &abi->result, out);
  vd_buf_str(out,
             "static void call(void *entry, Word (*in)[2], Word (*out)[2]) {\n"
             "  ");
  if (n)
    vd_buf_printf(out, "%s result = ",
                  n > 1 ? "struct Result" : type_of(&abi->result.at[0]));
  vd_buf_str(out, "((");
  put_function_type(abi, out);
  vd_buf_str(out, ")entry)(");
  for (uint32_t i = 0; i < abi->param.len; i++) {
    if (i) vd_buf_str(out, ", ");
    put_load(&abi->param.at[i], "in", out);
  }
  vd_buf_str(out, ");\n");
  for (uint32_t i = 0; i < n; i++)
    put_store(&abi->result.at[i], n > 1 ? part[i] : "result", out);
  vd_buf_str(out, "}\n");
}

// ------------------------------------------------------------------ outside
typedef struct Outside {
  VdReplay *replay;
  VdBuf *out, *pointers;  // text of the table of pointers
  VdNames names;          // what has a stub
  uint32_t n, n_pointers;
} Outside;

static void put_stub_type(const VdAbi *abi, uint32_t i, VdBuf *out) {
  if (abi->result.len > 1)
    vd_buf_printf(out, "struct Answer%u", i);
  else
    vd_buf_str(out, abi->result.len ? type_of(&abi->result.at[0]) : "Word");
}

static void put_stub_result(const VdAbi *abi, uint32_t i, VdBuf *out) {
  if (abi->result.len > 1) vd_buf_printf(out, "(struct Answer%u){", i);
  for (uint32_t k = 0; k < abi->result.len; k++) {
    if (k) vd_buf_str(out, " VERIDIFF_COMMA ");
    put_load(&abi->result.at[k], "result", out);
  }
  vd_buf_str(out, abi->result.len > 1 ? "}" : abi->result.len ? "" : "0");
}

// Arguments that do not go through registers one by one can't be printed.
static uint32_t printable(const VdAbi *abi) {
  if (*abi->bad) return 0;
  for (uint32_t i = 0; i < abi->param.len; i++)
    if (abi->param.at[i].pass == VD_PASS_COPY || abi->param.at[i].n > 1)
      return 0;
  return abi->param.len;
}

static void put_stub(Outside *o, const char *name, const char *label,
                     const VdAbi *abi, bool halts) {
  char type[32];
  uint32_t i = o->n++;
  snprintf(type, sizeof type, "Answer%u", i);
  if (abi->result.len > 1) put_struct(type, &abi->result, o->out);
  vd_buf_printf(o->out, "static const struct Stub stub%u = {", i);
  vd_native_put_string(o->out, name);
  vd_buf_printf(o->out, ", %u, ", printable(abi));
  put_sorts(o->out, &abi->param_sort);
  vd_buf_printf(o->out, ", %d};\nSTUB(", halts);
  put_stub_type(abi, i, o->out);
  vd_buf_printf(o->out, ", call%u, \"%s\", stub%u, ", i, label, i);
  put_stub_result(abi, i, o->out);
  vd_buf_str(o->out, ")\n");
}

static bool is_new(Outside *o, const char *name) {
  if (vd_name_get(&o->names, name, strlen(name))) return false;
  vd_name_put(&o->names, name, strlen(name));
  return true;
}

static bool is_scripted(const VdReplay *r, const char *link) {
  for (int side = 0; side < 2; side++)
    for (uint32_t i = 0; i < r->outcome[side]->event.len; i++)
      if (!strcmp(r->outcome[side]->event.at[i].link, link)) return true;
  return false;
}

static void check_stub(VdReplay *r, const VdFunc *f, const VdAbi *abi) {
  bool opaque = !printable(abi) && abi->param.len > 0;
  if ((*abi->bad || opaque) && is_scripted(r, f->link))
    vd_replay_reject(r, "%s can't be replaced: %s", f->link,
                     *abi->bad ? abi->bad : "a struct is passed in memory");
}

static void put_external(Outside *o, const VdFunc *f) {
  if (f->kind != VD_FUNC_IMPURE || !vd_native_is_symbol(f->link) ||
      !is_new(o, f->link))
    return;
  VdAbi abi;
  vd_abi_init(&abi, f);
  check_stub(o->replay, f, &abi);
  if (*abi.bad) abi.result.len = abi.param_sort.len = 0;
  put_stub(o, f->link, f->link, &abi, vd_func_has_note(f, "ends"));
  vd_abi_done(&abi);
}

static const VdFunc *find_link(const VdModule *m, const char *link) {
  for (uint32_t i = 0; i < m->func.len; i++)
    if (!strcmp(m->func.at[i]->link, link)) return m->func.at[i];
  return NULL;
}

// Then there is code already.
static bool leads_to_function(const VdReplay *r, uint64_t addr) {
  for (uint32_t i = 0; i < r->input->region.len; i++) {
    const VdRegion *region = &r->input->region.at[i];
    if (region->addr == addr && is_function(r, region)) return true;
  }
  return false;
}

static void put_pointer(Outside *o, const VdModule *m, const VdEvent *event) {
  const char *name = event_name(o->replay, event);
  const VdFunc *f = find_link(m, event->link);
  if (!f || !is_new(o, name)) return;
  char label[32];
  VdAbi abi;
  snprintf(label, sizeof label, "veridiff_pointer%u", o->n);
  vd_abi_init_pointer(&abi, f);
  if (leads_to_function(o->replay, event->arg[0].bits))
    vd_replay_reject(o->replay, "a function is called as one of another type");
  check_stub(o->replay, f, &abi);
  vd_buf_printf(o->pointers, "  {0x%llx, (void *)call%u},\n",
                (unsigned long long)event->arg[0].bits, o->n);
  o->n_pointers++;
  put_stub(o, name, label, &abi, false);
  vd_abi_done(&abi);
}

static void put_outside(Outside *o) {
  VdReplay *r = o->replay;
  vd_buf_str(o->out, "#define VERIDIFF_COMMA ,\n");
  for (int side = 0; side < 2; side++) {
    const VdModule *m = r->module[side];
    for (uint32_t i = 0; i < m->func.len; i++) put_external(o, m->func.at[i]);
    for (uint32_t i = 0; i < r->outcome[side]->event.len; i++)
      if (is_pointer_call(&r->outcome[side]->event.at[i]))
        put_pointer(o, m, &r->outcome[side]->event.at[i]);
  }
}

// Variables that are declared here and defined in another file.
static void put_variables(Outside *o) {
  for (int side = 0; side < 2; side++) {
    const VdModule *m = o->replay->module[side];
    for (uint32_t i = 0; i < m->global.len; i++) {
      const VdGlobal *g = &m->global.at[i];
      if (!g->external || !vd_native_is_symbol(g->name) || !is_new(o, g->name))
        continue;
      vd_buf_printf(o->out,
                    "extern Byte variable%u[] __asm__(\"%s\");\n"
                    "__attribute__((weak, aligned(64))) Byte "
                    "variable%u[%llu];\n",
                    o->n, g->name, o->n,
                    (unsigned long long)(g->size ? g->size : 64));
      o->n++;
    }
  }
}

// ------------------------------------------------------------------- locals
// The model does not say how large a local is that goes outside. The smallest
// of those that could be it is never too large.
typedef struct Reach {
  const VdModule *module;
  uint8_t *seen;  // by function
  uint64_t smallest;
} Reach;

static void reach(Reach *r, uint32_t index) {
  VD_VEC(uint32_t) work = {0};
  vd_push(&work, index);
  while (work.len) {
    uint32_t i = vd_pop(&work);
    if (r->seen[i]) continue;
    r->seen[i] = 1;
    const VdFunc *f = r->module->func.at[i];
    for (uint32_t k = 0; k < f->slot.len; k++)
      if (!r->smallest || f->slot.at[k].size < r->smallest)
        r->smallest = f->slot.at[k].size;
    for (uint32_t b = 0; b < f->block.len; b++)
      for (uint32_t k = 0; k < f->block.at[b].inst.len; k++)
        if (f->block.at[b].inst.at[k].kind == VD_INST_CALL)
          vd_push(&work, f->block.at[b].inst.at[k].index);
  }
  vd_vec_done(&work);
}

static uint64_t smallest_local(VdReplay *r, int side) {
  const VdModule *m = r->module[side];
  Reach walk = {.module = m,
                .seen = vd_arena_alloc(&r->arena, m->func.len + 1)};
  for (uint32_t i = 0; i < m->func.len; i++)
    if (m->func.at[i] == r->func[side]) reach(&walk, i);
  return walk.smallest;
}

// ---------------------------------------------------------------- all of it
static void put_script_entry(VdReplay *r, int side, VdBuf *out) {
  const VdOutcome *o = r->outcome[side];
  bool returns = o->status == VD_RUN_OK && !o->halted;
  vd_buf_printf(out, "{%s_event, %u, %d, %d, %d, %u, ", side ? "new" : "old",
                o->event.len, o->halted, o->status == VD_RUN_LIMIT,
                o->status == VD_RUN_ENDLESS, returns ? o->results : 0);
  put_values(out, o->result, returns ? o->results : 0);
  vd_buf_printf(out, ", %llu}", (unsigned long long)smallest_local(r, side));
}

static void put_case(VdReplay *r, const VdAbi *abi, uint32_t pointers,
                     VdBuf *out) {
  const VdCase *in = r->input;
  vd_buf_printf(out,
                "const struct Case veridiff_case = {\n"
                "  %u, %u, %u, %u, %u, param, ",
                in->params, abi->result_sort.len, in->memory.len,
                in->region.len, pointers);
  put_sorts(out, &abi->result_sort);
  vd_buf_printf(out, ", cell, region, pointer, %d,\n  {",
                vd_replay_is_checked(r));
  put_script_entry(r, VD_OLD, out);
  vd_buf_str(out, ",\n   ");
  put_script_entry(r, VD_NEW, out);
  vd_buf_str(out, "},\n  call};\n");
}

// Functions that the program declares to be const or pure have answers in the
// model, but no calls that could be answered in turn.
typedef struct Declared {
  VdReplay *replay;
  const VdModule *module;
} Declared;

static void check_declared(void *context, uint32_t func, const VdInst *inst) {
  Declared *d = context;
  (void)func;
  if (inst->kind != VD_INST_CALL) return;
  const VdFunc *callee = d->module->func.at[inst->index];
  if (vd_func_has_note(callee, "pure"))
    vd_replay_reject(d->replay, "%s is declared const or pure", callee->link);
}

static void check_callees(VdReplay *r) {
  for (int side = 0; side < 2; side++) {
    Declared d = {r, r->module[side]};
    for (uint32_t i = 0; i < d.module->func.len; i++)
      if (d.module->func.at[i] == r->func[side])
        vd_ir_each(d.module, i, check_declared, &d);
  }
}

static void check_call(VdReplay *r, const VdAbi *abi) {
  const VdFunc *f = r->func[VD_OLD];
  if (*abi->bad)
    vd_replay_reject(r, "%s can't be called: %s", f->link, abi->bad);
  if (abi->param_sort.len != r->input->params)
    vd_replay_reject(r, "%s takes %u values, the input has %u", f->link,
                     abi->param_sort.len, r->input->params);
  if (r->input->params > MAX_VALUES || abi->result_sort.len > MAX_VALUES)
    vd_replay_reject(r, "%s takes more than %d values", f->link, MAX_VALUES);
}

void vd_native_case(VdReplay *r, VdBuf *out) {
  VdAbi abi;
  VdBuf pointers = {0};
  Outside outside = {.replay = r, .out = out, .pointers = &pointers};
  vd_abi_init(&abi, r->func[VD_OLD]);
  check_call(r, &abi);
  check_callees(r);
  vd_buf_str(out, "// An input of ");
  vd_text_print(r->func[VD_OLD]->link, out);
  vd_buf_str(
      out, " on which its versions were compared.\n#include \"runtime.h\"\n\n");
  put_params(r, &abi, out);
  put_memory(r, out);
  put_regions(r, out);
  put_script(r, VD_OLD, out);
  put_script(r, VD_NEW, out);
  put_outside(&outside);
  put_variables(&outside);
  vd_buf_printf(out, "static const struct Pointer pointer[] = {\n%s  {0}};\n",
                vd_buf_text(&pointers));
  if (!r->bad) put_call(&abi, out);
  put_case(r, &abi, outside.n_pointers, out);
  vd_names_done(&outside.names);
  vd_buf_done(&pointers);
  vd_abi_done(&abi);
}
