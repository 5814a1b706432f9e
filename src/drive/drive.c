// The driver. Cheapest first, first definite answer wins.
//
// Level by level: each question goes through the cheap checkers of its kind in
// this process, the store among them. What is left goes to workers, group by
// group. What was settled is told the kind at once, as the levels above may use
// it.
#include "drive/drive.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/limit.h"

typedef struct Range {
  uint32_t first, n;
} Range;

typedef struct Work {
  const VdDrive *drive;
  VD_VEC(Range) group;  // for workers, in `member`
  VD_VEC(uint32_t) member;
  VD_VEC(int) kept;  // of a group: see keep; -1 for none
  VdVerdict *known;  // by question: what the store says, if that is to be
                     // checked or proved again
  uint32_t done, total;
  bool begun;
  bool alone;  // the group at hand has one member
} Work;

static VdArena *arena_of(const Work *w) {
  return &w->drive->out->arena;
}

static void watch(const Work *w, const char *name) {
  const VdDriveWatch *watch = &w->drive->watch;
  if (watch->progress) watch->progress(watch->context, w->done, w->total, name);
}

// ------------------------------------------------------------------ settling

// A record and a new proof that contradict each other.
static void compare_with_known(const Work *w, uint32_t q, VdVerdict *v) {
  VdVerdictKind known = w->known[q].kind;
  if (!known || !vd_verdict_is_definite(v->kind) ||
      vd_verdict_is_same(known) == vd_verdict_is_same(v->kind))
    return;
  VdVerdictKind found = v->kind;
  vd_verdict_done(v);
  vd_verdict_undecided(arena_of(w), v, VD_REASON_STORE, vd_verdict_word(known),
                       vd_verdict_word(found));
  v->checker = "store";
}

// Takes the verdict over.
static void settle(Work *w, uint32_t q, VdVerdict *verdict) {
  const VdDrive *d = w->drive;
  uint32_t item = d->ask[q].item;
  compare_with_known(w, q, verdict);
  if (d->kind->settled) d->kind->settled(d->context, q, arena_of(w), verdict);
  if (item == UINT32_MAX) {
    vd_verdict_done(verdict);
    return;
  }
  d->out->item.at[item].verdict = *verdict;
  w->done++;
  watch(w, d->out->item.at[item].name);
}

// --------------------------------------------------------------------- store

// What the question is, what verdicts mean, and what the kind adds to it.
static bool key_of(const Work *w, uint32_t q, VdBuf *out) {
  const VdKind *kind = w->drive->kind;
  vd_buf_printf(out, "veridiff %d %s\n", VD_SEMANTICS, kind->word);
  return kind->key(w->drive->context, q, out);
}

static bool is_for_store(const Work *w, const VdVerdict *v) {
  return vd_verdict_is_same(v->kind) || (vd_verdict_is_different(v->kind) &&
                                         w->drive->kind->keeps_differences);
}

// The record of a question; false if there is none, or none that can be used.
static bool look_up(Work *w, uint32_t q, VdVerdict *v, bool *keyed) {
  const VdDrive *d = w->drive;
  VdBuf bytes = {0}, record = {0};
  *keyed = key_of(w, q, &bytes);
  VdDigest key = vd_digest_of(bytes.at, bytes.len);
  bool found = *keyed &&
               vd_store_get(d->store, &key, bytes.at, bytes.len, &record) &&
               vd_verdict_read(arena_of(w), record.at, record.len, v);
  vd_buf_done(&bytes);
  vd_buf_done(&record);
  if (!found) return false;
  if (vd_verdict_is_same(v->kind)) return true;
  if (is_for_store(w, v) &&
      d->kind->confirm(d->context, q, arena_of(w), v, true))
    return true;
  vd_verdict_done(v);
  return false;
}

// Where that costs little beside the proof. --store verify: always, and what
// has nothing to check is proved again.
static bool is_to_be_checked(const Work *w, const VdVerdict *v) {
  const VdCertificate *c = &v->certificate;
  if (!vd_verdict_is_same(v->kind)) return false;
  if (w->drive->verify) return true;
  return w->drive->kind->check && c->text && w->alone &&
         c->check < vd_limit->check_share * c->work;
}

