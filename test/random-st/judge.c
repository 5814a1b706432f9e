// random-st-judge DIR CYCLES [N]: simulates the pairs of DIR/pairs, or pair N,
// for so many cycles, and holds what veridiff said of them (its exit code, in
// DIR/N.code) against that and against how they were made.
//
// Prints one line for each pair, "KIND VERDICT ORACLE", and for each failure
// "FAILED N: why".
#include <stdlib.h>

#include "oracle.h"

typedef struct Pair {
  const char *dir;
  char *number, *kind, *made;
  uint32_t cycle;
  int code;  // -1: veridiff was not run
} Pair;

static const char *verdict_of(const Pair *pair) {
  switch (pair->code) {
    case -1: return "none";
    case 0: return "same";
    case 1: return "different";
    case 3: return "unknown";
    default: return "error";
  }
}

static void path_of(const Pair *pair, const char *tail, VdBuf *out) {
  vd_buf_printf(out, "%s/%s.%s", pair->dir, pair->number, tail);
}

static int code_of(const Pair *pair) {
  VdBuf path = {0}, text = {0};
  path_of(pair, "code", &path);
  bool ok = vd_file_read(vd_buf_text(&path), 100, &text);
  int code = ok ? atoi(vd_buf_text(&text)) : -1;
  vd_buf_done(&path);
  vd_buf_done(&text);
  return code;
}

static const char *problem_of(const Pair *pair, const Oracle *oracle) {
  bool equal = !strcmp(pair->kind, "equal");
  bool differs = oracle->kind == ORACLE_DIFFERS;
  if (oracle->kind == ORACLE_FAILED) return "not simulated";
  if (equal && differs) return "made equal, but simulations differ";
  if (pair->code == 0 && differs) return "WRONG SAME";
  if (pair->code == 1 && equal) return "WRONG DIFFERENT: made equal";
  return strcmp(verdict_of(pair), "error") ? NULL : "veridiff failed";
}

static void judge(Pair *pair, uint64_t cycles, uint64_t seed) {
  static const char *const text[] = {[ORACLE_FAILED] = "failed",
                                     [ORACLE_ALIKE] = "same",
                                     [ORACLE_DIFFERS] = "differs"};
  VdBuf old_path = {0}, new_path = {0};
  Oracle oracle = {0};
  path_of(pair, "old.st", &old_path);
  path_of(pair, "new.st", &new_path);
  pair->code = code_of(pair);
  oracle_run(vd_buf_text(&old_path), vd_buf_text(&new_path), pair->cycle,
             cycles, seed, &oracle);
  printf("%s %s %s\n", pair->kind, verdict_of(pair), text[oracle.kind]);
  const char *why = problem_of(pair, &oracle);
  if (why)
    printf(
        "FAILED %s: %s (%s, %s)\n  veridiff: %s, exit code %d\n"
        "  oracle: %s\n",
        pair->number, why, pair->kind, pair->made, verdict_of(pair), pair->code,
        oracle.detail.len ? oracle.detail.at : "no difference");
  vd_buf_done(&old_path);
  vd_buf_done(&new_path);
  vd_buf_done(&oracle.detail);
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
