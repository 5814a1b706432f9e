// The text form, read. Lines, words and numbers are scan.c's.
//
//   vir 1                                        the version, first
//   source "max.c"                               VdModule.source
//   file "max.c"                                 files of positions, from 0 on
//   fact "linkage" "f" "weak" POS                VdFact: kind, name, value
//   global $n size 8 align 8 MARK* [init "BYTES"] RELOC* POS
//       MARK: constant unwritten closed local external opaque unnamed
//       RELOC: [OFFSET @f + ADDEND]
//   func @max(SORT:ROLE "NAME", ...) -> (SORT:ROLE, ...) MARK* POS [{]
//       MARK: pure impure fresh unsupported local  loop @PARENT  link "n"
//             type "int(int)"  abi "i32 (i32)"  notes "tls"  reason "asm"
//             body HEX  opaque HEX  refs @a, @b
//     slot SIZE align ALIGN "NAME"               locals, before the blocks
//   b1(%1: bv32, %2: bv32 "NAME"):               blocks, numbered from 0 on
//     %3: bool = bvslt %1, %2 POS                operator[immediate] arguments
//     %4: bv32 = const 42 POS                    also: true, 1.5:float11.53 ...
//     %5: bv64 = global $n POS                   also: func @f, slot 0, undef,
//                                                never
//     %6: bv32, %7: mem = call @f(%3, %4) POS    also: callptr @shape(%address)
//     require %3, "signed overflow" POS          also: "...", unset
//     jump b1(%4) POS        br %3, b1(%4), b2 POS    return %4 POS    stop POS
//   }
//   POS: nothing, or !FILE:LINE:COLUMN, FILE being '-' for none
//
// Names are plain or in quotes after their sigil; in quotes, \xx is a byte. A
// ';' starts a comment. Blocks may be in any order and values have any numbers,
// as long as each number up to their count is there once.
//
// Functions and globals are named before they are read, in a first pass over
// the lines, since they refer to each other. Everything allocated is in
// proportion to the text. Sorts, dominance and the rest are vd_ir_verify's.
#include "ir/scan.h"
#include "ir/text.h"

typedef struct Def {
  uint32_t id;
  VdSort sort;
  const char *at;
} Def;

typedef struct Read {
  VdScan s;
  VdModule *m;
  VdFunc *f;
  VdMap ops;      // hash of its text: operator
  VdMap globals;  // hash of its name, or next free: index
  VD_VEC(const char *) file;
  VD_VEC(Def) def;            // values of the function
  VD_VEC(VdRef) ref;          // arguments being read
  VD_VEC(const char *) name;  // of the values just defined
  VD_VEC(VdParam) param;
  VD_VEC(struct VdGlobalReloc) reloc;
} Read;

// -------------------------------------------------------------------- names
static uint64_t global_key(const Read *r, const char *name) {
  uint64_t key = vd_hash_bytes(name, strlen(name), 0);
  for (;; key++) {
    const uint64_t *index = vd_map_get(&r->globals, key);
    if (!index || !strcmp(r->m->global.at[*index].name, name)) return key;
  }
}

static bool read_func_ref(Read *r, uint32_t *out) {
  vd_scan_space(&r->s);
  const char *at = r->s.at, *name = vd_scan_name(&r->s, '@');
  if (!name) return false;
  *out = vd_module_find_func(r->m, name);
  return *out != UINT32_MAX ||
         vd_scan_fail_at(&r->s, at,
                         "found @%s, expected a function of the "
                         "module",
                         name);
}

static bool read_global_ref(Read *r, uint32_t *out) {
  vd_scan_space(&r->s);
  const char *at = r->s.at, *name = vd_scan_name(&r->s, '$');
  if (!name) return false;
  const uint64_t *index = vd_map_get(&r->globals, global_key(r, name));
  *out = index ? (uint32_t)*index : 0;
  return index || vd_scan_fail_at(&r->s, at,
                                  "found $%s, expected a global of "
                                  "the module",
                                  name);
}