static bool check_store(Work *w, uint32_t q) {
  double start = vd_now();
  VdVerdict v = {0};
  bool keyed;
  if (!w->drive->store) return false;
  if (!look_up(w, q, &v, &keyed)) {
    w->drive->out->misses += keyed;
    return false;
  }
  w->drive->out->hits++;
  if (is_to_be_checked(w, &v)) {
    w->known[q] = v;
    return false;
  }
  // Evidence was looked at again.
  w->drive->out->checked += !vd_verdict_is_same(v.kind);
  v.from_store = true;
  v.seconds = vd_now() - start;
  settle(w, q, &v);
  return true;
}

static void remember(Work *w, uint32_t q, const VdVerdict *v) {
  const VdDrive *d = w->drive;
  if (!w->drive->store || v->from_store || !is_for_store(w, v)) return;
  VdBuf bytes = {0}, record = {0};
  VdVerdict kept = *v;  // a reproducer belongs to this run
  VdCase copy;
  VdCase *input = vd_evidence_case(&v->evidence);
  if (input) {
    copy = *input;
    copy.reproducer = "";
    kept.evidence.input = &copy;
  }
  if (key_of(w, q, &bytes)) {
    vd_verdict_write(&kept, &record);
    if (d->inner) {
      VdKept entry = {
          vd_arena_copy(arena_of(w), bytes.at, bytes.len), bytes.len,
          vd_arena_copy(arena_of(w), record.at, record.len), record.len};
      vd_push(&d->out->kept, entry);
    } else {
      VdDigest key = vd_digest_of(bytes.at, bytes.len);
      vd_store_put(d->store, &key, bytes.at, bytes.len, record.at, record.len);
    }
  }
  vd_buf_done(&bytes);
  vd_buf_done(&record);
}

// ------------------------------------------------------------------- workers

// A worker may be killed before its group is done. What holds anyway goes to a
// file in memory at once.
static void keep(const VdGroup *group, uint32_t i) {
  VdBuf json = {0}, record = {0};
  if (group->kept < 0) return;
  vd_verdict_write(&group->verdict[i], &json);
  uint32_t head[2] = {i, (uint32_t)json.len};
  vd_buf_add(&record, head, sizeof head);
  vd_buf_add(&record, json.at, json.len);
  ssize_t done = write(group->kept, record.at, record.len);
  (void)done;  // half a record is none
  vd_buf_done(&json);
  vd_buf_done(&record);
}

// What a dead worker kept of its members: the verdicts and whether there are.
static void read_kept(Work *w, int kept, uint32_t n, VdVerdict *v, bool *is) {
  VdBuf text = {0};
  char path[64];
  uint32_t head[2];
  snprintf(path, sizeof path, "/proc/self/fd/%d", kept);
  if (kept < 0 || !vd_file_read(path, SIZE_MAX, &text)) return;
  for (size_t at = 0; text.len - at >= sizeof head; at += head[1]) {
    memcpy(head, text.at + at, sizeof head);
    at += sizeof head;
    if (head[0] >= n || text.len - at < head[1] ||
        !vd_verdict_read(arena_of(w), text.at + at, head[1], &v[head[0]]))
      break;
    is[head[0]] = true;
  }
  vd_buf_done(&text);
}

// Whether a record says no more than what was found out now.
static bool holds(const VdVerdict *known, const VdVerdict *now) {
  return now->kind == known->kind && now->exact >= known->exact &&
         now->terminates >= known->terminates;
}

// A record that cannot be checked is believed, as it is sealed, unless all are
// to be proved. False: that is still to do.
static bool check_known(Work *w, uint32_t q, VdGroup *group,
                        VdComparison *out) {
  const VdDrive *d = w->drive;
  const VdVerdict *known = &w->known[q];
  VdVerdict *v = &group->verdict[0];
  double start = vd_now();
  if (!known->kind || group->n != 1) return false;
  if (known->certificate.text && d->kind->check)
    d->kind->check(d->context, &known->certificate, group);
  bool checked = holds(known, v);
  if (vd_verdict_is_different(v->kind)) return true;
  if (!checked && d->verify) return false;
  out->checked = checked;
  *v = *known;
  v->from_store = true;
  v->seconds = vd_now() - start;
  return true;
}

