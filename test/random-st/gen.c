// random-st-gen SEED COUNT DIR: writes COUNT pairs of programs.
//
//   DIR/N.old.st, DIR/N.new.st   the versions
//   DIR/pairs                    one line a pair: N, "equal" or "mutated", the
//                                length of a cycle in ms or 0, what was done
#include <stdlib.h>

#include "st.h"

typedef bool (*Rewrite)(Kit *k, Unit *u, VdBuf *what);

static void rewrite(Kit *k, Unit *u, uint32_t n, VdBuf *what) {
  static const Rewrite rewrites[] = {equal_expr, equal_stmt, equal_stmt,
                                     equal_pou, equal_state};
  for (uint32_t i = 0; i < n; i++)
    rewrites[below(k, VD_COUNT(rewrites))](k, u, what);
}

static bool write_version(const Unit *u, const char *dir, uint32_t number,
                          const char *version) {
  VdBuf text = {0}, path = {0};
  print_unit(u, &text);
  vd_buf_printf(&path, "%s/%u.%s.st", dir, number, version);
  bool ok = vd_file_write(path.at, vd_buf_text(&text), text.len);
  if (!ok) perror(path.at);
  vd_buf_done(&text);
  vd_buf_done(&path);
  return ok;
}

static bool make_pair(Kit *k, uint32_t number, const char *dir, VdBuf *pairs) {
  static const int cycles[] = {0, 0, 0, 4, 10, 50};
  bool equal = number % 2 == 0;
  VdBuf what = {0};
  Unit *u = make_unit(k);
  bool ok = write_version(u, dir, number, "old");
  if (!equal && !mutate(k, u, &what)) vd_buf_str(&what, "nothing");
  // Some mutations are hidden among rewrites.
  rewrite(k, u, equal ? 1 + below(k, 5) : below(k, 3), &what);
  vd_buf_printf(pairs, "%u %s %d %s\n", number, equal ? "equal" : "mutated",
                cycles[below(k, VD_COUNT(cycles))],
                what.len ? what.at : "nothing");
  vd_buf_done(&what);
  return write_version(u, dir, number, "new") && ok;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: random-st-gen SEED COUNT DIR\n");
    return 2;
  }
  uint64_t seed = strtoull(argv[1], NULL, 10);
  uint32_t count = (uint32_t)strtoul(argv[2], NULL, 10);
  VdBuf pairs = {0}, path = {0};
  bool ok = true;
  for (uint32_t i = 0; i < count && ok; i++) {
    // A pair is the same whatever comes before it.
    Kit k = {.random = {vd_hash_mix(vd_hash_mix(1, seed), i)}};
    make_library(&k);
    ok = make_pair(&k, i, argv[3], &pairs);
    vd_arena_done(&k.arena);
  }
  vd_buf_printf(&path, "%s/pairs", argv[3]);
  ok = ok && vd_file_write(path.at, vd_buf_text(&pairs), pairs.len);
  vd_buf_done(&pairs);
  vd_buf_done(&path);
  return ok ? 0 : 2;
}
