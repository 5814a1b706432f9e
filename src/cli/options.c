// Reading the command line by the rows of options.def.
#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/limit.h"

enum {
#define VD_COMMAND(id, letter, word, least, most, expected, usage, line, \
                   about, examples)                                      \
  letter = 1 << VD_COMMAND_##id,
#include "cli/command.def"
#undef VD_COMMAND
};

const VdOptionRow vd_option_rows[] = {
#define VD_GROUP(title) {.kind = VD_OPTION_GROUP, .name = title},
#define VD_OPTION(field, name, value, kind, min, max, commands, help) \
  {VD_OPTION_##kind,        name, value, min, max, commands,          \
   offsetof(VdArgs, field), help},
#include "cli/options.def"
#undef VD_OPTION
#undef VD_GROUP
};
const uint32_t vd_option_count = VD_COUNT(vd_option_rows);

// For those who test veridiff, and in no --help: ARCHITECTURE.md, Limits.
static const VdOptionRow limit_row = {.kind = VD_OPTION_WORDS,
                                      .name = "limit",
                                      .value = "NAME=N",
                                      .commands = ~0u,
                                      .offset = offsetof(VdArgs, limit)};

const VdCommandRow vd_command_rows[VD_COMMANDS] = {
#define VD_COMMAND(id, letter, word, least, most, expected, usage, line, \
                   about, examples)                                      \
  [VD_COMMAND_##                                                         \
      id] = {word, least, most, expected, usage, line, about, examples},
#include "cli/command.def"
#undef VD_COMMAND
};

static void set_defaults(VdArgs *args) {
  VdOptions options;
  vd_options_init(&options);
  *args = (VdArgs){
      .effort = -1,
      .timeout = -1,
      .memory = options.memory >> 20,
      .jobs = options.jobs,
      .unroll = options.unroll,
      .seed = options.seed,
      .strategy = options.strategy,
  };
}

// ------------------------------------------------------------------- names

// The option whose name is nearest, NULL if none is near.
static const char *nearest(const char *name, size_t len) {
  VdNear near = {.text = name, .len = len};
  for (uint32_t i = 0; i < vd_option_count; i++)
    if (vd_option_rows[i].kind != VD_OPTION_GROUP)
      vd_near_try(&near, vd_option_rows[i].name);
  return near.best;
}

static const VdOptionRow *find_option(const char *name, size_t len) {
  for (uint32_t i = 0; i < vd_option_count; i++) {
    const VdOptionRow *row = &vd_option_rows[i];
    if (row->kind != VD_OPTION_GROUP && strlen(row->name) == len &&
        memcmp(row->name, name, len) == 0) {
      return row;
    }
  }
  bool is_limit =
      strlen(limit_row.name) == len && memcmp(limit_row.name, name, len) == 0;
  return is_limit ? &limit_row : NULL;
}

// ------------------------------------------------------------------ values

static bool read_count(const VdOptionRow *row, const char *text, uint64_t *out,
                       VdBuf *error) {
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  bool digits = text[0] >= '0' && text[0] <= '9' && !*end && !errno;
  if (digits && (double)n >= row->min && (double)n <= row->max) {
    *out = n;
    return true;
  }
  vd_buf_printf(error,
                "option --%s: expected a whole number from %.0f to %.0f, "
                "found '%s'",
                row->name, row->min, row->max, text);
  return false;
}

static bool read_seconds(const VdOptionRow *row, const char *text, double *out,
                         VdBuf *error) {
  char *end;
  double x = strtod(text, &end);
  bool number =
      strspn(text, "0123456789.e-+") == strlen(text) && *text && !*end;
  if (number && x >= row->min && x <= row->max) {
    *out = x;
    return true;
  }
  vd_buf_printf(error,
                "option --%s: expected seconds, a number from %.0f to %.0f, "
                "found '%s'",
                row->name, row->min, row->max, text);
  return false;
}

// The number of a word in "a|b|c".
static bool read_choice(const VdOptionRow *row, const char *text, uint32_t *out,
                        VdBuf *error) {
  size_t len = strlen(text);
  uint32_t n = 0;
  for (const char *at = row->value;; n++) {
    size_t word = strcspn(at, "|");
    if (word == len && memcmp(at, text, len) == 0) {
      *out = n;
      return true;
    }
    if (!at[word]) break;
    at += word + 1;
  }
  vd_buf_printf(error, "option --%s: expected one of %s, found '%s'", row->name,
                row->value, text);
  return false;
}

static bool add_word(const VdOptionRow *row, const char *text, VdWords *words,
                     VdBuf *error) {
  if (words->n == vd_limit->option_times) {
    vd_buf_printf(error, "option --%s: given more than %d times", row->name,
                  vd_limit->option_times);
    return false;
  }
  words->at[words->n++] = text;
  return true;
}

static bool set_value(VdArgs *args, const VdOptionRow *row, const char *text,
                      VdBuf *error) {
  void *at = (char *)args + row->offset;
  switch (row->kind) {
    case VD_OPTION_GROUP: return false;
    case VD_OPTION_FLAG: *(bool *)at = true; return true;
    case VD_OPTION_TEXT: *(const char **)at = text; return true;
    case VD_OPTION_COUNT: return read_count(row, text, at, error);
    case VD_OPTION_SECONDS: return read_seconds(row, text, at, error);
    case VD_OPTION_CHOICE: return read_choice(row, text, at, error);
    case VD_OPTION_WORDS: return add_word(row, text, at, error);
  }
  return false;
}