static void work_group(void *context, uint32_t index, VdComparison *out) {
  Work *w = context;
  const VdDrive *d = w->drive;
  Range range = w->group.at[index];
  VdGroup group = {.question = w->member.at + range.first,
                   .n = range.n,
                   .arena = &out->arena,
                   .verdict = VD_NEW_ARRAY(&out->arena, VdVerdict, range.n + 1),
                   .keep = keep,
                   .kept = index < w->kept.len ? w->kept.at[index] : -1};
  if (!check_known(w, group.question[0], &group, out))
    d->kind->work(d->context, &group);
  out->solver_calls = group.solver_calls;
  for (uint32_t i = 0; i < range.n; i++)
    vd_comparison_add(out, (VdItem){.kind = VD_ITEM_PAIR, .name = ""});
  for (uint32_t i = 0; i < range.n; i++)
    out->item.at[i].verdict = group.verdict[i];
}

static void settle_member(Work *w, uint32_t q, VdVerdict *v) {
  const VdDrive *d = w->drive;
  if (vd_verdict_is_different(v->kind) && d->kind->confirm)
    d->kind->confirm(d->context, q, arena_of(w), v, false);
  remember(w, q, v);
  settle(w, q, v);
}

// A worker that only checked what the store knows does not take it away.
static VdVerdict without_worker(Work *w, uint32_t q, const VdVerdict *dead) {
  if (!w->known[q].kind || w->drive->verify) return *dead;
  VdVerdict known = w->known[q];
  w->known[q] = (VdVerdict){0};
  known.from_store = true;
  return known;
}

// Texts of the result live as long as the comparison.
static void done_group(void *context, uint32_t index, VdComparison *result,
                       const VdVerdict *dead) {
  Work *w = context;
  Range range = w->group.at[index];
  VdArena arena = {0};
  VdVerdict *v = VD_NEW_ARRAY(&arena, VdVerdict, range.n + 1);
  bool *is = VD_NEW_ARRAY(&arena, bool, range.n + 1);
  bool fits = result && result->item.len == range.n;
  if (result) w->drive->out->solver_calls += result->solver_calls;
  if (result) w->drive->out->checked += result->checked;
  for (uint32_t i = 0; fits && i < range.n; i++) {
    v[i] = result->item.at[i].verdict;
    result->item.at[i].verdict = (VdVerdict){0};
    is[i] = true;
  }
  if (!fits && index < w->kept.len)
    read_kept(w, w->kept.at[index], range.n, v, is);
  for (uint32_t i = 0; i < range.n; i++) {
    uint32_t q = w->member.at[range.first + i];
    if (!is[i]) v[i] = without_worker(w, q, dead);
    settle_member(w, q, &v[i]);
  }
  if (result) {
    vd_arena_take(arena_of(w), &result->arena);
    vd_comparison_done(result);
  }
  vd_arena_done(&arena);
}

static void tick(void *context) {
  watch(context, "");
}

static void run_inner(Work *w) {
  for (uint32_t i = 0; i < w->group.len; i++) {
    VdComparison result = {0};
    work_group(w, i, &result);
    done_group(w, i, &result, NULL);
  }
}

static void run_workers(Work *w) {
  const VdDrive *d = w->drive;
  uint32_t most = 1;
  for (uint32_t i = 0; i < w->group.len; i++) {
    bool alone = w->group.at[i].n == 1;
    if (!alone) most = vd_limit->group_limits;
    vd_push(&w->kept, alone ? -1 : memfd_create("verdicts", MFD_CLOEXEC));
  }
  VdTasks tasks = {.n = w->group.len,
                   .limits = d->limits,
                   .work = work_group,
                   .done = done_group,
                   .tick = tick,
                   .context = w,
                   .arena = arena_of(w)};
  if (d->limits.timeout > 0)
    tasks.seconds = d->limits.timeout * most + vd_limit->worker_grace +
                    (d->kind->replays ? vd_limit->replay_time : 0);
  vd_tasks_run(&tasks);
  for (uint32_t i = 0; i < w->kept.len; i++)
    if (w->kept.at[i] >= 0) close(w->kept.at[i]);
}

