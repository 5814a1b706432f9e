// old.c and new.c of a reproducer: one version of the user's code, and after it
// functions that hand out the addresses of what the runtime needs. Being in the
// same file they can name what is static. In LLVM IR everything was made
// visible before (native_bitcode.c), so there they are a file of their own that
// names symbols.
#include "front/c/native_impl.h"

const VdGlobal *vd_native_global(const VdReplay *r, int side,
                                 const VdRegion *region) {
  const VdModule *m = r->module[side];
  if (!region->global) return NULL;
  for (uint32_t i = 0; i < m->global.len; i++)
    if (!strcmp(vd_global_known_as(&m->global.at[i]), region->name))
      return &m->global.at[i];
  return NULL;
}

const VdFunc *vd_native_func(const VdReplay *r, int side,
                             const VdRegion *region) {
  const VdModule *m = r->module[side];
  for (uint32_t i = 0; region->global && i < m->func.len; i++)
    if (!strcmp(vd_func_known_as(m->func.at[i]), region->name) &&
        vd_native_is_symbol(m->func.at[i]->link))
      return m->func.at[i];
  return NULL;
}

// ------------------------------------------------------------- reachability
static uint8_t init_byte(const VdGlobal *g, uint64_t offset) {
  return g->init && offset < g->size ? g->init[offset] : 0;
}

// What the input says of a byte; what it does not say is zero.
static uint8_t input_byte(const VdCase *input, uint64_t addr) {
  for (uint32_t i = input->memory.len; i-- > 0;) {
    const VdCell *cell = &input->memory.at[i];
    if (addr - cell->addr < cell->len) return cell->bytes[addr - cell->addr];
  }
  return 0;
}

// Does the input have the variable as the program starts with it?
static bool is_as_initialised(const VdCase *input, const VdRegion *region,
                              const VdGlobal *g) {
  if (g->relocs) return false;
  for (uint64_t i = 0; i < region->size; i++)
    if (init_byte(g, i) != input_byte(input, region->addr + i)) return false;
  return true;
}

static bool are_in(const VdCells *cells, const VdRegion *region) {
  for (uint32_t i = 0; i < cells->len; i++)
    if (cells->at[i].addr < region->addr + region->size &&
        region->addr < cells->at[i].addr + cells->at[i].len)
      return true;
  return false;
}

// Then it has to be looked at after the run, or the outside writes to it: a
// callee may call back.
static bool is_written(const VdReplay *r, const VdRegion *region) {
  for (int side = 0; side < 2; side++) {
    const VdOutcome *outcome = r->outcome[side];
    if (are_in(&outcome->memory, region)) return true;
    for (uint32_t i = 0; i < outcome->event.len; i++)
      if (are_in(&outcome->event.at[i].writes, region)) return true;
  }
  return false;
}

static bool is_region_set(const VdReplay *r, int side, const VdRegion *region) {
  const VdGlobal *g = vd_native_global(r, side, region);
  return !g || g->constant || vd_native_is_symbol(g->name) ||
         (is_as_initialised(r->input, region, g) && !is_written(r, region));
}

bool vd_native_is_reachable(const VdReplay *r, int side) {
  for (uint32_t i = 0; i < r->input->region.len; i++)
    if (!is_region_set(r, side, &r->input->region.at[i])) return false;
  return true;
}

// ------------------------------------------------------ addresses of functions
typedef struct Unit {
  VdReplay *replay;
  int side;
  VdBuf *out;
  VdNames seen;
  VD_VEC(const VdFunc *) taken;  // functions whose address is used as a value
  uint32_t names;                // made for symbols
} Unit;

static void take_function(Unit *u, uint32_t index) {
  const VdFunc *f = u->replay->module[u->side]->func.at[index];
  size_t n = strlen(f->link);
  if (!vd_native_is_symbol(f->link) || vd_name_get(&u->seen, f->link, n))
    return;
  vd_name_put(&u->seen, f->link, n);
  vd_push(&u->taken, f);
}

static void take_functions(Unit *u) {
  const VdModule *m = u->replay->module[u->side];
  for (uint32_t i = 0; i < m->global.len; i++)
    for (uint32_t k = 0; k < m->global.at[i].relocs; k++)
      if (m->global.at[i].reloc[k].function)
        take_function(u, m->global.at[i].reloc[k].index);
  for (uint32_t i = 0; i < m->func.len; i++)
    for (uint32_t b = 0; b < m->func.at[i]->block.len; b++) {
      const VdBlock *block = &m->func.at[i]->block.at[b];
      for (uint32_t k = 0; k < block->inst.len; k++)
        if (block->inst.at[k].kind == VD_INST_FUNC)
          take_function(u, block->inst.at[k].index);
    }
}

