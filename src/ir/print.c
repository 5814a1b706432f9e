// The text form, written. The grammar is at the top of read.c.
//
// A module crosses between processes in this form, so the writer makes room
// once per line at most and formats numbers by itself.
#include "ir/inner.h"
#include "ir/text.h"

typedef struct Print {
  const VdModule *m;
  VdBuf *out;
  VdNames files;          // number n is file n - 1 of the text
  const char *last_file;  // positions repeat the same pointer
  uint32_t last_number;
} Print;

// ------------------------------------------------------------------- basics
static void put(Print *p, const char *text) {
  vd_buf_add(p->out, text, strlen(text));
}

static void put_char(Print *p, char c) {
  vd_buf_add(p->out, &c, 1);
}

// A prefix and a number, as "%12" and "b3".
static void put_number(Print *p, const char *before, uint64_t n) {
  char digits[48];
  size_t at = sizeof digits, len = strlen(before);
  do {
    digits[--at] = (char)('0' + n % 10);
    n /= 10;
  } while (n);
  at -= len;
  memcpy(digits + at, before, len);
  vd_buf_add(p->out, digits + at, sizeof digits - at);
}

static void put_sort(Print *p, VdSort sort) {
  if (sort.kind == VD_SORT_BV)
    put_number(p, "bv", sort.a);
  else
    vd_sort_print(sort, p->out);
}

// A piece of quoted text; tables have millions of bytes.
typedef struct Quoted {
  char text[3 * 256];
  size_t len;
} Quoted;

static void flush(Print *p, Quoted *q) {
  vd_buf_add(p->out, q->text, q->len);
  q->len = 0;
}

static void put_byte(Print *p, Quoted *q, uint8_t c, bool plain) {
  static const char hex[] = "0123456789abcdef";
  if (q->len + 3 > sizeof q->text) flush(p, q);
  if (c < 0x20 || c == 0x7f || c == '"' || c == '\\' || (c > 0x7f && !plain)) {
    q->text[q->len++] = '\\';
    q->text[q->len++] = hex[c >> 4];
    q->text[q->len++] = hex[c & 15];
  } else {
    q->text[q->len++] = (char)c;
  }
}

// Text keeps what is beyond ASCII as it is, for people, unless a terminal would
// act on it; contents do not.
static void put_quoted(Print *p, const uint8_t *bytes, size_t n, bool text) {
  Quoted q = {.len = 0};
  put_char(p, '"');
  for (size_t i = 0; i < n;) {
    const char *at = (const char *)bytes + i;
    size_t len = text && bytes[i] > 0x7f ? vd_utf8_length(at, n - i) : 0;
    bool plain = len && !vd_utf8_control(at, len);
    for (size_t end = i + (len ? len : 1); i < end; i++)
      put_byte(p, &q, bytes[i], plain);
  }
  flush(p, &q);
  put_char(p, '"');
}

static void put_string(Print *p, const char *text) {
  put_quoted(p, (const uint8_t *)text, strlen(text), true);
}

static void put_name(Print *p, char sigil, const char *name) {
  size_t n = 0;
  while (vd_text_is_name(name[n])) n++;
  put_char(p, sigil);
  if (n && !name[n])
    put(p, name);
  else
    put_string(p, name);
}

static void put_func(Print *p, uint32_t func) {
  put_name(p, '@', p->m->func.at[func]->name);
}

// ---------------------------------------------------------------- positions
static uint32_t file_number(Print *p, const char *file) {
  if (file != p->last_file) {
    p->last_file = file;
    p->last_number = vd_name_put(&p->files, file, strlen(file));
  }
  return p->last_number;
}

static void put_pos(Print *p, VdPos pos) {
  if (pos.file)
    put_number(p, " !", file_number(p, pos.file) - 1);
  else if (pos.line || pos.column)
    put(p, " !-");
  else
    return;
  put_number(p, ":", pos.line);
  put_number(p, ":", pos.column);
}

