#include "front/st/st.h"
#include "relate/contract.h"
#include "unit.h"

typedef struct Pair {
  VdTerms *tm;
  VdDiags diags;
  VdModule *module[2];
  const VdPlc *plc[2];
  VdTerm *input[2], *output[2];
  VdContractSide side[2];
  VdArena arena;
} Pair;

static void terms_of(Pair *p, int side) {
  const VdMachine *pou = p->side[side].machine;
  p->input[side] = VD_NEW_ARRAY(&p->arena, VdTerm, pou->vars);
  p->output[side] = VD_NEW_ARRAY(&p->arena, VdTerm, pou->vars);
  for (uint32_t i = 0; i < pou->vars; i++) {
    uint32_t number = (uint32_t)side * 1000 + 2 * i;
    VdSort sort = vd_elem_sort(pou->var[i].elem);
    p->input[side][i] =
        vd_mk_var(p->tm, VD_VAR_UNKNOWN, number, sort, pou->var[i].name);
    p->output[side][i] =
        vd_mk_var(p->tm, VD_VAR_UNKNOWN, number + 1, sort, pou->var[i].name);
  }
  p->side[side].input = p->input[side];
  p->side[side].output = p->output[side];
}

static void start(Pair *p, const char *old_text, const char *new_text) {
  const char *text[2] = {old_text, new_text};
  VdStOptions options = {0};
  *p = (Pair){.tm = vd_terms_new()};
  for (int k = 0; k < 2; k++) {
    p->module[k] = vd_st_read_text(text[k], strlen(text[k]), "x.st", &options,
                                   &p->diags, &p->plc[k]);
    assert_non_null(p->module[k]);
    uint32_t pou = vd_machine_find(&p->plc[k]->all, "Main");
    p->side[k].machine = &p->plc[k]->all.machine[pou];
    terms_of(p, k);
  }
}

static void done(Pair *p) {
  for (int k = 0; k < 2; k++) vd_module_free(p->module[k]);
  vd_diags_done(&p->diags);
  vd_terms_free(p->tm);
  vd_arena_done(&p->arena);
}

static VdContract *contract_of(Pair *p, const char *text) {
  VdContract *c = vd_contract_read_text("c", text, strlen(text), &p->diags);
  assert_non_null(c);
  return c;
}

static void assert_messages(Pair *p, const char *expected) {
  VdBuf text = {0};
  vd_diags_print(&p->diags, &text);
  assert_string_equal(vd_buf_text(&text), expected);
  vd_buf_done(&text);
}

static const char old_text[] =
    "PROGRAM Main\n"
    "VAR_INPUT On : BOOL; Mode : INT; Level : INT; Gone : BOOL; END_VAR\n"
    "VAR_OUTPUT Pusher : BOOL; Count : INT; END_VAR\n"
    "VAR CONSTANT Limit : INT := 7; END_VAR\n"
    "VAR Timer1 : TON; s : INT; END_VAR\n"
    "Timer1(IN := On, PT := T#1s); Pusher := Timer1.Q; Count := s;\n"
    "END_PROGRAM\n";
static const char new_text[] =
    "PROGRAM Main\n"
    "VAR_INPUT MODE : INT; Position : INT; Level : DINT; On : BOOL; END_VAR\n"
    "VAR_OUTPUT Pusher : BOOL; Count : BOOL; Alarm : BOOL; END_VAR\n"
    "VAR Timer2 : TON; END_VAR\n"
    "Timer2(IN := On, PT := T#1s); Pusher := Timer2.Q;\n"
    "END_PROGRAM\n";

static const VdContractPair *pair_of(const Pair *p, const VdContractPairs *c,
                                     const char *name, bool input) {
  for (uint32_t i = 0; i < c->pair.len; i++) {
    const VdContractPair *pair = &c->pair.at[i];
    const VdMachineVar *var = &p->side[0].machine->var[pair->var[0]];
    if (!strcmp(var->name, name) && pair->input == input) return pair;
  }
  return NULL;
}

static void equal_names_are_equal_by_default(void **state) {
  (void)state;
  Pair p;
  VdContractPairs c;
  start(&p, old_text, new_text);
  assert_true(vd_contract_pairs(p.tm, NULL, p.side, &p.diags, &c));
  assert_int_equal(c.pair.len, 5);
  const VdContractPair *mode = pair_of(&p, &c, "Mode", true);
  assert_true(mode && mode->standard);
  VdTerm equal =
      vd_mk_eq(p.tm, p.input[0][mode->var[0]], p.input[1][mode->var[1]]);
  assert_true(vd_term_eq(mode->equal, equal));
  const VdContractPair *level = pair_of(&p, &c, "Level", true);
  assert_true(level->standard && !vd_term_is_none(level->equal));
  const VdContractPair *count = pair_of(&p, &c, "Count", false);
  assert_true(count->standard && vd_term_is_none(count->equal));
  assert_int_equal(c.only[0].len, 1);
  assert_string_equal(p.side[0].machine->var[c.only[0].at[0]].name, "Gone");
  assert_int_equal(c.only[1].len, 2);
  assert_string_equal(p.side[1].machine->var[c.only[1].at[0]].name, "Position");
  assert_string_equal(p.side[1].machine->var[c.only[1].at[1]].name, "Alarm");
  vd_contract_pairs_done(&c);
  done(&p);
}