// -------------------------------------------------------------------- units
// Makes a name usable and returns its address as an expression. What the
// linker sees is declared by the linker's name, which may not be the one in the
// source (asm labels), and so is everything in IR. What is static has its name
// in the source, unless that is a macro.
static const char *put_name(Unit *u, const char *name, bool function,
                            bool is_static) {
  VdArena *arena = &u->replay->arena;
  if (u->replay->is_ir[u->side] || !is_static) {
    char *own = vd_arena_printf(arena, "veridiff_name%u", u->names++);
    vd_buf_printf(u->out, "  extern char %s[] __asm__(\"%s\");\n", own, name);
    return own;
  }
  vd_buf_printf(u->out, "#undef %s\n", name);
  return function ? name : vd_arena_printf(arena, "&%s", name);
}

static void put_entry(Unit *u) {
  vd_buf_str(u->out, "void *veridiff_entry(void) {\n");
  const VdFunc *f = u->replay->func[u->side];
  const char *at = put_name(u, f->link, true, f->local);
  vd_buf_printf(u->out, "  return (void *)%s;\n}\n", at);
}

static bool can_name(const Unit *u, const VdGlobal *g) {
  if (!g) return false;
  if (vd_native_is_symbol(g->name)) return true;
  return u->replay->is_ir[u->side] && !strpbrk(g->name, "\"\\\n") &&
         !g->constant;
}

// The same literal is the same object in a file.
static const char *put_literal(Unit *u, const char *text) {
  VdBuf out = {0};
  vd_native_put_string(&out, text);
  const char *literal = vd_arena_str(&u->replay->arena, vd_buf_text(&out));
  vd_buf_done(&out);
  return literal;
}

// Of a variable, literal or function; NULL if the code has no name for it.
static const char *put_region(Unit *u, const VdRegion *region) {
  if (region->text && !u->replay->is_ir[u->side])
    return put_literal(u, region->text);
  const VdGlobal *g = vd_native_global(u->replay, u->side, region);
  if (can_name(u, g)) return put_name(u, g->name, false, g->local);
  const VdFunc *f = g ? NULL : vd_native_func(u->replay, u->side, region);
  return f ? put_name(u, f->link, true, f->local) : NULL;
}

static void put_globals(Unit *u) {
  const VdCase *in = u->replay->input;
  vd_buf_str(u->out, "void *veridiff_global(int i) {\n");
  for (uint32_t i = 0; i < in->region.len; i++) {
    const char *at = put_region(u, &in->region.at[i]);
    if (at) vd_buf_printf(u->out, "  if (i == %u) return (void *)%s;\n", i, at);
  }
  vd_buf_str(u->out, "  return (void *)0;\n}\n");
}

static void put_functions(Unit *u) {
  vd_buf_str(u->out, "const char *veridiff_function(int i, void **at) {\n");
  for (uint32_t i = 0; i < u->taken.len; i++) {
    const char *name = u->taken.at[i]->link;
    const char *at = put_name(u, name, true, u->taken.at[i]->local);
    vd_buf_printf(u->out,
                  "  if (i == %u) {\n    *at = (void *)%s;\n"
                  "    return \"%s\";\n  }\n",
                  i, at, vd_func_known_as(u->taken.at[i]));
  }
  vd_buf_str(u->out, "  return (const char *)0;\n}\n");
}

static void put_include(Unit *u) {
  const char *path = u->replay->path[u->side];
  if (strpbrk(path, "\"\n\\"))
    vd_replay_reject(u->replay, "the path %s can't be included", path);
  vd_buf_printf(u->out, "#include \"%s\"\n\n", path);
}

// Compilers put bytes that nobody may access behind variables. These are first
// in their sections, so the first one of the user has such bytes before it.
static void put_guards(VdBuf *out) {
  vd_buf_str(out,
             "char veridiff_guard0[64] = {0}, veridiff_guard1[64] = {1};\n"
             "const char veridiff_guard2[64] = {1};\n");
}

void vd_native_unit(VdReplay *r, int side, VdBuf *out) {
  Unit unit = {.replay = r, .side = side, .out = out};
  const char *which = side == VD_OLD ? "old" : "new";
  vd_buf_printf(out, "// The %s version of ", which);
  vd_text_print(r->func[side]->link, out);
  vd_buf_str(out, ".\n");
  if (!r->is_ir[side]) {
    put_guards(out);
    put_include(&unit);
  }
  take_functions(&unit);
  vd_buf_printf(out, "const int veridiff_version = %d;\n", side);
  vd_buf_printf(out, "const int veridiff_wraps = %d;\n",
                vd_replay_wraps(r, side));
  put_entry(&unit);
  put_globals(&unit);
  put_functions(&unit);
  vd_names_done(&unit.seen);
  vd_vec_done(&unit.taken);
}
