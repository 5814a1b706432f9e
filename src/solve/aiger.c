// AIGER files: machines out, witnesses in.
#include "solve/aiger.h"

#include "solve/mc_impl.h"

// ------------------------------------------------------------------ writing

// In a file inputs come first, then latches, then ANDs, without gaps.
typedef struct Numbers {
  uint32_t *of;  // the number of each node
  VdNodes ands;
} Numbers;

static void count(const VdMcMachine *machine, Numbers *numbers) {
  const VdAig *aig = machine->aig;
  uint32_t nodes = vd_aig_nodes(aig), next = 0;
  VdLits roots = {0};
  VdNodes cone = {0};
  for (uint32_t i = 0; i < machine->bads; i++) vd_push(&roots, machine->bad[i]);
  for (uint32_t i = 0; i < machine->constraints; i++)
    vd_push(&roots, machine->constraint[i]);
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    vd_push(&roots, vd_aig_next_at(aig, i));
  vd_aig_cone(aig, roots.at, roots.len, false, &cone);
  numbers->of = vd_alloc(vd_mul(nodes, sizeof *numbers->of));
  for (uint32_t i = 0; i < vd_aig_inputs(aig); i++)
    numbers->of[vd_lit_node(vd_aig_input_at(aig, i))] = ++next;
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++)
    numbers->of[vd_lit_node(vd_aig_latch_at(aig, i))] = ++next;
  for (uint32_t i = 0; i < cone.len; i++)
    if (vd_aig_kind(aig, cone.at[i]) == VD_NODE_AND) {
      numbers->of[cone.at[i]] = ++next;
      vd_push(&numbers->ands, cone.at[i]);
    }
  vd_vec_done(&roots);
  vd_vec_done(&cone);
}

static uint32_t number(const Numbers *numbers, VdLit lit) {
  return 2 * numbers->of[vd_lit_node(lit)] + vd_lit_sign(lit);
}

static void write_number(VdBuf *out, uint32_t x) {
  for (; x > 127; x >>= 7) vd_buf_char(out, (char)(x | 128));
  vd_buf_char(out, (char)x);
}

static void write_header(const VdMcMachine *machine, const Numbers *numbers,
                         bool plain, VdBuf *out) {
  uint32_t inputs = vd_aig_inputs(machine->aig);
  uint32_t latches = vd_aig_latches(machine->aig);
  uint32_t ands = numbers->ands.len;
  vd_buf_printf(out, "aig %u %u %u %u %u", inputs + latches + ands, inputs,
                latches, plain ? machine->bads : 0, ands);
  if (!plain) vd_buf_printf(out, " %u %u", machine->bads, machine->constraints);
  vd_buf_char(out, '\n');
}

static void write_latches(const VdAig *aig, const Numbers *numbers,
                          VdBuf *out) {
  for (uint32_t i = 0; i < vd_aig_latches(aig); i++) {
    vd_buf_printf(out, "%u", number(numbers, vd_aig_next_at(aig, i)));
    switch (vd_aig_reset_at(aig, i)) {
      case VD_RESET_0: break;
      case VD_RESET_1: vd_buf_str(out, " 1"); break;
      case VD_RESET_FREE:
        vd_buf_printf(out, " %u", number(numbers, vd_aig_latch_at(aig, i)));
        break;
    }
    vd_buf_char(out, '\n');
  }
}

static void write_ands(const VdAig *aig, const Numbers *numbers, VdBuf *out) {
  for (uint32_t i = 0; i < numbers->ands.len; i++) {
    uint32_t node = numbers->ands.at[i];
    uint32_t a = number(numbers, vd_aig_left(aig, node));
    uint32_t b = number(numbers, vd_aig_right(aig, node));
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    write_number(out, 2 * numbers->of[node] - high);
    write_number(out, high - low);
  }
}

void vd_aiger_write(const VdMcMachine *machine, bool plain, VdBuf *out) {
  VD_CHECK(!plain || machine->constraints == 0);
  Numbers numbers = {0};
  count(machine, &numbers);
  write_header(machine, &numbers, plain, out);
  write_latches(machine->aig, &numbers, out);
  for (uint32_t i = 0; i < machine->bads; i++)
    vd_buf_printf(out, "%u\n", number(&numbers, machine->bad[i]));
  for (uint32_t i = 0; i < machine->constraints; i++)
    vd_buf_printf(out, "%u\n", number(&numbers, machine->constraint[i]));
  write_ands(machine->aig, &numbers, out);
  vd_free(numbers.of);
  vd_vec_done(&numbers.ands);
}

// ------------------------------------------------------------------ reading

typedef struct Lines {
  const char *at, *end;
} Lines;

// The next line that is no comment; false at the end.
static bool next_line(Lines *lines, const char **text, size_t *len) {
  while (lines->at < lines->end) {
    const char *stop =
        memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    if (!stop) stop = lines->end;
    *text = lines->at;
    *len = (size_t)(stop - lines->at);
    lines->at = stop < lines->end ? stop + 1 : stop;
    if (*len > 0 && (*text)[*len - 1] == '\r') --*len;
    if (*len == 0 || (**text != 'c' && **text != 'u')) return true;
  }
  return false;
}

static bool read_bits(const char *text, size_t len, uint32_t n, uint8_t *out) {
  if (len != n) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (text[i] != '0' && text[i] != '1' && text[i] != 'x') return false;
    out[i] = text[i] == '1';
  }
  return true;
}

static bool is_line(const char *text, size_t len, const char *word) {
  return len == strlen(word) && memcmp(text, word, len) == 0;
}

// "1", then a line such as "b0".
static bool read_head(Lines *lines) {
  const char *text;
  size_t len;
  if (!next_line(lines, &text, &len) || !is_line(text, len, "1")) return false;
  return next_line(lines, &text, &len) && len > 1 && *text == 'b';
}

// How many lines come before the one that is ".".
static bool count_steps(Lines lines, uint32_t *steps) {
  const char *text;
  size_t len;
  *steps = 0;
  while (next_line(&lines, &text, &len)) {
    if (is_line(text, len, ".")) return *steps > 0;
    if (++*steps == UINT32_MAX) return false;
  }
  return false;
}

bool vd_aiger_read_witness(const VdMcMachine *machine, const char *bytes,
                           size_t size, VdArena *arena, VdMcTrace *out) {
  Lines lines = {bytes, bytes + size};
  const char *text;
  size_t len;
  uint32_t steps;
  if (!read_head(&lines) || !next_line(&lines, &text, &len)) return false;
  const char *start = text;
  size_t start_len = len;
  if (start_len != vd_aig_latches(machine->aig)) return false;
  if (!count_steps(lines, &steps)) return false;
  // Each of the steps is a line that is there, but a line may be short.
  if ((uint64_t)steps * vd_aig_inputs(machine->aig) > size) return false;
  VdMcTrace trace = vd_mc_trace_new(arena, machine, steps);
  if (!read_bits(start, start_len, trace.latches, trace.start)) return false;
  for (uint32_t i = 0; i < steps; i++)
    if (!next_line(&lines, &text, &len) ||
        !read_bits(text, len, trace.inputs,
                   trace.input + (size_t)i * trace.inputs))
      return false;
  *out = trace;
  return true;
}
