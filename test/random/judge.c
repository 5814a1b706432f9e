// random-judge DIR: holds what veridiff said of DIR/old.c and DIR/new.c
// (DIR/report.json) against what the oracle found (DIR/oracle.out) and how the
// pairs were made (DIR/pairs).
//
// Prints one line for each function, "KIND VERDICT ORACLE", with KIND equal,
// mutated or helper, for each failure "FAILED name: why", and "REFUSED name"
// where the interpreter saw a difference and the real code did not: no verdict
// rests on it, but something is modelled that is not so, or undefined behaviour
// that no compiler checks. What a check saw is confirmed.
#include "files.h"

typedef struct Fact {
  char *name, *kind, *made;
  char *oracle;  // "same", "differs" or NULL: not run
  char *detail;  // the oracle's line
  bool exhaustive;
  bool reported;
} Fact;
typedef VD_VEC(Fact) Facts;

static Fact *fact_of(Facts *facts, const char *name) {
  for (uint32_t i = 0; i < facts->len; i++)
    if (!strcmp(facts->at[i].name, name)) return &facts->at[i];
  return NULL;
}

// ------------------------------------------------------------------- files

static bool read_text(const char *dir, const char *name, VdBuf *out) {
  VdBuf path = {0};
  vd_buf_printf(&path, "%s/%s", dir, name);
  bool ok = vd_file_read(vd_buf_text(&path), 1 << 28, out);
  if (!ok) perror(vd_buf_text(&path));
  vd_buf_done(&path);
  return ok;
}

static void read_pairs(char *text, Facts *facts) {
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    char *kind = strchr(line, ' ');
    char *made = kind ? strchr(kind + 1, ' ') : NULL;
    if (!made) continue;
    *kind = *made = '\0';
    vd_push(facts, (Fact){.name = vd_strdup(line),
                          .kind = vd_strdup(kind + 1),
                          .made = vd_strdup(made + 1)});
  }
}

static void read_oracle(char *text, Facts *facts) {
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    char *word = strchr(line, ' ');
    if (!word) continue;
    *word++ = '\0';
    Fact *fact = fact_of(facts, line);
    if (!fact) continue;
    fact->detail = vd_strdup(word);
    fact->oracle = vd_strdup(strncmp(word, "same", 4) ? "differs" : "same");
    size_t n = strlen(word);
    fact->exhaustive = n > 4 && !strcmp(word + n - 4, " all");
  }
}

static bool read_facts(const char *dir, Facts *facts) {
  VdBuf pairs = {0}, oracle = {0};
  bool ok =
      read_text(dir, "pairs", &pairs) && read_text(dir, "oracle.out", &oracle);
  if (ok && pairs.len) read_pairs(pairs.at, facts);
  if (ok && oracle.len) read_oracle(oracle.at, facts);
  vd_buf_done(&pairs);
  vd_buf_done(&oracle);
  return ok;
}

// ---------------------------------------------------------------- verdicts

static bool replayed = true;  // were differences run on the real code?

static const char *problem_of_difference(const Fact *fact,
                                         const json_t *verdict) {
  const json_t *cex =
      json_object_get(json_object_get(verdict, "evidence"), "input");
  bool differs = fact->oracle && !strcmp(fact->oracle, "differs");
  if (!cex) return "different without an input";
  if (!strcmp(fact->kind, "equal")) return "WRONG DIFFERENT: made equal";
  if (fact->exhaustive && !strcmp(fact->oracle, "same"))
    return "WRONG DIFFERENT: no input shows it";
  // On a busy machine the compiler may take too long; the oracle will do.
  const char *native = text_of(cex, "native");
  bool late =
      (strstr(native, "took too long") || strstr(native, "timeout")) && differs;
  if (!replayed) return NULL;
  if (!json_is_true(json_object_get(cex, "native_confirmed")) && !late)
    return "different, not confirmed by the real code";
  return NULL;
}

static bool was_refused(const json_t *verdict) {
  size_t i;
  json_t *step;
  json_array_foreach(json_object_get(verdict, "steps"), i, step) {
    if (!strcmp(text_of(step, "said"), "the real code does not differ"))
      return true;
  }
  return false;
}

static const char *problem_of(const Fact *fact, const json_t *verdict) {
  const char *kind = text_of(verdict, "kind");
  bool differs = fact->oracle && !strcmp(fact->oracle, "differs");
  if (!strcmp(kind, "same") && differs) return "WRONG SAME";
  bool ended = differs && !strstr(fact->detail, "did not end");
  if (!strcmp(kind, "same if both end") && ended)
    return "WRONG SAME IF BOTH END";
  if (!strcmp(kind, "error")) return "error";
  if (!strcmp(kind, "different")) return problem_of_difference(fact, verdict);
  return NULL;
}

static void tell(const Fact *fact, const json_t *verdict, const char *word,
                 const char *why) {
  printf("%s %s: %s (%s, %s)\n", word, fact->name, why, fact->kind, fact->made);
  printf("  veridiff: %s by %s %s\n", text_of(verdict, "kind"),
         text_of(verdict, "checker"), text_of(verdict, "why"));
  const json_t *cex =
      json_object_get(json_object_get(verdict, "evidence"), "input");
  if (cex)
    printf("  difference: %s\n  native: %s\n", text_of(cex, "difference"),
           text_of(cex, "native"));
  printf("  oracle: %s\n", fact->detail ? fact->detail : "not run");
}

static void judge_item(Facts *facts, const json_t *item) {
  Fact *fact = fact_of(facts, text_of(item, "name"));
  if (!fact || strcmp(text_of(item, "kind"), "pair")) return;
  fact->reported = true;
  const json_t *verdict = json_object_get(item, "verdict");
  bool root = !strchr(fact->name, '_');
  printf("%s %s %s\n", root ? fact->kind : "helper",
         word_of(text_of(verdict, "kind")),
         fact->oracle ? fact->oracle : "none");
  const char *why = problem_of(fact, verdict);
  if (why) tell(fact, verdict, "FAILED", why);
  if (was_refused(verdict))
    tell(fact, verdict, "REFUSED", "an input that does not replay");
}

static void judge(Facts *facts, const json_t *report) {
  const json_t *files = json_object_get(report, "files");
  size_t i, j;
  json_t *file, *item;
  json_array_foreach(files, i, file) {
    json_array_foreach(json_object_get(file, "items"), j, item)
        judge_item(facts, item);
  }
  for (uint32_t f = 0; f < facts->len; f++)
    if (facts->at[f].oracle && !facts->at[f].reported)
      printf("FAILED %s: not in the report\n", facts->at[f].name);
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[2], "no-replay")) {
    replayed = false;
    argc = 2;
  }
  if (argc != 2) {
    fprintf(stderr, "usage: random-judge DIR\n");
    return 2;
  }
  Facts facts = {0};
  VdBuf text = {0};
  if (!read_facts(argv[1], &facts) || !read_text(argv[1], "report.json", &text))
    return 2;
  json_error_t error;
  json_t *report = json_loadb(vd_buf_text(&text), text.len, 0, &error);
  if (!report) {
    printf("FAILED report.json: line %d: %s\n", error.line, error.text);
    return 0;
  }
  judge(&facts, report);
  json_decref(report);
  vd_buf_done(&text);
  for (uint32_t i = 0; i < facts.len; i++) {
    vd_free(facts.at[i].name);
    vd_free(facts.at[i].kind);
    vd_free(facts.at[i].made);
    vd_free(facts.at[i].oracle);
    vd_free(facts.at[i].detail);
  }
  vd_vec_done(&facts);
  return 0;
}