static bool declare_func(Read *r) {
  const char *at = r->s.at, *name = vd_scan_name(&r->s, '@');
  if (!name) return false;
  if (vd_module_find_func(r->m, name) != UINT32_MAX)
    return vd_scan_fail_at(&r->s, at, "the function @%s is there twice", name);
  vd_module_add_func(r->m, name);
  return true;
}

static bool declare_global(Read *r) {
  const char *at = r->s.at, *name = vd_scan_name(&r->s, '$');
  if (!name) return false;
  uint64_t key = global_key(r, name);
  if (vd_map_get(&r->globals, key))
    return vd_scan_fail_at(&r->s, at, "the global $%s is there twice", name);
  *vd_map_put(&r->globals, key) = r->m->global.len;
  vd_push(&r->m->global, (VdGlobal){.name = vd_arena_str(&r->m->arena, name)});
  return true;
}

static bool declare_all(Read *r) {
  char *start = r->s.at;
  bool ok = true;
  while (ok && r->s.at < r->s.end) {
    char *line = r->s.at;
    char *end = memchr(line, '\n', (size_t)(r->s.end - line));
    if (!strncmp(line, "func ", 5)) {
      r->s.at += 5;
      ok = declare_func(r);
    } else if (!strncmp(line, "global ", 7)) {
      r->s.at += 7;
      ok = declare_global(r);
    }
    r->s.at = end ? end + 1 : r->s.end;
  }
  r->s.at = start;
  return ok;
}

// ---------------------------------------------------------------- positions
static bool read_pos(Read *r, VdPos *pos) {
  if (!vd_scan_take(&r->s, '!')) return !r->s.failed;
  const char *at = r->s.at;
  uint32_t file = 0;
  if (*r->s.at == '-')
    r->s.at++;
  else if (!vd_scan_u32(&r->s, &file))
    return false;
  else if (file >= r->file.len)
    return vd_scan_fail_at(&r->s, at,
                           "found file %u, expected one of the %u "
                           "files of the module",
                           file, r->file.len);
  else
    pos->file = r->file.at[file];
  return vd_scan_expect(&r->s, ':') && vd_scan_u32(&r->s, &pos->line) &&
         vd_scan_expect(&r->s, ':') && vd_scan_u32(&r->s, &pos->column);
}

static bool read_pos_line(Read *r, VdPos *pos) {
  return read_pos(r, pos) && vd_scan_line_end(&r->s);
}

// ------------------------------------------------------------------- values
static bool read_ref(Read *r, VdRef *ref) {
  return vd_scan_expect(&r->s, '%') && vd_scan_u32(&r->s, &ref->id);
}

// References separated by commas, at least one; into r->ref.
static bool read_refs(Read *r) {
  r->ref.len = 0;
  do {
    VdRef ref;
    if (!read_ref(r, &ref)) return false;
    vd_push(&r->ref, ref);
  } while (vd_scan_take(&r->s, ','));
  return true;
}

static bool read_ref_list(Read *r) {
  r->ref.len = 0;
  if (!vd_scan_expect(&r->s, '(')) return false;
  if (vd_scan_take(&r->s, ')')) return true;
  return read_refs(r) && vd_scan_expect(&r->s, ')');
}

static VdRef *keep_refs(Read *r) {
  return vd_refs_copy(r->m, r->ref.at, r->ref.len);
}

// "%1: bv32, %2: mem": values with consecutive numbers.
// Names, if asked for, go to r->name: one for each value.
static bool read_defs(Read *r, VdRef *first, uint32_t *n, bool names) {
  *n = 0;
  r->name.len = 0;
  do {
    Def def = {0};
    VdRef ref;
    vd_scan_space(&r->s);
    def.at = r->s.at;
    if (!read_ref(r, &ref) || !vd_scan_expect(&r->s, ':') ||
        !vd_scan_sort(&r->s, &def.sort))
      return false;
    def.id = ref.id;
    if (*n == 0) *first = ref;
    if (ref.id - first->id != *n)
      return vd_scan_fail_at(&r->s, def.at, "found %%%u, expected %%%u", ref.id,
                             first->id + *n);
    vd_push(&r->def, def);
    ++*n;
    const char *name = "";
    vd_scan_space(&r->s);
    if (names && *r->s.at == '"' && !vd_scan_string(&r->s, &name)) return false;
    vd_push(&r->name, name);
  } while (vd_scan_take(&r->s, ','));
  return true;
}

