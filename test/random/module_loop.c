// Functions that may not end, with calls to the outside and registers.
#include "module.h"

enum { MAX_STEPS_OF_BODY = 8 };
static const char *const xy[] = {"x", "y", NULL};
static const char *const st[] = {"s", "t", NULL};

typedef struct Body {
  const char *at[MAX_STEPS_OF_BODY];
  uint32_t len;
} Body;

// One step of a loop's body; `cell` is an exported number.
static Both step(Module *m, const char *cell, bool loud, Mode mode) {
  Both e = some_expr(m, st, 2, mode);
  uint32_t what = loud ? dice(m, 3) : dice(m, 9), reg = dice(m, 3);
  uint32_t k = dice(m, 4), rounds = 1 + dice(m, 3);
  Both out;
  for (int side = OLD; side <= NEW; side++) {
    const char *x = e.at[side];
    switch (what) {
      case 0: out.at[side] = text(m, "tick(%s);", x); break;
      case 1: out.at[side] = text(m, "PUT(%u, %s);", reg, x); break;
      case 2: out.at[side] = text(m, "%s = %s;\n    tick(s);", cell, x); break;
      case 3: out.at[side] = text(m, "t = in();"); break;
      case 4: out.at[side] = text(m, "t = GET(%u);", reg); break;
      case 5: out.at[side] = text(m, "s = %s;", x); break;
      case 6:
        out.at[side] = text(m, "if (t %% 4 == %u) tick(%s);", k, x);
        break;
      case 7:
        out.at[side] = text(
            m, "for (unsigned i = 0; i < %u; i++) tick(%s + i);", rounds, x);
        break;
      default: out.at[side] = text(m, "if (t == %u) return %s;", k, x);
    }
  }
  return out;
}

// ------------------------------------------------------------------- forms

static void put_body(Module *m, int side, const Body *b, uint32_t from) {
  for (uint32_t i = 0; i < b->len; i++)
    put_one(m, side, "    %s\n", b->at[(from + i) % b->len]);
}

static void plain_form(Module *m, int side, const Body *b) {
  put_one(m, side, "  for (;;) {\n");
  put_body(m, side, b, 0);
  put_one(m, side, "  }\n");
}

static void while_form(Module *m, int side, const Body *b) {
  put_one(m, side, "  while (1) {\n");
  put_body(m, side, b, 0);
  put_one(m, side, "  }\n");
}

static void goto_form(Module *m, int side, const Body *b) {
  put_one(m, side, "again: {\n");
  put_body(m, side, b, 0);
  put_one(m, side, "  }\n  goto again;\n");
}

static void peeled_form(Module *m, int side, const Body *b) {
  put_body(m, side, b, 0);
  plain_form(m, side, b);
}

static void twice_form(Module *m, int side, const Body *b) {
  put_one(m, side, "  for (;;) {\n");
  put_body(m, side, b, 0);
  put_body(m, side, b, 0);
  put_one(m, side, "  }\n");
}

static void rotated_form(Module *m, int side, const Body *b) {
  put_one(m, side, "    %s\n  for (;;) {\n", b->at[0]);
  put_body(m, side, b, 1);
  put_one(m, side, "  }\n");
}

static void put_form(Module *m, int side, const Body *b, bool free) {
  static void (*const form[])(Module *, int, const Body *) = {
      plain_form, while_form, goto_form, peeled_form, twice_form, rotated_form};
  form[free ? dice(m, VD_COUNT(form)) : 0](m, side, b);
}

// ----------------------------------------------------------------- changes

static void swap_steps(Module *m, Body *b) {
  uint32_t i = dice(m, b->len - 1);
  const char *t = b->at[i];
  b->at[i] = b->at[i + 1];
  b->at[i + 1] = t;
}

static void drop_step(Module *m, Body *b) {
  uint32_t i = dice(m, b->len);
  b->len--;
  for (; i < b->len; i++) b->at[i] = b->at[i + 1];
}