static void note_file(Print *p, VdPos pos) {
  if (pos.file) file_number(p, pos.file);
}

static void note_files(Print *p, const VdFunc *f) {
  note_file(p, f->pos);
  for (uint32_t b = 0; b < f->block.len; b++) {
    const VdBlock *block = &f->block.at[b];
    for (uint32_t k = 0; k < block->inst.len; k++)
      note_file(p, block->inst.at[k].pos);
    note_file(p, block->pos);
  }
}

static void put_files(Print *p) {
  for (uint32_t i = 0; i < p->files.text.len; i++) {
    put(p, "file ");
    put_string(p, p->files.text.at[i]);
    put_char(p, '\n');
  }
}

// ------------------------------------------------------------- instructions
static void put_refs(Print *p, const VdRef *refs, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) put_number(p, i ? ", %" : "%", refs[i].id);
}

static void put_imm(Print *p, VdOp op, uint64_t imm) {
  switch (vd_text_imm(op)) {
    case VD_IMM_NUMBER:
      if (!imm && !(vd_op_info[op].flags & VD_OP_S)) return;
      put_number(p, "[", imm);
      break;
    case VD_IMM_RANGE:
      put_number(p, "[", imm >> 32);
      put_number(p, ":", imm & UINT32_MAX);
      break;
    case VD_IMM_FLOAT:
      put_number(p, "[", imm >> 16);
      put_number(p, ".", imm & UINT16_MAX);
      break;
  }
  put_char(p, ']');
}

// Booleans and short bit-vectors go without their sort, which is there already.
static void put_value(Print *p, const VdValue *value) {
  if (value->sort.kind == VD_SORT_BV && value->sort.a <= 64)
    put_number(p, " ", value->bits);
  else {
    put_char(p, ' ');
    vd_value_print(value, p->out);
  }
}

static void put_results(Print *p, const VdFunc *f, const VdInst *inst) {
  for (uint32_t r = 0; r < inst->results; r++) {
    put_number(p, r ? ", %" : "%", inst->first.id + r);
    put(p, ": ");
    put_sort(p, vd_func_sort(f, (VdRef){inst->first.id + r}));
  }
  if (inst->results) put(p, " = ");
}

static void put_call(Print *p, const char *word, const VdInst *inst) {
  put(p, word);
  put_func(p, inst->index);
  put_char(p, '(');
  put_refs(p, inst->arg, inst->args);
  put_char(p, ')');
}

static void put_what(Print *p, const VdInst *inst) {
  switch (inst->kind) {
    case VD_INST_OP:
      put(p, vd_op_info[inst->op].text);
      put_imm(p, inst->op, inst->imm);
      if (inst->args) put_char(p, ' ');
      put_refs(p, inst->arg, inst->args);
      return;
    case VD_INST_CONST:
      put(p, "const");
      put_value(p, &inst->value);
      return;
    case VD_INST_UNDEF: put(p, "undef"); return;
    case VD_INST_NEVER: put(p, "never"); return;
    case VD_INST_GLOBAL:
      put(p, "global ");
      put_name(p, '$', p->m->global.at[inst->index].name);
      return;
    case VD_INST_FUNC:
      put(p, "func ");
      put_func(p, inst->index);
      return;
    case VD_INST_SLOT: put_number(p, "slot ", inst->index); return;
    case VD_INST_CALL: put_call(p, "call ", inst); return;
    case VD_INST_CALLPTR: put_call(p, "callptr ", inst); return;
    case VD_INST_REQUIRE:
      put_number(p, "require %", inst->arg[0].id);
      put(p, ", ");
      put_string(p, inst->text);
      if (inst->unset) put(p, ", unset");
      return;
  }
}

static void put_inst(Print *p, const VdFunc *f, const VdInst *inst) {
  put(p, "  ");
  put_results(p, f, inst);
  put_what(p, inst);
  put_pos(p, inst->pos);
  put_char(p, '\n');
}