// ------------------------------------------------------------- instructions
static void add_ops(Read *r) {
  for (int op = VD_OP_NONE + 1; op < VD_OP_COUNT; op++) {
    const char *text = vd_op_info[op].text;
    *vd_map_put(&r->ops, vd_hash_bytes(text, strlen(text), 0)) = (uint64_t)op;
  }
}

static VdOp op_of(const Read *r, VdWord word) {
  const uint64_t *op = vd_map_get(&r->ops, vd_hash_bytes(word.at, word.len, 0));
  if (op && vd_word_is(word, vd_op_info[*op].text)) return (VdOp)*op;
  return vd_op_read(word.at, word.len);
}

static bool read_imm(Read *r, VdOp op, uint64_t *imm) {
  uint64_t high = 0, low = 0;
  if (*r->s.at != '[') return true;
  r->s.at++;
  switch (vd_text_imm(op)) {
    case VD_IMM_NUMBER:
      if (!vd_scan_number(&r->s, UINT64_MAX, imm)) return false;
      break;
    case VD_IMM_RANGE:
      if (!vd_scan_number(&r->s, UINT32_MAX, &high) ||
          !vd_scan_expect(&r->s, ':') ||
          !vd_scan_number(&r->s, UINT32_MAX, &low))
        return false;
      *imm = high << 32 | low;
      break;
    case VD_IMM_FLOAT:
      if (!vd_scan_number(&r->s, UINT64_MAX >> 16, &high) ||
          !vd_scan_expect(&r->s, '.') ||
          !vd_scan_number(&r->s, UINT16_MAX, &low))
        return false;
      *imm = high << 16 | low;
      break;
  }
  return vd_scan_expect(&r->s, ']');
}

static bool read_op(Read *r, VdWord word, VdInst *inst) {
  inst->kind = VD_INST_OP;
  inst->op = op_of(r, word);
  if (inst->op == VD_OP_NONE) {
    r->s.at -= word.len;
    return vd_scan_fail(&r->s, "an instruction");
  }
  if (!read_imm(r, inst->op, &inst->imm)) return false;
  r->ref.len = 0;
  vd_scan_space(&r->s);
  if (*r->s.at == '%' && !read_refs(r)) return false;
  inst->args = r->ref.len;
  inst->arg = keep_refs(r);
  return true;
}

// Anything but bool and short bit-vectors, with its sort: up to the next space.
// A wide value must have all its digits, lest a short text make a large one.
static bool read_long_value(Read *r, VdSort sort, VdValue *out) {
  const char *start = r->s.at;
  while (*r->s.at > ' ') r->s.at++;
  size_t len = (size_t)(r->s.at - start);
  uint32_t width = vd_sort_width(sort);
  bool ok = (width <= 64 || len >= width / 4) &&
            vd_value_read(&r->m->arena, start, len, out) &&
            vd_sort_eq(out->sort, sort);
  if (ok) return true;
  r->s.at = (char *)start;
  return vd_scan_fail(&r->s, "a constant of that sort");
}

static bool read_const(Read *r, VdSort sort, VdInst *inst) {
  inst->kind = VD_INST_CONST;
  vd_scan_space(&r->s);
  if (sort.kind != VD_SORT_BV || sort.a > 64)
    return read_long_value(r, sort, &inst->value);
  inst->value.sort = sort;
  return vd_scan_number(&r->s, UINT64_MAX >> (64 - sort.a), &inst->value.bits);
}

static bool read_call(Read *r, VdInstKind kind, VdInst *inst) {
  inst->kind = kind;
  if (!read_func_ref(r, &inst->index) || !read_ref_list(r)) return false;
  inst->args = r->ref.len;
  inst->arg = keep_refs(r);
  return true;
}