// ---------------------------------------------------------------- arguments

typedef struct Words {
  int n, at;
  char *const *word;
} Words;

static bool refuse_unknown(const char *name, size_t len, VdBuf *error) {
  const char *meant = nearest(name, len);
  vd_buf_printf(error, "unknown option --%.*s", (int)len, name);
  if (meant) vd_buf_printf(error, "; did you mean --%s?", meant);
  return false;
}

static bool refuse_command(const VdOptionRow *row, VdCommandKind command,
                           VdBuf *error) {
  if (command == VD_COMMAND_COMPARE)
    vd_buf_printf(error, "option --%s does not go with comparing", row->name);
  else
    vd_buf_printf(error, "option --%s does not go with 'veridiff %s'",
                  row->name, vd_command_rows[command].word);
  return false;
}

// The text of an option's value: behind the = or the next word.
static bool take_value(Words *words, const VdOptionRow *row, const char *given,
                       const char **text, VdBuf *error) {
  *text = given;
  if (row->kind == VD_OPTION_FLAG && given) {
    vd_buf_printf(error, "option --%s takes no value, found '%s'", row->name,
                  given);
    return false;
  }
  if (row->kind == VD_OPTION_FLAG || given) return true;
  if (words->at == words->n) {
    vd_buf_printf(error, "option --%s needs a value: %s", row->name,
                  row->value);
    return false;
  }
  *text = words->word[words->at++];
  return true;
}

static bool read_option(VdArgs *args, Words *words, const char *word,
                        VdBuf *error) {
  const char *name = word + 2;
  size_t len = strcspn(name, "=");
  const VdOptionRow *row = find_option(name, len);
  const char *text;
  if (!row) return refuse_unknown(name, len, error);
  if (!take_value(words, row, name[len] ? name + len + 1 : NULL, &text,
                  error)) {
    return false;
  }
  if (!(row->commands & 1u << args->command)) {
    return refuse_command(row, args->command, error);
  }
  return set_value(args, row, text, error);
}

// "OLD NEW --crosswalk A B": what follows both versions is a crosswalk too.
static bool is_crosswalk(const VdArgs *args) {
  return args->operands == vd_command_rows[args->command].most &&
         args->crosswalk.n &&
         (args->command == VD_COMMAND_RULES ||
          args->command == VD_COMMAND_MIGRATE);
}

static bool read_operand(VdArgs *args, const char *word, VdBuf *error) {
  if (is_crosswalk(args))
    return add_word(find_option("crosswalk", strlen("crosswalk")), word,
                    &args->crosswalk, error);
  if (args->operands == vd_command_rows[args->command].most) {
    vd_buf_printf(error, "expected %s, found one more: '%s'",
                  vd_command_rows[args->command].expected, word);
    return false;
  }
  args->operand[args->operands++] = word;
  return true;
}

// A command's word counts only in the first place, so that files called "ir"
// can be compared.
static void read_command(VdArgs *args, Words *words) {
  for (size_t i = 0; words->n > 0 && i < VD_COMMANDS; i++) {
    if (strcmp(words->word[0], vd_command_rows[i].word) != 0) continue;
    args->command = (VdCommandKind)i;
    args->named = true;
    words->at++;
    break;
  }
  if (args->command == VD_COMMAND_RULES && words->n > 1 &&
      strcmp(words->word[1], "migrate") == 0) {
    args->command = VD_COMMAND_MIGRATE;
    words->at++;
  }
}

static bool check_complete(const VdArgs *args, VdBuf *error) {
  uint32_t least = vd_command_rows[args->command].least;
  if (args->operands >= least || args->help || args->version) return true;
  vd_buf_printf(error, "expected %s, found %s",
                vd_command_rows[args->command].expected,
                args->operands ? "only one" : "none");
  return false;
}

bool vd_args_read(int argc, char *const argv[], VdArgs *args, VdBuf *error) {
  Words words = {.n = argc > 0 ? argc - 1 : 0, .word = argv + 1};
  bool options = true, ok = true;
  set_defaults(args);
  read_command(args, &words);
  while (ok && words.at < words.n) {
    const char *word = words.word[words.at++];
    if (options && strcmp(word, "--") == 0) {
      options = false;
    } else if (options && strcmp(word, "-h") == 0) {
      args->help = true;
    } else if (options && strcmp(word, "-o") == 0) {
      ok = read_option(args, &words, "--output", error);
    } else if (options && strncmp(word, "--", 2) == 0) {
      ok = read_option(args, &words, word, error);
    } else if (options && word[0] == '-' && word[1]) {
      vd_buf_printf(error, "unknown option %s; options begin with two dashes",
                    word);
      ok = false;
    } else {
      ok = read_operand(args, word, error);
    }
  }
  return ok && check_complete(args, error);
}

bool vd_args_lower_limits(const VdArgs *args, VdBuf *error) {
  for (uint32_t i = 0; i < args->limit.n; i++) {
    char name[64], *end;
    const char *text = args->limit.at[i];
    size_t len = strcspn(text, "=");
    const char *why = "expected NAME=N";
    if (text[len] && len < sizeof name) {
      snprintf(name, sizeof name, "%.*s", (int)len, text);
      double value = strtod(text + len + 1, &end);
      if (text[len + 1] && !*end) why = vd_limit_set(name, value);
    }
    if (!why) continue;
    vd_buf_printf(error, "option --limit: %s: %s", text, why);
    return false;
  }
  return true;
}