// ------------------------------------------------------------------- blocks
static void put_edge(Print *p, const char *before, const VdEdge *edge) {
  put_number(p, before, edge->block);
  if (!edge->args) return;
  put_char(p, '(');
  put_refs(p, edge->arg, edge->args);
  put_char(p, ')');
}

static void put_exit(Print *p, const VdFunc *f, const VdBlock *block) {
  switch (block->exit) {
    case VD_EXIT_NONE: put(p, "  none"); break;
    case VD_EXIT_JUMP: put_edge(p, "  jump b", &block->edge[0]); break;
    case VD_EXIT_BRANCH:
      put_number(p, "  br %", block->cond.id);
      put_edge(p, ", b", &block->edge[0]);
      put_edge(p, ", b", &block->edge[1]);
      break;
    case VD_EXIT_RETURN:
      put(p, f->results ? "  return " : "  return");
      put_refs(p, block->ret, f->results);
      break;
    case VD_EXIT_STOP: put(p, "  stop"); break;
  }
  put_pos(p, block->pos);
  put_char(p, '\n');
}

static void put_block(Print *p, const VdFunc *f, uint32_t b) {
  const VdBlock *block = &f->block.at[b];
  put_number(p, "b", b);
  if (block->params) put_char(p, '(');
  for (uint32_t i = 0; i < block->params; i++) {
    VdRef ref = {block->first_param.id + i};
    put_number(p, i ? ", %" : "%", ref.id);
    put(p, ": ");
    put_sort(p, vd_func_sort(f, ref));
    if (block->name && *block->name[i]) {
      put_char(p, ' ');
      put_string(p, block->name[i]);
    }
  }
  put(p, block->params ? "):\n" : ":\n");
  for (uint32_t k = 0; k < block->inst.len; k++)
    put_inst(p, f, &block->inst.at[k]);
  put_exit(p, f, block);
}

// ---------------------------------------------------------------- functions
static void put_params(Print *p, const VdParam *params, uint32_t n) {
  put_char(p, '(');
  for (uint32_t i = 0; i < n; i++) {
    if (i) put(p, ", ");
    put_sort(p, params[i].sort);
    if (params[i].role) {
      put_char(p, ':');
      put(p, vd_text_role[params[i].role]);
    }
    if (params[i].name && *params[i].name) {
      put_char(p, ' ');
      put_string(p, params[i].name);
    }
  }
  put_char(p, ')');
}

static void put_text(Print *p, const char *word, const char *text) {
  put(p, word);
  put_string(p, text);
}

static void put_digest(Print *p, const char *word, const VdDigest *digest) {
  char hex[65];
  if (vd_digest_is_none(digest)) return;
  vd_digest_hex(digest, hex);
  put(p, word);
  put(p, hex);
}

static void put_funcs(Print *p, const char *word, const uint32_t *at,
                      uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    put(p, i ? ", " : word);
    put_func(p, at[i]);
  }
}

static void put_marks(Print *p, const VdFunc *f) {
  if (f->kind != VD_FUNC_DEFINED) {
    put_char(p, ' ');
    put(p, vd_text_func_kind[f->kind]);
  }
  if (f->local) put(p, " local");
  if (f->loop) {
    put(p, " loop ");
    put_func(p, f->parent);
  }
  if (strcmp(f->link, f->name)) put_text(p, " link ", f->link);
  if (*f->type) put_text(p, " type ", f->type);
  if (*f->abi) put_text(p, " abi ", f->abi);
  if (*f->notes) put_text(p, " notes ", f->notes);
  if (*f->reason) put_text(p, " reason ", f->reason);
  put_digest(p, " body ", &f->body);
  put_digest(p, " opaque ", &f->opaque);
  put_funcs(p, " refs ", f->ref.at, f->ref.len);
  put_funcs(p, " takes ", f->take.at, f->take.len);
  put_pos(p, f->pos);
}