// What stands after "=", with the sort of the first result.
static bool read_what(Read *r, VdSort sort, VdInst *inst) {
  VdWord word = vd_scan_word(&r->s);
  if (vd_word_is(word, "const")) return read_const(r, sort, inst);
  if (vd_word_is(word, "call")) return read_call(r, VD_INST_CALL, inst);
  if (vd_word_is(word, "callptr")) return read_call(r, VD_INST_CALLPTR, inst);
  if (vd_word_is(word, "global")) {
    inst->kind = VD_INST_GLOBAL;
    return read_global_ref(r, &inst->index);
  }
  if (vd_word_is(word, "func")) {
    inst->kind = VD_INST_FUNC;
    return read_func_ref(r, &inst->index);
  }
  if (vd_word_is(word, "slot")) {
    inst->kind = VD_INST_SLOT;
    return vd_scan_u32(&r->s, &inst->index);
  }
  if (vd_word_is(word, "undef")) {
    inst->kind = VD_INST_UNDEF;
    return true;
  }
  if (vd_word_is(word, "never")) {
    inst->kind = VD_INST_NEVER;
    return true;
  }
  return read_op(r, word, inst);
}

static bool end_inst(Read *r, VdInst *inst) {
  if (!read_pos_line(r, &inst->pos)) return false;
  vd_push(&r->f->block.at[r->f->block.len - 1].inst, *inst);
  return true;
}

static bool read_inst(Read *r) {
  VdInst inst = {0};
  uint32_t def = r->def.len;
  if (!read_defs(r, &inst.first, &inst.results, false) ||
      !vd_scan_expect(&r->s, '='))
    return false;
  return read_what(r, r->def.at[def].sort, &inst) && end_inst(r, &inst);
}

static bool read_require(Read *r) {
  VdInst inst = {.kind = VD_INST_REQUIRE, .args = 1};
  VdRef ref;
  if (!read_ref(r, &ref) || !vd_scan_expect(&r->s, ',') ||
      !vd_scan_string(&r->s, &inst.text))
    return false;
  inst.unset = vd_scan_take(&r->s, ',');
  if (inst.unset && !vd_word_is(vd_scan_word(&r->s), "unset"))
    return vd_scan_fail(&r->s, "'unset'");
  inst.arg = vd_refs_copy(r->m, &ref, 1);
  return end_inst(r, &inst);
}

// -------------------------------------------------------------------- exits
static bool read_edge(Read *r, VdEdge *edge) {
  if (!vd_scan_expect(&r->s, 'b') || !vd_scan_u32(&r->s, &edge->block))
    return false;
  vd_scan_space(&r->s);
  if (*r->s.at != '(') return true;
  if (!read_ref_list(r)) return false;
  edge->args = r->ref.len;
  edge->arg = keep_refs(r);
  return true;
}

static bool read_return(Read *r, VdBlock *block) {
  const char *at = r->s.at;
  r->ref.len = 0;
  vd_scan_space(&r->s);
  if (*r->s.at == '%' && !read_refs(r)) return false;
  if (r->ref.len != r->f->results)
    return vd_scan_fail_at(&r->s, at, "found %u values to return, expected %u",
                           r->ref.len, r->f->results);
  block->ret = keep_refs(r);
  return true;
}

static bool read_exit(Read *r, VdExitKind kind) {
  VdBlock *block = &r->f->block.at[r->f->block.len - 1];
  bool ok = true;
  if (kind == VD_EXIT_JUMP) ok = read_edge(r, &block->edge[0]);
  if (kind == VD_EXIT_BRANCH)
    ok = read_ref(r, &block->cond) && vd_scan_expect(&r->s, ',') &&
         read_edge(r, &block->edge[0]) && vd_scan_expect(&r->s, ',') &&
         read_edge(r, &block->edge[1]);
  if (kind == VD_EXIT_RETURN) ok = read_return(r, block);
  block->exit = kind;
  return ok && read_pos_line(r, &block->pos);
}