static void add_step(Module *m, Body *b) {
  b->at[b->len++] =
      odds(m, 50) ? "tick(0);" : text(m, "if (s == %u) for (;;);", dice(m, 8));
}

bool loop_item(Module *m, Mode mode) {
  const char *name = text(m, "f%u", m->ids++);
  const char *cell = text(m, "cell%u", m->ids++);
  uint32_t how = mode == CHANGED ? dice(m, 5) : 5;
  uint32_t n = 2 + dice(m, 4), which = dice(m, n);
  Body body[2] = {{.len = n}, {.len = n}};
  for (uint32_t i = 0; i < n; i++) {
    Mode here = how == 0 && i == which ? CHANGED : mode == EQUAL ? EQUAL : KEPT;
    Both s = step(m, cell, i == 0, here);
    for (int side = OLD; side <= NEW; side++) body[side].at[i] = s.at[side];
  }
  if (how == 1) swap_steps(m, &body[NEW]);
  if (how == 2) drop_step(m, &body[NEW]);
  if (how == 3) add_step(m, &body[NEW]);
  Both first = some_expr(m, xy, 1, how == 4 || mode == EQUAL ? mode : KEPT);
  const char *linkage = odds(m, 70) ? "" : "static ";
  put(m, "%sunsigned %s;\n", linkage, cell);
  if (!*linkage) vd_buf_printf(&m->shared, "ROW(%s)\n", cell);
  bool pre = odds(m, 30);
  for (int side = OLD; side <= NEW; side++) {
    put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
    put_one(m, side, "  (void)x, (void)y;\n  unsigned s = %s, t = %s;\n",
            first.at[side], "y");
    if (pre) put_one(m, side, "  tick(s);\n");
    put_form(m, side, &body[side], side == NEW && mode == EQUAL);
    put_one(m, side, "}\n");
  }
  if (mode == CHANGED) changed(m, "loop that need not end");
  add_entry(m, name);
  return true;
}

// Waits for a register or an answer.
bool wait_item(Module *m, Mode mode) {
  static const char *const form[][2] = {
      {"  while (!(%s & %uu));\n", "  while ((%s & %uu) == 0) { }\n"},
      {"  while (%s %% 8 != %uu);\n",
       "again:\n  if (%s %% 8 != %uu) goto again;\n"},
      {"  while (x == %2$uu && %1$s);\n", "  if (x == %2$uu) while (%1$s);\n"},
  };
  const char *name = text(m, "f%u", m->ids++);
  const char *asked = odds(m, 50) ? "in()" : text(m, "GET(%u)", dice(m, 3));
  uint32_t mask = 1 + dice(m, 6), i = dice(m, VD_COUNT(form));
  for (int side = OLD; side <= NEW; side++) {
    bool other = side == NEW && mode == CHANGED;
    put_one(m, side, "unsigned %s(unsigned x, unsigned y) {\n", name);
    put_one(m, side, "  (void)x, (void)y;\n");
    const char *f = form[i][side == NEW && mode == EQUAL];
    for (const char *c = f; *c; c++) {
      if (!strncmp(c, "%%", 2)) {
        put_one(m, side, "%%");
        c++;
      } else if (!strncmp(c, "%1$s", 4) || !strncmp(c, "%s", 2)) {
        put_one(m, side, "%s", asked);
        c += c[1] == '1' ? 3 : 1;
      } else if (!strncmp(c, "%2$u", 4) || !strncmp(c, "%u", 2)) {
        put_one(m, side, "%u", mask + other);
        c += c[1] == '2' ? 3 : 1;
      } else {
        put_one(m, side, "%c", *c);
      }
    }
    put_one(m, side, "  return y;\n}\n");
  }
  if (mode == CHANGED) changed(m, "condition of a wait");
  add_entry(m, name);
  return true;
}
