// Terms for people: s-expressions; a part that is used twice has a name.
#include "term/terms_impl.h"

typedef struct Printer {
  const VdTerms *tm;
  VdMap uses;  // term id to number of uses
  VdMap name;  // term id to number + 1
} Printer;

static void print_object(const VdTerms *tm, VdTerm t, VdBuf *out) {
  vd_buf_char(out, '&');
  vd_text_print(vd_object_get(tm, vd_term_object(tm, t))->name, out);
}

static void print_leaf(const VdTerms *tm, VdTerm t, VdBuf *out) {
  VdValue v;
  if (vd_term_value(tm, t, &v)) {
    vd_value_print(&v, out);
  } else if (is_op(tm, t, VD_OP_ADDR)) {
    print_object(tm, t, out);
  } else if (is_op(tm, t, VD_OP_ROM)) {
    vd_buf_str(out, "rom");
  } else if (*vd_term_var_name(tm, t)) {
    vd_text_print(vd_term_var_name(tm, t), out);
  } else {
    static const char *const prefix[] = {
        "v",
#define VD_VAR(kind, class, print) print,
#include "term/var.def"
#undef VD_VAR
    };
    vd_buf_printf(out, "%s%u", prefix[vd_term_var_kind(tm, t)],
                  vd_term_var_number(tm, t));
  }
}

static bool is_leaf(const VdTerms *tm, VdTerm t) {
  VdOp op = op_of(tm, t);
  return op == VD_OP_CONST || op == VD_OP_VAR || op == VD_OP_ADDR ||
         op == VD_OP_ROM;
}

static void print_head(const VdTerms *tm, VdTerm t, VdBuf *out) {
  VdOp op = op_of(tm, t);
  if (op == VD_OP_APP) {
    const VdFun *fun = vd_fun_get(tm, vd_term_fun(tm, t));
    vd_buf_str(out, fun->name);
    if (fun->results > 1) vd_buf_printf(out, ".%u", vd_term_result(tm, t));
    return;
  }
  vd_buf_str(out, vd_op_info[op].text);
  if (op == VD_OP_EXTRACT)
    vd_buf_printf(out, "[%u:%u]", (uint32_t)(payload_of(tm, t) >> 32),
                  (uint32_t)payload_of(tm, t));
  else if (vd_op_info[op].flags & VD_OP_S)
    vd_buf_printf(out, "[%llu]", (unsigned long long)payload_of(tm, t));
}

static bool is_named(const Printer *p, VdTerm t) {
  const uint64_t *uses = vd_map_get(&p->uses, t.id);
  return !is_leaf(p->tm, t) && uses && *uses > 1;
}

// Prints t with parts that have names by name. Iterative: what is still to be
// printed is on a stack, closing parentheses included.
static void print_body(const Printer *p, VdTerm root, VdBuf *out) {
  VD_VEC(VdTerm) todo = {0};
  vd_push(&todo, root);
  while (todo.len) {
    VdTerm t = vd_pop(&todo);
    if (vd_term_is_none(t)) {
      vd_buf_char(out, ')');
      continue;
    }
    if (out->len && !strchr("( \n", out->at[out->len - 1]))
      vd_buf_char(out, ' ');
    const uint64_t *name = vd_map_get(&p->name, t.id);
    if (name && !same(t, root)) {
      vd_buf_printf(out, "$%llu", (unsigned long long)*name);
    } else if (is_leaf(p->tm, t)) {
      print_leaf(p->tm, t, out);
    } else {
      vd_buf_char(out, '(');
      print_head(p->tm, t, out);
      vd_push(&todo, VD_TERM_NONE);
      for (uint32_t i = args_of(p->tm, t); i-- > 0;)
        vd_push(&todo, arg_of(p->tm, t, i));
    }
  }
  vd_vec_done(&todo);
}

void vd_term_print(const VdTerms *tm, VdTerm t, VdBuf *out) {
  Printer p = {.tm = tm};
  VdTermVec order = {0};
  if (vd_term_is_none(t)) {
    vd_buf_str(out, "none");
    return;
  }
  vd_terms_reach(tm, &t, 1, &order);
  for (uint32_t k = 0; k < order.len; k++)
    for (uint32_t i = 0; i < args_of(tm, order.at[k]); i++)
      ++*vd_map_put(&p.uses, arg_of(tm, order.at[k], i).id);
  uint32_t names = 0;
  for (uint32_t k = 0; k < order.len; k++) {
    if (same(order.at[k], t) || !is_named(&p, order.at[k])) continue;
    vd_buf_printf(out, "let $%u = ", ++names);
    print_body(&p, order.at[k], out);
    vd_buf_str(out, "\n");
    *vd_map_put(&p.name, order.at[k].id) = names;
  }
  print_body(&p, t, out);
  vd_vec_done(&order);
  vd_map_done(&p.uses);
  vd_map_done(&p.name);
}