// -------------------------------------------------------------------- levels

static bool check_here(Work *w, uint32_t q, const VdCheck *row) {
  const VdDrive *d = w->drive;
  VdVerdict v = {.checker = "", .why = ""};
  double start = vd_now();
  if (!row->check) return check_store(w, q);
  if (!row->check(d->context, q, arena_of(w), &v)) {
    vd_verdict_done(&v);
    return false;
  }
  v.seconds = vd_now() - start;
  if (row->kept) remember(w, q, &v);
  settle(w, q, &v);
  return true;
}

// The members of one group: cheap answers now, or to a worker.
static void take_group(Work *w, const uint32_t *member, uint32_t n) {
  Range range = {.first = w->member.len};
  w->alone = n == 1;
  for (uint32_t i = 0; i < n; i++) {
    bool settled = w->drive->ask[member[i]].skip;
    for (const VdCheck *row = w->drive->kind->here; row->name && !settled;
         row++)
      settled = check_here(w, member[i], row);
    if (!settled) vd_push(&w->member, member[i]);
  }
  range.n = w->member.len - range.first;
  if (range.n) vd_push(&w->group, range);
}

static void run_level(Work *w, uint32_t level, const uint32_t *order) {
  const VdDrive *d = w->drive;
  for (uint32_t i = 0; i < d->n;) {
    const VdAsk *ask = &d->ask[order[i]];
    uint32_t n = 1;
    while (i + n < d->n && d->ask[order[i + n]].group == ask->group) n++;
    if (ask->level == level) take_group(w, order + i, n);
    i += n;
  }
  if (w->group.len && !w->begun && d->kind->begin) d->kind->begin(d->context);
  w->begun = w->begun || w->group.len;
  if (d->inner)
    run_inner(w);
  else
    run_workers(w);
  w->group.len = w->member.len = w->kept.len = 0;
}

// Questions with the members of a group next to each other.
static uint32_t *group_order(const VdDrive *d) {
  uint32_t groups = 0;
  for (uint32_t q = 0; q < d->n; q++)
    if (d->ask[q].group >= groups) groups = d->ask[q].group + 1;
  uint32_t *order = vd_alloc(vd_mul(d->n + 1, sizeof *order));
  uint32_t *start = vd_alloc(vd_mul(groups + 2, sizeof *start));
  for (uint32_t q = 0; q < d->n; q++) start[d->ask[q].group + 1]++;
  for (uint32_t g = 0; g < groups; g++) start[g + 1] += start[g];
  for (uint32_t q = 0; q < d->n; q++) order[start[d->ask[q].group]++] = q;
  vd_free(start);
  return order;
}

static void work_init(Work *w, const VdDrive *drive) {
  *w = (Work){.drive = drive};
  w->known = vd_alloc(vd_mul(drive->n + 1, sizeof *w->known));
  for (uint32_t q = 0; q < drive->n; q++)
    w->total += drive->ask[q].item != UINT32_MAX && !drive->ask[q].skip;
}

static void work_done(Work *w) {
  for (uint32_t q = 0; q < w->drive->n; q++) vd_verdict_done(&w->known[q]);
  vd_free(w->known);
  vd_vec_done(&w->group);
  vd_vec_done(&w->member);
  vd_vec_done(&w->kept);
}

void vd_drive(const VdDrive *drive) {
  Work w;
  uint32_t levels = 0;
  work_init(&w, drive);
  uint32_t *order = group_order(drive);
  for (uint32_t q = 0; q < drive->n; q++)
    if (drive->ask[q].level >= levels) levels = drive->ask[q].level + 1;
  for (uint32_t level = 0; level < levels; level++) run_level(&w, level, order);
  vd_free(order);
  work_done(&w);
}

void vd_drive_fail(const VdDrive *drive, const char *why) {
  Work w;
  work_init(&w, drive);
  for (uint32_t q = 0; q < drive->n; q++) {
    VdVerdict v = {0};
    vd_verdict_undecided(arena_of(&w), &v, VD_REASON_BUG, why);
    settle(&w, q, &v);
  }
  work_done(&w);
}