static void a_contract_changes_what_is_default(void **state) {
  (void)state;
  Pair p;
  VdContractPairs c;
  start(&p, old_text, new_text);
  VdContract *contract = contract_of(
      &p,
      "compare MAIN {\n"
      "  assume mode < old.limit;\n"
      "  relate old.On == (10 < new.position && new.Position < 20);\n"
      "  ensure old.pusher => new.pusher;\n"
      "}\n");
  const VdContractBlock *b = vd_contract_find(contract, "Main", "Main", true);
  assert_true(vd_contract_names(
      contract, (const VdMachines *[]){&p.plc[0]->all, &p.plc[1]->all},
      &p.diags));
  bool ok = vd_contract_pairs(p.tm, b, p.side, &p.diags, &c);
  assert_messages(&p, "");
  assert_true(ok && !c.terms.outputs);
  assert_false(pair_of(&p, &c, "On", true)->standard);
  assert_true(pair_of(&p, &c, "Mode", true)->standard);
  assert_false(pair_of(&p, &c, "Pusher", false)->standard);
  uint32_t mode = vd_machine_find_var(p.side[0].machine, "Mode");
  VdTerm seven = vd_mk_bv(p.tm, 16, 7);
  VdTerm less =
      vd_mk(p.tm, VD_OP_BVSLT, 0, (VdTerm[]){p.input[0][mode], seven}, 2);
  assert_true(vd_term_eq(c.terms.assume, less));
  vd_contract_pairs_done(&c);
  vd_contract_free(contract);
  done(&p);
}

static void state_and_unknown_names_are_refused(void **state) {
  (void)state;
  Pair p;
  VdContractPairs c;
  start(&p, old_text, new_text);
  VdContract *contract =
      contract_of(&p,
                  "compare Main { assume old.Timer1.Q; ensure old.Pusher == "
                  "new.Pushr; assume level > 0 && old.Timer1 == 3; }");
  assert_false(
      vd_contract_pairs(p.tm, &contract->block[0], p.side, &p.diags, &c));
  assert_messages(&p,
                  "c:1:23: error: \"old.Timer1.Q\" is neither input nor "
                  "output, and contracts speak of these alone\n"
                  "c:1:58: error: the new version has no variable \"Pushr\"; "
                  "did you mean \"Pusher\"?\n"
                  "c:1:89: error: the old version has no variable "
                  "\"Timer1\"\n");
  vd_contract_pairs_done(&c);
  vd_contract_free(contract);
  done(&p);
}

static void roles_can_be_given(void **state) {
  (void)state;
  Pair p;
  VdContractPairs c;
  start(&p, old_text, new_text);
  const VdMachine *pou = p.side[0].machine;
  VdUse *role = VD_NEW_ARRAY(&p.arena, VdUse, pou->vars);
  for (uint32_t i = 0; i < pou->vars; i++)
    role[i] = vd_machine_use(&pou->var[i]);
  role[vd_machine_find_var(pou, "s")] = VD_USE_OUTPUT;
  role[vd_machine_find_var(pou, "Mode")] = VD_USE_OUTPUT;
  p.side[0].role = role;
  VdContract *contract =
      contract_of(&p, "compare Main { ensure old.s == old.MODE; }");
  assert_true(
      vd_contract_pairs(p.tm, &contract->block[0], p.side, &p.diags, &c));
  assert_null(pair_of(&p, &c, "Mode", true));
  assert_null(pair_of(&p, &c, "Mode", false));
  assert_int_equal(c.only[0].len, 3);
  vd_contract_pairs_done(&c);
  vd_contract_free(contract);
  done(&p);
}

static void blocks_without_a_pou_are_refused(void **state) {
  (void)state;
  Pair p;
  start(&p, old_text, new_text);
  VdContract *contract =
      contract_of(&p,
                  "compare Mian { }\n"
                  "compare Main { frame Timer1 { } frame Timer1 as Timer2 { }\n"
                  "  frame ton { frame x { } } frame TON { }\n"
                  "  frame Main.Timer1 as Main.Timer2 { } }\n"
                  "compare MAIN { }\n");
  assert_false(vd_contract_names(
      contract, (const VdMachines *[]){&p.plc[0]->all, &p.plc[1]->all},
      &p.diags));
  assert_messages(
      &p,
      "c:1:9: error: the old version has no POU \"Mian\"; did you mean "
      "\"Main\"?\n"
      "c:1:9: error: the new version has no POU \"Mian\"; did you mean "
      "\"Main\"?\n"
      "c:2:22: error: the new version has no FB instance or type \"Timer1\"; "
      "did you mean \"Timer2\"?\n"
      "c:3:21: error: the old version has no FB instance or type \"x\"\n"
      "c:3:21: error: the new version has no FB instance or type \"x\"\n"
      "c:3:35: error: \"TON\" has a block already, in line 3\n"
      "c:4:9: error: \"Main.Timer1\" has a block already, in line 2\n"
      "c:5:9: error: \"MAIN\" has a block already, in line 2\n");
  vd_contract_free(contract);
  done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_names_are_equal_by_default),
      cmocka_unit_test(a_contract_changes_what_is_default),
      cmocka_unit_test(state_and_unknown_names_are_refused),
      cmocka_unit_test(roles_can_be_given),
      cmocka_unit_test(blocks_without_a_pou_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
