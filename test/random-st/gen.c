// random-st-gen SEED COUNT DIR: writes COUNT pairs of programs.
//
//   DIR/N.old.st, DIR/N.new.st   the versions; .xml for .st where they are so
//   DIR/N.contract               if the pair has a contract
//   DIR/N.relation               the same for the simulations (contract.c)
//   DIR/N.whole                  if all of it is compared, not Main alone
//   DIR/pairs                    one line a pair: N, "equal", "mutated" or
//                                "changed" (an interface), the length of a
//                                cycle in ms or 0, what was done
//
// A pair Nb has the files of N but no contract, or another length of a cycle:
// it is asked with N's store, after it.
#include <stdlib.h>

#include "../random/files.h"
#include "st.h"

typedef bool (*Rewrite)(Kit *k, Unit *u, VdBuf *what);

static void rewrite(Kit *k, Unit *u, uint32_t n, VdBuf *what) {
  static const Rewrite rewrites[] = {equal_expr, equal_stmt, equal_stmt,
                                     equal_pou, equal_state};
  for (uint32_t i = 0; i < n; i++)
    rewrites[below(k, VD_COUNT(rewrites))](k, u, what);
}

static bool write_part(const char *dir, uint32_t number, const char *tail,
                       VdBuf *text) {
  VdBuf name = {0};
  vd_buf_printf(&name, "%u.%s", number, tail);
  bool ok = write_file(dir, name.at, text);
  vd_buf_done(text);
  vd_buf_done(&name);
  return ok;
}

static bool write_version(const Unit *u, const char *dir, uint32_t number,
                          bool new, bool xml) {
  VdBuf text = {0};
  if (xml && print_xml(u, &text))
    return write_part(dir, number, new ? "new.xml" : "old.xml", &text);
  print_unit(u, &text);
  return write_part(dir, number, new ? "new.st" : "old.st", &text);
}

static void say_pair(VdBuf *pairs, uint32_t number, const char *tail,
                     const char *kind, int cycle, const VdBuf *what) {
  vd_buf_printf(pairs, "%u%s %s %d %s\n", number, tail, kind, cycle,
                what->len ? what->at : "nothing");
}

static bool make_pair(Kit *k, uint32_t number, const char *dir, VdBuf *pairs) {
  static const int cycles[] = {0, 0, 0, 4, 10, 50};
  bool equal = number % 2 == 0, bare = false;
  VdBuf what = {0}, contract = {0}, relation = {0};
  Unit *u = make_unit(k);
  bool ok = write_version(u, dir, number, false, chance(k, 10));
  bool changed =
      !equal && u->whole && chance(k, 60) && change_interface(k, u, &what);
  bool deep = !equal && !changed && chance(k, 6) && mutate_deep(k, u, &what);
  // How long a cycle takes matters most to timers.
  bool time =
      u->alone && !equal && !deep && chance(k, 70) && mutate_time(k, u, &what);
  if (!equal && !changed && !deep && !time && !mutate(k, u, &what))
    vd_buf_str(&what, "nothing");
  // Some mutations are hidden among rewrites.
  rewrite(k, u, equal ? 1 + below(k, 5) : below(k, 3), &what);
  if (equal && chance(k, 30)) equal_address(k, u, &what);
  VdBuf none = {0};
  if (u->whole) ok = write_part(dir, number, "whole", &none) && ok;
  int cycle = cycles[below(k, VD_COUNT(cycles))];
  if (time) cycle = 50;
  bool related = !time && !changed && !u->renamed && chance(k, 30) &&
                 make_contract(k, u, equal, &contract, &relation, &what, &bare);
  const char *kind = equal ? "equal" : changed ? "changed" : "mutated";
  say_pair(pairs, number, "", kind, cycle, &what);
  if (related) {
    ok = write_part(dir, number, "contract", &contract) && ok;
    ok = write_part(dir, number, "relation", &relation) && ok;
    if (bare) say_pair(pairs, number, "b", "mutated", cycle, &what);
  } else if (chance(k, time ? 100 : u->alone ? 40 : 8)) {
    say_pair(pairs, number, "b", kind, cycle ? 0 : 10, &what);
  }
  vd_buf_done(&what);
  vd_buf_done(&contract);
  vd_buf_done(&relation);
  return write_version(u, dir, number, true, chance(k, 25)) && ok;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: random-st-gen SEED COUNT DIR\n");
    return 2;
  }
  uint64_t seed = strtoull(argv[1], NULL, 10);
  uint32_t count = (uint32_t)strtoul(argv[2], NULL, 10);
  VdBuf pairs = {0};
  bool ok = true;
  for (uint32_t i = 0; i < count && ok; i++) {
    // A pair is the same whatever comes before it.
    Kit k = {.random = {vd_hash_mix(vd_hash_mix(1, seed), i)}};
    make_library(&k);
    ok = make_pair(&k, i, argv[3], &pairs);
    vd_arena_done(&k.arena);
  }
  ok = ok && write_file(argv[3], "pairs", &pairs);
  vd_buf_done(&pairs);
  return ok ? 0 : 2;
}
