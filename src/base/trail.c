// A trail is text: for each attempt a '+' or a '-', what it is made of after
// it, and what was put in braces.
#include "base/trail.h"

#include <stdlib.h>

bool vd_trail_begin(VdTrail *trail, VdAttempt *attempt) {
  if (!trail) return true;
  *attempt = (VdAttempt){trail->text.len, vd_work(), trail->wasted};
  if (!trail->follow) {
    vd_buf_char(&trail->text, '+');
    return true;
  }
  char next = trail->at < trail->text.len ? trail->text.at[trail->at++] : 0;
  trail->lost = trail->lost || (next != '+' && next != '-');
  return !trail->lost && next == '+';
}

bool vd_trail_end(VdTrail *trail, const VdAttempt *attempt, bool ok) {
  if (!trail || ok) return ok;
  if (trail->follow) {
    trail->lost = true;
    return false;
  }
  // What it was made of failed with it.
  trail->text.len = attempt->at;
  vd_buf_char(&trail->text, '-');
  trail->wasted = attempt->wasted + vd_work() - attempt->work;
  return false;
}

void vd_trail_put(VdTrail *trail, const char *text) {
  if (trail && !trail->follow) vd_buf_printf(&trail->text, "{%s}", text);
}

const char *vd_trail_take(VdTrail *trail, VdBuf *text) {
  if (!trail || !trail->follow || trail->lost) return NULL;
  const char *from = vd_buf_text(&trail->text) + trail->at;
  if (*from != '{') return NULL;
  const char *end = strchr(from, '}');
  if (!end) return NULL;
  text->len = 0;
  vd_buf_add(text, from + 1, (size_t)(end - from) - 1);
  trail->at += (size_t)(end - from) + 1;
  return vd_buf_text(text);
}

void vd_number_put(VdBuf *text, uint64_t number) {
  vd_buf_printf(text, " %llx", (unsigned long long)number);
}

uint64_t vd_number_take(VdNumbers *numbers, uint64_t most) {
  char *end = NULL;
  unsigned long long n = 0;
  if (numbers->ok && *numbers->at == ' ' && numbers->at[1] != ' ')
    n = strtoull(numbers->at + 1, &end, 16);
  numbers->ok = end && end != numbers->at + 1 && n <= most;
  if (!numbers->ok) return 0;
  numbers->at = end;
  return n;
}

void vd_trail_done(VdTrail *trail) {
  vd_buf_done(&trail->text);
}