static void put_slot(Print *p, const VdSlot *slot) {
  put_number(p, "  slot ", slot->size);
  put_number(p, " align ", slot->align);
  put_char(p, ' ');
  put_string(p, slot->name);
  put_char(p, '\n');
}

static void put_function(Print *p, uint32_t func) {
  const VdFunc *f = p->m->func.at[func];
  put(p, "func ");
  put_func(p, func);
  put_params(p, f->param, f->params);
  put(p, " -> ");
  put_params(p, f->result, f->results);
  put_marks(p, f);
  if (f->kind != VD_FUNC_DEFINED) {
    put_char(p, '\n');
    return;
  }
  put(p, " {\n");
  for (uint32_t i = 0; i < f->slot.len; i++) put_slot(p, &f->slot.at[i]);
  for (uint32_t b = 0; b < f->block.len; b++) put_block(p, f, b);
  put(p, "}\n");
}

// ------------------------------------------------------------------ globals
static void put_reloc(Print *p, const struct VdGlobalReloc *r) {
  put_number(p, " [", r->offset);
  put_char(p, ' ');
  if (r->function)
    put_func(p, r->index);
  else
    put_name(p, '$', p->m->global.at[r->index].name);
  if (r->addend >= 0)
    put_number(p, " + ", (uint64_t)r->addend);
  else
    put_number(p, " - ", 0 - (uint64_t)r->addend);
  put_char(p, ']');
}

static void put_global(Print *p, const VdGlobal *g) {
  put(p, "global ");
  put_name(p, '$', g->name);
  put_number(p, " size ", g->size);
  put_number(p, " align ", g->align);
  if (g->constant) put(p, " constant");
  if (g->unwritten) put(p, " unwritten");
  if (g->closed) put(p, " closed");
  if (g->local) put(p, " local");
  if (g->external) put(p, " external");
  if (g->opaque) put(p, " opaque");
  if (g->unnamed) put(p, " unnamed");
  if (g->init) {
    put(p, " init ");
    put_quoted(p, g->init, g->size, false);
  }
  for (uint32_t i = 0; i < g->relocs; i++) put_reloc(p, &g->reloc[i]);
  put_pos(p, g->pos);
  put_char(p, '\n');
}

static void put_fact(Print *p, const VdFact *fact) {
  put(p, "fact ");
  put_string(p, vd_fact_info[fact->kind].word);
  put_char(p, ' ');
  put_string(p, fact->name);
  put_char(p, ' ');
  put_string(p, fact->value);
  put_pos(p, fact->pos);
  put_char(p, '\n');
}

void vd_ir_print(const VdModule *m, VdBuf *out) {
  Print p = {.m = m, .out = out};
  for (uint32_t i = 0; i < m->fact.len; i++) note_file(&p, m->fact.at[i].pos);
  for (uint32_t i = 0; i < m->global.len; i++)
    note_file(&p, m->global.at[i].pos);
  for (uint32_t i = 0; i < m->func.len; i++) note_files(&p, m->func.at[i]);
  put(&p, "vir 1\nsource ");
  put_string(&p, m->source);
  put_char(&p, '\n');
  put_files(&p);
  for (uint32_t i = 0; i < m->fact.len; i++) put_fact(&p, &m->fact.at[i]);
  for (uint32_t i = 0; i < m->global.len; i++) put_global(&p, &m->global.at[i]);
  for (uint32_t i = 0; i < m->func.len; i++) put_function(&p, i);
  vd_names_done(&p.files);
}

void vd_ir_print_func(const VdModule *m, uint32_t func, VdBuf *out) {
  Print p = {.m = m, .out = out};
  note_files(&p, m->func.at[func]);
  put_files(&p);
  put_function(&p, func);
  vd_names_done(&p.files);
}
