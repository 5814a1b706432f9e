#include <math.h>
#include <unistd.h>

#include "base/base.h"
#include "unit.h"

static void the_clock_goes_forward(void **state) {
  (void)state;
  double before = vd_now();
  usleep(2000);
  assert_true(vd_now() >= before + 0.002);
}

static void zero_is_no_limit(void **state) {
  (void)state;
  const double none[] = {0, -1, NAN};
  for (size_t i = 0; i < VD_COUNT(none); i++) {
    VdBudget budget = vd_budget_of(none[i]);
    assert_false(vd_budget_over(&budget));
    assert_true(vd_budget_left(&budget) == HUGE_VAL);
    assert_true(vd_budget_seconds(&budget) == HUGE_VAL);
  }
}

static void a_budget_ends(void **state) {
  (void)state;
  VdBudget budget = vd_budget_of(0.02);
  assert_false(vd_budget_over(&budget));
  assert_true(vd_budget_seconds(&budget) <= 0.02);
  assert_true(vd_budget_left(&budget) == HUGE_VAL);
  usleep(25000);
  assert_true(vd_budget_over(&budget));
  assert_true(vd_budget_left(&budget) == 0);
}

static void a_cancelled_budget_is_over(void **state) {
  (void)state;
  volatile int cancelled = 0;
  VdBudget budget = {.cancelled = &cancelled};
  assert_false(vd_budget_over(&budget));
  cancelled = 1;
  assert_true(vd_budget_over(&budget));
  assert_true(vd_budget_left(&budget) == 0);
}

static void cutting_takes_the_tighter_one(void **state) {
  (void)state;
  volatile int cancelled = 0;
  VdBudget none = {.cancelled = &cancelled};
  VdBudget ten = vd_budget_cut(&none, 10);
  assert_ptr_equal(ten.cancelled, &cancelled);
  assert_true(vd_budget_seconds(&ten) > 9);
  VdBudget five = vd_budget_cut(&ten, 5);
  assert_true(vd_budget_seconds(&five) <= 5);
  VdBudget still = vd_budget_cut(&five, 100);
  assert_true(still.deadline == five.deadline);
  assert_true(vd_budget_cut(&five, 0).deadline == five.deadline);
}

static void work_is_what_was_done(void **state) {
  (void)state;
  double before = vd_work();
  usleep(2000);
  assert_true(vd_work() == before);
  vd_work_add(VD_COST_TERM, 1000);
  double spent = vd_work() - before;
  assert_true(fabs(spent - 1000 * vd_cost(VD_COST_TERM)) < 1e-9);
  vd_work_spend(2);
  assert_true(fabs(vd_work() - before - spent - 2) < 1e-9);
}

static void a_slice_ends_by_work(void **state) {
  (void)state;
  VdBudget ten = vd_budget_limit(&(VdBudget){0}, 60, 10);
  VdBudget one = vd_budget_slice(&ten, 1);
  assert_true(fabs(vd_budget_left(&one) - 1) < 1e-9);
  assert_true(one.deadline == ten.deadline);
  assert_true(vd_budget_slice(&one, 5).work == one.work);
  assert_true(vd_budget_slice(&one, 0).work == one.work);
  vd_work_spend(2);
  assert_true(vd_budget_over(&one));
  assert_false(vd_budget_is_late(&one));
  assert_false(vd_budget_over(&ten));
}

static void a_deadline_ends_what_has_work_left(void **state) {
  (void)state;
  VdBudget budget = vd_budget_limit(&(VdBudget){0}, 0.01, 10);
  usleep(15000);
  assert_true(vd_budget_over(&budget));
  assert_true(vd_budget_is_late(&budget));
  assert_true(vd_budget_left(&budget) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_clock_goes_forward),
      cmocka_unit_test(zero_is_no_limit),
      cmocka_unit_test(a_budget_ends),
      cmocka_unit_test(a_cancelled_budget_is_over),
      cmocka_unit_test(cutting_takes_the_tighter_one),
      cmocka_unit_test(work_is_what_was_done),
      cmocka_unit_test(a_slice_ends_by_work),
      cmocka_unit_test(a_deadline_ends_what_has_work_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
