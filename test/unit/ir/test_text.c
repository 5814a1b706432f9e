// The text form: nothing is lost, errors say where and what, and hostile text
// is an error at worst.
#include "ir_test.h"

// Reads, prints and compares.
static void check_same(const char *text) {
  VdModule *m = ir_read(text);
  char *again = ir_print(m);
  assert_string_equal(again, text);
  vd_free(again);
  vd_module_free(m);
}

#define D1 "00000000000000000000000000000000000000000000000000000000000000ff"

static const char everything[] =
    "vir 1\n"
    "source \"dir/a \\22b\\22.c\"\n"
    "file \"a.c\"\n"
    "file \"b\\0a.h\"\n"
    "global $v size 4 align 4 !0:1:2\n"
    "global $c size 24 align 8 constant local init "
    "\"text\\00\\01\\ff\\5c................\"\n"
    "global $t size 24 align 8 constant [0 @f + 0] [8 $\"odd name\" - 4] "
    "[16 @\"printf(i32, ...)\" + 9223372036854775807] !1:3:4\n"
    "global $\"odd name\" size 18446744073709551615 align 1 external\n"
    "func @f(bv8 \"x\", bool, float8.24 \"y\", mem:mem \"m\", world:world, "
    "bv64:heap) -> (bv8, mem:mem \"out\", bool:halt) local link \"real f\" "
    "type \"int (int)\" !1:10:0 {\n"
    "  slot 16 align 8 \"buf\"\n"
    "  slot 0 align 1 \"\"\n"
    "b0(%1: bv8, %2: bool, %3: float8.24, %4: mem, %5: world, %6: bv64):\n"
    "  %7: bv8 = const 255 !0:5:6\n"
    "  %8: bool = const true\n"
    "  %9: float8.24 = const 1.5:float8.24\n"
    "  %10: bv80 = const 0x0123456789abcdef0123:bv80\n"
    "  %11: mem = undef !-:3:0\n"
    "  %12: bv64 = global $c\n"
    "  %13: bv64 = func @f\n"
    "  %14: bv64 = slot 1\n"
    "  %15: bv4 = extract[5:2] %7\n"
    "  %16: float11.53 = ftof[11.53] %3\n"
    "  %17: bv16 = zext[16] %7\n"
    "  %18: float8.24 = frint[0] %9\n"
    "  %19: bv8 = bvadd %1, %7, %1\n"
    "  %20: bv8, %21: mem, %22: bool = call @f(%19, %8, %9, %4, %5, %6) "
    "!1:4294967295:7\n"
    "  call @nothing() !0:0:0\n"
    "  %23: world = callptr @shape(%14, %5)\n"
    "  require %22, \"signed \\22overflow\\22\" !0:9:9\n"
    "  require %22, \"unset\", unset\n"
    "  br %2, b1(%20, %21), b2 !0:11:1\n"
    "b1(%24: bv8, %25: mem \"odd \\22name\\22\"):\n"
    "  jump b3\n"
    "b2:\n"
    "  stop !0:12:1\n"
    "b3:\n"
    "  return %24, %25, %2\n"
    "}\n"
    "func @nothing() -> () {\n"
    "b0:\n"
    "  return\n"
    "}\n"
    "func @shape(bv64, world:world) -> (world:world) impure\n"
    "func @\"printf(i32, ...)\"(bv32) -> (bv32) pure link \"printf\"\n"
    "func @malloc(bv64, bv64:heap) -> (bv64, bv64:heap) fresh !0:1:1\n"
    "func @asm() -> () unsupported reason \"inline asm\" opaque " D1
    " refs @f, @\"printf(i32, ...)\" takes @f !0:2:2\n"
    "func @f.loop1() -> () local loop @f {\n"
    "b0:\n"
    "  stop\n"
    "}\n";

static void test_everything(void **state) {
  (void)state;
  check_same(everything);
  VdModule *m = ir_read(everything);
  const VdFunc *f = m->func.at[0];
  assert_string_equal(m->source, "dir/a \"b\".c");
  assert_string_equal(f->link, "real f");
  assert_string_equal(f->pos.file, "b\n.h");
  assert_true(f->local && !f->loop);
  assert_int_equal(f->slot.at[0].size, 16);
  assert_int_equal(f->param[5].role, VD_ROLE_HEAP);
  assert_int_equal(m->global.at[2].reloc[1].addend, -4);
  assert_memory_equal(m->global.at[1].init, "text\0\1\377\\....", 12);
  assert_true(m->global.at[1].constant && m->global.at[1].local);
  const VdFunc *asm_ = m->func.at[vd_module_find_func(m, "asm")];
  assert_int_equal(asm_->ref.len, 2);
  assert_int_equal(asm_->opaque.byte[31], 255);
  vd_module_free(m);
}