// ------------------------------------------------------------------- blocks
static bool is_label(const Read *r) {
  return r->s.at[0] == 'b' && r->s.at[1] >= '0' && r->s.at[1] <= '9';
}

static bool read_label(Read *r) {
  const char *at = r->s.at++;
  uint32_t number;
  if (!vd_scan_u32(&r->s, &number)) return false;
  if (number != r->f->block.len)
    return vd_scan_fail_at(&r->s, at, "found b%u, expected b%u", number,
                           r->f->block.len);
  VdBlock block = {0};
  if (vd_scan_take(&r->s, '(') &&
      (!read_defs(r, &block.first_param, &block.params, true) ||
       !vd_scan_expect(&r->s, ')')))
    return false;
  for (uint32_t i = 0; i < block.params && !block.name; i++)
    if (*r->name.at[i])
      block.name = vd_arena_copy(&r->m->arena, r->name.at,
                                 block.params * sizeof *r->name.at);
  vd_push(&r->f->block, block);
  return vd_scan_expect(&r->s, ':') && vd_scan_line_end(&r->s);
}

// A line of a block that does not start with a value.
static bool read_word_line(Read *r, bool *ended) {
  static const struct {
    const char *text;
    VdExitKind kind;
  } exits[] = {{"jump", VD_EXIT_JUMP},
               {"br", VD_EXIT_BRANCH},
               {"return", VD_EXIT_RETURN},
               {"stop", VD_EXIT_STOP}};
  VdInst inst = {0};
  VdWord word = vd_scan_word(&r->s);
  for (size_t i = 0; i < VD_COUNT(exits); i++)
    if (vd_word_is(word, exits[i].text)) {
      *ended = true;
      return read_exit(r, exits[i].kind);
    }
  if (vd_word_is(word, "require")) return read_require(r);
  if (vd_word_is(word, "call"))
    return read_call(r, VD_INST_CALL, &inst) && end_inst(r, &inst);
  if (vd_word_is(word, "callptr"))
    return read_call(r, VD_INST_CALLPTR, &inst) && end_inst(r, &inst);
  r->s.at -= word.len;
  return vd_scan_fail(&r->s, "an instruction or an exit");
}

static bool read_block(Read *r) {
  if (!is_label(r)) return vd_scan_fail(&r->s, "a block or '}'");
  if (!read_label(r)) return false;
  for (bool ended = false; !ended;) {
    bool ok = *r->s.at == '%' ? read_inst(r) : read_word_line(r, &ended);
    if (!ok) return false;
  }
  return true;
}

static bool read_slot(Read *r) {
  VdSlot slot = {0};
  if (!vd_scan_number(&r->s, UINT64_MAX, &slot.size)) return false;
  if (!vd_word_is(vd_scan_word(&r->s), "align"))
    return vd_scan_fail(&r->s, "'align'");
  if (!vd_scan_number(&r->s, UINT64_MAX, &slot.align) ||
      !vd_scan_string(&r->s, &slot.name) || !vd_scan_line_end(&r->s))
    return false;
  vd_push(&r->f->slot, slot);
  return true;
}

// Every number up to the count of values is there once.
static bool place_sorts(Read *r) {
  uint32_t n = r->def.len;
  if (!n) return true;
  vd_reserve(&r->f->sort, n);
  memset(r->f->sort.at, 0, n * sizeof *r->f->sort.at);
  r->f->sort.len = n;
  for (uint32_t i = 0; i < n; i++) {
    const Def *def = &r->def.at[i];
    if (def->id == 0 || def->id > n)
      return vd_scan_fail_at(&r->s, def->at,
                             "found %%%u, expected one of the "
                             "%u values of the function",
                             def->id, n);
    if (r->f->sort.at[def->id - 1].kind)
      return vd_scan_fail_at(&r->s, def->at, "%%%u is defined twice", def->id);
    r->f->sort.at[def->id - 1] = def->sort;
  }
  return true;
}

