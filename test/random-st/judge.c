// random-st-judge DIR CYCLES [N]: simulates the pairs of DIR/pairs, or pair N,
// for so many cycles, and holds what veridiff said of them (DIR/N.json, and its
// exit code in DIR/N.code) against that and against how they were made.
//
// Prints one line for each POU of a pair that was compared, "KIND VERDICT
// ORACLE", and for each failure "FAILED N: why".
#include <stdlib.h>
#include <unistd.h>

#include "../random/files.h"
#include "oracle.h"
#include "st.h"

typedef struct Pair {
  const char *dir;
  char *number, *kind, *made;
  uint32_t cycle;
  char *old_path, *new_path, *relation;
  int code;        // of veridiff
  json_t *report;  // NULL if there is none
  json_t *file;
  json_t *program;  // the one at work
  const char *verdict;
} Pair;

// ----------------------------------------------------------------- reading

static char *path_of(const Pair *pair, const char *tail) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%s.%s", pair->dir, pair->number, tail);
  return path.at;
}

// Of N and Nb.
static char *file_of(const Pair *pair, const char *tail, const char *other) {
  int digits = (int)strspn(pair->number, "0123456789");
  VdBuf path = {0};
  for (int i = 0; i < 2; i++) {
    path.len = 0;
    vd_buf_printf(&path, "%s/%.*s.%s", pair->dir, digits, pair->number,
                  i ? other : tail);
    if (!access(path.at, R_OK)) break;
  }
  return path.at;
}

static int code_of(const Pair *pair) {
  VdBuf text = {0};
  char *path = path_of(pair, "code");
  int code = vd_file_read(path, 100, &text) ? atoi(vd_buf_text(&text)) : -1;
  vd_free(path);
  vd_buf_done(&text);
  return code;
}

static void pair_open(Pair *pair) {
  char *path = path_of(pair, "json");
  pair->old_path = file_of(pair, "old.st", "old.xml");
  pair->new_path = file_of(pair, "new.st", "new.xml");
  pair->relation = path_of(pair, "relation");
  pair->code = code_of(pair);
  pair->report = json_load_file(path, 0, NULL);
  pair->file = json_array_get(json_object_get(pair->report, "files"), 0);
  vd_free(path);
}

static const char *kind_of(const json_t *object) {
  const char *kind = json_string_value(json_object_get(object, "kind"));
  return kind ? kind : "error";
}

// Items of a kind.
static size_t count(const Pair *pair, const char *kind) {
  size_t n = 0, i;
  const json_t *item;
  json_array_foreach(json_object_get(pair->file, "items"), i, item) n +=
      !strcmp(kind_of(item), kind);
  return n;
}

// The n-th of the programs that were compared.
static void pair_take(Pair *pair, size_t program) {
  size_t i;
  json_t *item;
  json_array_foreach(json_object_get(pair->file, "items"), i, item) {
    if (strcmp(kind_of(item), "pair") != 0 || program--) continue;
    pair->program = item;
    pair->verdict = kind_of(json_object_get(item, "verdict"));
    return;
  }
}

static void pair_done(Pair *pair) {
  vd_free(pair->old_path);
  vd_free(pair->new_path);
  vd_free(pair->relation);
  json_decref(pair->report);
}

// ----------------------------------------------------------------- judging

static bool is_verdict(const Pair *pair, const char *text) {
  return !strcmp(pair->verdict, text);
}

static OraclePair question(const Pair *pair) {
  const char *pou = json_string_value(json_object_get(pair->program, "name"));
  bool main = pou && !strcmp(pou, "Main");
  return (OraclePair){
      .old_path = pair->old_path,
      .new_path = pair->new_path,
      .pou = pou ? pou : "",
      .relation = main && !access(pair->relation, R_OK) ? pair->relation : NULL,
      .cycle = pair->cycle,
      .first = strstr(pair->made, "deep") ? MAX_DEEP : 0};
}

static bool replays(const Pair *pair) {
  Oracle replay = {0};
  OraclePair ask = question(pair);
  if (is_verdict(pair, "fundamental mismatch")) {
    ask.partner_path = ask.new_path;
    ask.new_path = ask.old_path;
  }
  const json_t *verdict = json_object_get(pair->program, "verdict");
  const json_t *shown =
      json_object_get(json_object_get(verdict, "evidence"), "run");
  oracle_replay(&ask, json_object_get(shown, "trace"), &replay);
  vd_buf_done(&replay.detail);
  return replay.kind == ORACLE_DIFFERS;
}