static void test_random(void **state) {
  (void)state;
  for (uint32_t seed = 1; seed <= 100; seed++) {
    VdRandom random = {seed};
    VdModule *m = ir_random_module(&random, 3, 10);
    if (seed % 2) vd_ir_loops(m);
    char *text = ir_print(m);
    check_same(text);
    vd_free(text);
    vd_module_free(m);
  }
}

// Comments, space, and values and blocks in other orders are fine.
static void test_freedom(void **state) {
  (void)state;
  VdModule *m = ir_read(
      "vir 1 ; the version\n"
      "\n"
      "func @f( bv8 ,bv8 )->( bv8 ){;body\n"
      "   b0 ( %3:bv8,%4 : bv8 ) :\n"
      "%1:bv8=bvadd %3 , %4\n"
      "\tjump b1 ( %1 )\n"
      "  ; nothing here\n"
      "b1(%2: bv8):\n"
      "return %2\n"
      "}");
  ir_assert_text(m, 0,
                 "func @f(bv8, bv8) -> (bv8) {\n"
                 "b0(%3: bv8, %4: bv8):\n"
                 "  %1: bv8 = bvadd %3, %4\n"
                 "  jump b1(%1)\n"
                 "b1(%2: bv8):\n"
                 "  return %2\n"
                 "}\n");
  vd_module_free(m);
}

static void bad(const char *text, const char *expected) {
  VdDiags diags = {0};
  VdModule *m = vd_ir_read(text, strlen(text), "t.vir", &diags);
  assert_null(m);
  VdBuf buf = {0};
  vd_diags_print(&diags, &buf);
  assert_string_equal(vd_buf_text(&buf), expected);
  vd_buf_done(&buf);
  vd_diags_done(&diags);
}

#define V "vir 1\n"
#define FB V "func @f(bv8) -> (bv8) {\nb0(%1: bv8):\n"

static void test_errors(void **state) {
  (void)state;
  bad("", "t.vir:1:1: error: found the end of the text, expected 'vir 1'\n");
  bad("vir 2\n", "t.vir:1:5: error: found version 2, expected 1\n");
  bad("vir 1 x\n", "t.vir:1:7: error: found x, expected the end of the line\n");
  bad(V "hello\n",
      "t.vir:2:1: error: found hello, expected 'func' or 'global' at the start "
      "of a line\n");
  bad(V " func @f() -> () pure\n",
      "t.vir:2:2: error: found func, expected 'func' or 'global' at the start "
      "of a line\n");
  bad(V "func  @f() -> () pure\nfunc\t@g() -> () pure\n",
      "t.vir:3:1: error: found func, expected 'func' or 'global' at the start "
      "of a line\n");
  bad(V "func @f(bv0) -> ()\n",
      "t.vir:2:9: error: found bv0, expected a sort\n");
  bad(V "func @f(bv8:foo) -> ()\n",
      "t.vir:2:13: error: found foo, expected a role\n");
  bad(V "func @f(bv8 -> ()\n", "t.vir:2:13: error: found -, expected ')'\n");
  bad(V "func @f() -> () pure odd\n",
      "t.vir:2:22: error: found odd, expected a property of a function, '{' or "
      "a position\n");
  bad(V "func @f() -> () pure !0:1:1\n",
      "t.vir:2:23: error: found file 0, expected one of the 0 files of the "
      "module\n");
  bad(V "func @f() -> () pure\nfunc @f() -> () pure\n",
      "t.vir:3:6: error: the function @f is there twice\n");
  bad(V "global $g size 1\nglobal $g size 1\n",
      "t.vir:3:8: error: the global $g is there twice\n");
  bad(V "global $g size 3 init \"ab\"\n",
      "t.vir:2:23: error: found 2 bytes, expected 3\n");
  bad(V "global $g size 99999999999999999999\n",
      "t.vir:2:16: error: the number is too large, expected at most "
      "18446744073709551615\n");
  bad(V "global $g size 8 [0 $h + 0]\n",
      "t.vir:2:21: error: found $h, expected a global of the module\n");
  bad(V "global $\"a\\0\" size 8\n",
      "t.vir:2:11: error: found \\0, expected '\\' and two hex digits\n");
  bad(V "source \"a\\00\"\n",
      "t.vir:2:8: error: found a zero byte in a text\n");
  bad(V "source \"a\n\"\n",
      "t.vir:2:10: error: found the end of the line, expected '\"' or a "
      "character\n");
}