static bool read_body(Read *r) {
  r->def.len = 0;
  while (!strncmp(r->s.at, "slot ", 5)) {
    r->s.at += 4;
    if (!read_slot(r)) return false;
  }
  while (!vd_scan_take(&r->s, '}'))
    if (!read_block(r)) return false;
  return vd_scan_line_end(&r->s) && place_sorts(r);
}

// ---------------------------------------------------------------- functions
static bool read_role(Read *r, VdRole *role) {
  vd_scan_space(&r->s);
  VdWord word = vd_scan_word(&r->s);
  for (size_t i = 0; i < VD_COUNT(vd_text_role); i++)
    if (vd_word_is(word, vd_text_role[i])) {
      *role = (VdRole)i;
      return true;
    }
  r->s.at -= word.len;
  return vd_scan_fail(&r->s, "a role");
}

static bool read_param(Read *r) {
  VdParam param = {.name = ""};
  if (!vd_scan_sort(&r->s, &param.sort)) return false;
  if (vd_scan_take(&r->s, ':') && !read_role(r, &param.role)) return false;
  vd_scan_space(&r->s);
  if (*r->s.at == '"' && !vd_scan_string(&r->s, &param.name)) return false;
  vd_push(&r->param, param);
  return true;
}

static bool read_params(Read *r, VdParam **params, uint32_t *n) {
  r->param.len = 0;
  if (!vd_scan_expect(&r->s, '(')) return false;
  if (!vd_scan_take(&r->s, ')')) {
    do {
      if (!read_param(r)) return false;
    } while (vd_scan_take(&r->s, ','));
    if (!vd_scan_expect(&r->s, ')')) return false;
  }
  *n = r->param.len;
  *params = vd_arena_copy(&r->m->arena, r->param.at,
                          r->param.len * sizeof *r->param.at);
  return true;
}

static bool read_digest(Read *r, VdDigest *out) {
  vd_scan_space(&r->s);
  VdWord word = vd_scan_word(&r->s);
  if (word.len == 64 && vd_digest_read(word.at, out)) return true;
  r->s.at -= word.len;
  return vd_scan_fail(&r->s, "64 hex digits");
}

static bool read_func_refs(Read *r, bool taken) {
  do {
    uint32_t func;
    if (!read_func_ref(r, &func)) return false;
    if (taken)
      vd_push(&r->f->take, func);
    else
      vd_push(&r->f->ref, func);
  } while (vd_scan_take(&r->s, ','));
  return true;
}

static bool read_mark(Read *r, VdWord word) {
  VdFunc *f = r->f;
  for (size_t i = 1; i < VD_COUNT(vd_text_func_kind); i++)
    if (vd_word_is(word, vd_text_func_kind[i])) {
      f->kind = (VdFuncKind)i;
      return true;
    }
  if (vd_word_is(word, "local")) return f->local = true;
  if (vd_word_is(word, "loop")) {
    f->loop = true;
    return read_func_ref(r, &f->parent);
  }
  if (vd_word_is(word, "link")) return vd_scan_string(&r->s, &f->link);
  if (vd_word_is(word, "type")) return vd_scan_string(&r->s, &f->type);
  if (vd_word_is(word, "abi")) return vd_scan_string(&r->s, &f->abi);
  if (vd_word_is(word, "notes")) return vd_scan_string(&r->s, &f->notes);
  if (vd_word_is(word, "reason")) return vd_scan_string(&r->s, &f->reason);
  if (vd_word_is(word, "body")) return read_digest(r, &f->body);
  if (vd_word_is(word, "opaque")) return read_digest(r, &f->opaque);
  if (vd_word_is(word, "refs")) return read_func_refs(r, false);
  if (vd_word_is(word, "takes")) return read_func_refs(r, true);
  r->s.at -= word.len;
  return vd_scan_fail(&r->s, "a property of a function, '{' or a position");
}