static bool is_difference(const Pair *pair) {
  return is_verdict(pair, "different") ||
         is_verdict(pair, "fundamental mismatch");
}

// The exit code that the report asks for.
static int code_wanted(Pair *pair) {
  size_t changes = count(pair, "change"), open = count(pair, "not compared");
  bool different = false, undecided = false;
  for (size_t i = 0; i < count(pair, "pair"); i++) {
    pair_take(pair, i);
    different |= is_difference(pair);
    undecided |= !is_verdict(pair, "same");
  }
  return different || changes ? 1 : open || undecided ? 3 : 0;
}

// Of all that is in the report.
static const char *problem_of_all(Pair *pair) {
  int code = code_wanted(pair);
  if (!pair->file || !count(pair, "pair")) return "veridiff failed";
  if (pair->code != code) return "the exit code does not fit";
  bool related = !access(pair->relation, R_OK);
  if (!strcmp(pair->kind, "changed") && code != 1)
    return "WRONG SAME: the interface changed";
  if (!strcmp(pair->kind, "equal") && code == 1 && !related)
    return "WRONG CHANGE: made equal";
  return NULL;
}

static const char *problem_of(const Pair *pair, const Oracle *oracle) {
  bool equal = !strcmp(pair->kind, "equal");
  bool differs = oracle->kind == ORACLE_DIFFERS;
  if (oracle->kind == ORACLE_FAILED) return "not simulated";
  if (equal && differs) return "made equal, but simulations differ";
  if (is_verdict(pair, "error")) return "veridiff failed";
  if (is_verdict(pair, "same") && differs) return "WRONG SAME";
  if (!is_difference(pair)) return NULL;
  if (equal) return "WRONG DIFFERENT: made equal";
  return replays(pair) ? NULL : "WRONG DIFFERENT: the trace does not show it";
}

static void say(const Pair *pair, const char *why, const char *oracle) {
  if (why)
    printf(
        "FAILED %s: %s (%s, %s)\n  veridiff: %s, exit code %d\n"
        "  oracle: %s\n",
        pair->number, why, pair->kind, pair->made, pair->verdict, pair->code,
        oracle);
}

static void judge(Pair *pair, uint64_t cycles, uint64_t seed) {
  static const char *const text[] = {[ORACLE_FAILED] = "failed",
                                     [ORACLE_ALIKE] = "same",
                                     [ORACLE_DIFFERS] = "differs"};
  pair_open(pair);
  const char *why = problem_of_all(pair);
  size_t n = count(pair, "pair");
  pair->verdict = "the report";
  say(pair, why, "not asked");
  if (!n) printf("%s error failed\n", pair->kind);
  for (size_t i = 0; i < n; i++) {
    Oracle oracle = {0};
    pair_take(pair, i);
    OraclePair ask = question(pair);
    oracle_run(&ask, cycles / n, seed, &oracle);
    printf("%s %s %s\n", pair->kind, word_of(pair->verdict), text[oracle.kind]);
    if (!why)
      say(pair, problem_of(pair, &oracle),
          oracle.detail.len ? oracle.detail.at : "no difference");
    vd_buf_done(&oracle.detail);
  }
  pair_done(pair);
}

static void judge_line(const char *dir, char *line, uint64_t cycles,
                       const char *only) {
  char *rest = line;
  Pair pair = {.dir = dir};
  pair.number = strtok_r(NULL, " ", &rest);
  pair.kind = strtok_r(NULL, " ", &rest);
  char *cycle = strtok_r(NULL, " ", &rest);
  if (!cycle || (only && strcmp(only, pair.number))) return;
  pair.cycle = (uint32_t)atoi(cycle);
  pair.made = rest;
  judge(&pair, cycles, vd_hash_bytes(pair.number, strlen(pair.number), 1));
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) {
    fprintf(stderr, "usage: random-st-judge DIR CYCLES [N]\n");
    return 2;
  }
  VdBuf path = {0}, pairs = {0};
  vd_buf_printf(&path, "%s/pairs", argv[1]);
  if (!vd_file_read(path.at, 1 << 24, &pairs)) {
    perror(path.at);
    return 2;
  }
  char *rest = pairs.at;
  for (char *line; pairs.len && (line = strtok_r(NULL, "\n", &rest));)
    judge_line(argv[1], line, strtoull(argv[2], NULL, 10), argv[3]);
  vd_buf_done(&path);
  vd_buf_done(&pairs);
  return 0;
}