static void test_body_errors(void **state) {
  (void)state;
  bad(FB "  %2: bv8 = frob %1\n",
      "t.vir:4:13: error: found frob, expected an instruction\n");
  bad(FB "  frob %1\n",
      "t.vir:4:3: error: found frob, expected an instruction or an exit\n");
  bad(FB "  %2 bv8 = bvnot %1\n",
      "t.vir:4:6: error: found bv8, expected ':'\n");
  bad(FB "  %2: bv8, %4: bv8 = call @f(%1)\n",
      "t.vir:4:12: error: found %4, expected %3\n");
  bad(FB "  %2: bv8 = call @g(%1)\n",
      "t.vir:4:18: error: found @g, expected a function of the module\n");
  bad(FB "  %2: bv8 = const 256\n",
      "t.vir:4:19: error: the number is too large, expected at most 255\n");
  bad(FB "  %2: bool = const 1\n",
      "t.vir:4:20: error: found 1, expected a constant of that sort\n");
  bad(FB "  %2: bv65536 = const 0x0:bv65536\n",
      "t.vir:4:23: error: found 0x0, expected a constant of that sort\n");
  bad(FB "  return %1, %1\n",
      "t.vir:4:9: error: found 2 values to return, expected 1\n");
  bad(FB "  return %1\n}\n  return %1\n",
      "t.vir:6:3: error: found return, expected 'func' or 'global' at the "
      "start of a line\n");
  bad(FB "  jump b1\nb2:\n  return %1\n}\n",
      "t.vir:5:1: error: found b2, expected b1\n");
  bad(FB "  %1: bv8 = bvnot %1\n  return %1\n}\n",
      "t.vir:4:3: error: %1 is defined twice\n");
  bad(FB "  %9: bv8 = bvnot %1\n  return %1\n}\n",
      "t.vir:4:3: error: found %9, expected one of the 2 values of the "
      "function\n");
  bad(FB "  return %1\n",
      "t.vir:5:1: error: found the end of the text, expected a block or '}'\n");
  bad(FB "  return %1 !0:1\n}\n",
      "t.vir:4:14: error: found file 0, expected one of the 0 files of the "
      "module\n");
  bad(FB
      "  %2: bv8 = bvadd %1, %1\n  return %2\n}\nfunc @g() -> () {\nb0:\n"
      "  jump b7\n}\n",
      "t.vir: error: @g: b0: edge to b7, which does not exist\n");
}

// ------------------------------------------------------------------ hostile
static void read_any(const char *text, size_t len) {
  // From the heap, without a NUL: a step too far is seen by the sanitizer.
  char *copy = malloc(len ? len : 1);
  assert_non_null(copy);
  memcpy(copy, text, len);
  VdDiags diags = {0};
  VdModule *m = vd_ir_read(copy, len, "t.vir", &diags);
  assert_true((m != NULL) == (diags.errors == 0));
  if (m) {
    vd_ir_loops(m);
    vd_ir_hash(m);
    ir_assert_valid(m);
  }
  vd_module_free(m);
  vd_diags_done(&diags);
  free(copy);
}

static void test_truncated(void **state) {
  (void)state;
  for (size_t n = 0; n < sizeof everything; n++) read_any(everything, n);
}

static void mutate(VdRandom *random, char *text, size_t *len) {
  static const char alphabet[] = "%@$!b019:,()[]{}\" \n\\-+=.;xjcr";
  size_t at = (size_t)vd_random_below(random, *len);
  switch (vd_random_below(random, 4)) {
    case 0: text[at] = (char)vd_random_next(random); return;
    case 1:
      text[at] = alphabet[vd_random_below(random, sizeof alphabet)];
      return;
    case 2:  // one character less
      memmove(text + at, text + at + 1, *len - at - 1);
      --*len;
      return;
    default: {  // copy some text over other text
      size_t from = (size_t)vd_random_below(random, *len);
      size_t n = (size_t)vd_random_below(random, 20);
      size_t room = *len - (at > from ? at : from);
      memmove(text + at, text + from, n < room ? n : room);
    }
  }
}

static void test_mutated(void **state) {
  (void)state;
  VdRandom random = {12345};
  VdModule *small = ir_random_module(&random, 1, 4);
  char *other = ir_print(small);
  const char *seed[] = {everything, other};
  for (uint32_t i = 0; i < 20000; i++) {
    char *text = vd_strdup(seed[i % 2]);
    size_t len = strlen(text);
    for (uint64_t n = 1 + vd_random_below(&random, 3); n > 0; n--)
      mutate(&random, text, &len);
    read_any(text, len);
    vd_free(text);
  }
  vd_free(other);
  vd_module_free(small);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything),  cmocka_unit_test(test_random),
      cmocka_unit_test(test_freedom),     cmocka_unit_test(test_errors),
      cmocka_unit_test(test_body_errors), cmocka_unit_test(test_truncated),
      cmocka_unit_test(test_mutated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