// The name that the first pass saw at this place of the order.
static bool read_own_name(Read *r, char sigil, const char *expected) {
  vd_scan_space(&r->s);
  const char *at = r->s.at, *name = vd_scan_name(&r->s, sigil);
  if (!name) return false;
  return !strcmp(name, expected) ||
         vd_scan_fail_at(&r->s, at,
                         "found %c%s after something else than one "
                         "space",
                         sigil, name);
}

static bool read_func(Read *r, uint32_t index) {
  r->f = r->m->func.at[index];
  VdFunc *f = r->f;
  if (!read_own_name(r, '@', f->name) ||
      !read_params(r, &f->param, &f->params) || !vd_scan_expect(&r->s, '-') ||
      !vd_scan_expect(&r->s, '>') || !read_params(r, &f->result, &f->results))
    return false;
  for (;;) {
    VdWord word = vd_scan_word(&r->s);
    if (!word.len) break;
    if (!read_mark(r, word)) return false;
  }
  if (!read_pos(r, &f->pos)) return false;
  if (f->kind != VD_FUNC_DEFINED) return vd_scan_line_end(&r->s);
  return vd_scan_expect(&r->s, '{') && vd_scan_line_end(&r->s) && read_body(r);
}

// ------------------------------------------------------------------ globals
static bool read_addend(Read *r, int64_t *addend) {
  uint64_t n = 0;
  bool minus = vd_scan_take(&r->s, '-');
  if (!minus && !vd_scan_expect(&r->s, '+')) return false;
  uint64_t max = (uint64_t)INT64_MAX + minus;
  if (!vd_scan_number(&r->s, max, &n)) return false;
  *addend = (int64_t)(minus ? 0 - n : n);
  return true;
}

static bool read_reloc(Read *r) {
  struct VdGlobalReloc reloc = {0};
  if (!vd_scan_number(&r->s, UINT64_MAX, &reloc.offset)) return false;
  vd_scan_space(&r->s);
  reloc.function = *r->s.at == '@';
  bool ok = reloc.function ? read_func_ref(r, &reloc.index)
                           : read_global_ref(r, &reloc.index);
  if (!ok || !read_addend(r, &reloc.addend)) return false;
  vd_push(&r->reloc, reloc);
  return vd_scan_expect(&r->s, ']');
}

static bool read_init(Read *r, VdGlobal *g) {
  size_t n = 0;
  vd_scan_space(&r->s);
  const char *at = r->s.at;
  const uint8_t *bytes = NULL;
  if (!vd_scan_bytes(&r->s, &bytes, &n)) return false;
  if (n != g->size)
    return vd_scan_fail_at(&r->s, at, "found %zu bytes, expected %llu", n,
                           (unsigned long long)g->size);
  g->init = (uint8_t *)bytes;
  return true;
}

static bool read_global_mark(Read *r, VdGlobal *g, VdWord word) {
  if (vd_word_is(word, "constant")) return g->constant = true;
  if (vd_word_is(word, "unwritten")) return g->unwritten = true;
  if (vd_word_is(word, "closed")) return g->closed = true;
  if (vd_word_is(word, "local")) return g->local = true;
  if (vd_word_is(word, "external")) return g->external = true;
  if (vd_word_is(word, "opaque")) return g->opaque = true;
  if (vd_word_is(word, "unnamed")) return g->unnamed = true;
  if (vd_word_is(word, "init")) return read_init(r, g);
  if (vd_word_is(word, "size"))
    return vd_scan_number(&r->s, UINT64_MAX, &g->size);
  if (vd_word_is(word, "align"))
    return vd_scan_number(&r->s, UINT64_MAX, &g->align);
  r->s.at -= word.len;
  return vd_scan_fail(&r->s, "a property of a global");
}

static bool read_global(Read *r, uint32_t index) {
  VdGlobal *g = &r->m->global.at[index];
  if (!read_own_name(r, '$', g->name)) return false;
  for (;;) {
    VdWord word = vd_scan_word(&r->s);
    if (!word.len) break;
    if (!read_global_mark(r, g, word)) return false;
  }
  r->reloc.len = 0;
  while (vd_scan_take(&r->s, '['))
    if (!read_reloc(r)) return false;
  g->relocs = r->reloc.len;
  g->reloc = vd_arena_copy(&r->m->arena, r->reloc.at,
                           r->reloc.len * sizeof *r->reloc.at);
  return read_pos_line(r, &g->pos);
}

// -------------------------------------------------------------------- facts
static bool read_fact(Read *r) {
  VdFact fact = {0};
  const char *word;
  vd_scan_space(&r->s);
  const char *at = r->s.at;
  if (!vd_scan_string(&r->s, &word)) return false;
  while (fact.kind < VD_FACT_KINDS &&
         strcmp(vd_fact_info[fact.kind].word, word))
    fact.kind++;
  if (fact.kind == VD_FACT_KINDS)
    return vd_scan_fail_at(&r->s, at, "found \"%s\", expected a kind of fact",
                           word);
  if (!vd_scan_string(&r->s, &fact.name) ||
      !vd_scan_string(&r->s, &fact.value) || !read_pos_line(r, &fact.pos))
    return false;
  vd_push(&r->m->fact, fact);
  return true;
}

// ------------------------------------------------------------------- module
static bool read_version(Read *r) {
  uint32_t version = 0;
  if (!vd_word_is(vd_scan_word(&r->s), "vir")) {
    r->s.at = r->s.text;
    return vd_scan_fail(&r->s, "'vir 1'");
  }
  vd_scan_space(&r->s);
  const char *at = r->s.at;
  if (!vd_scan_u32(&r->s, &version)) return false;
  if (version != 1)
    return vd_scan_fail_at(&r->s, at, "found version %u, expected 1", version);
  return vd_scan_line_end(&r->s);
}

static bool read_file(Read *r) {
  const char *name;
  if (!vd_scan_string(&r->s, &name)) return false;
  vd_push(&r->file, name);
  return vd_scan_line_end(&r->s);
}

// Functions and globals come in the order of the first pass, which looks at
// starts of lines: so must this.
static bool read_items(Read *r) {
  uint32_t funcs = 0, globals = 0;
  while (r->s.at < r->s.end) {
    bool starts = r->s.at == r->s.text || r->s.at[-1] == '\n';
    VdWord word = vd_scan_word(&r->s);
    bool ok;
    if (starts && vd_word_is(word, "func") && funcs < r->m->func.len)
      ok = read_func(r, funcs++);
    else if (starts && vd_word_is(word, "global") && globals < r->m->global.len)
      ok = read_global(r, globals++);
    else if (vd_word_is(word, "file"))
      ok = read_file(r);
    else if (vd_word_is(word, "fact"))
      ok = read_fact(r);
    else if (vd_word_is(word, "source"))
      ok = vd_scan_string(&r->s, &r->m->source) && vd_scan_line_end(&r->s);
    else {
      r->s.at -= word.len;
      ok = vd_scan_fail(&r->s, "'func' or 'global' at the start of a line");
    }
    if (!ok) return false;
  }
  return true;
}

static bool verify(Read *r) {
  VdArena arena = {0};
  const char *error = vd_ir_verify(r->m, &arena);
  if (error)
    vd_diag(r->s.diags, VD_ERROR, (VdPos){r->s.file, 0, 0}, "%s", error);
  vd_arena_done(&arena);
  return !error;
}

VdModule *vd_ir_read(const char *text, size_t len, const char *file,
                     VdDiags *diags) {
  Read r = {.m = vd_module_new("")};
  vd_scan_init(&r.s, text, len, file, diags, &r.m->arena);
  add_ops(&r);
  bool ok = read_version(&r) && declare_all(&r) && read_items(&r) && verify(&r);
  vd_scan_done(&r.s);
  vd_map_done(&r.ops);
  vd_map_done(&r.globals);
  vd_vec_done(&r.file);
  vd_vec_done(&r.def);
  vd_vec_done(&r.ref);
  vd_vec_done(&r.name);
  vd_vec_done(&r.param);
  vd_vec_done(&r.reloc);
  if (ok) return r.m;
  vd_module_free(r.m);
  return NULL;
}
