enum State { IDLE, RUN, HOLD, STOP, FAULT };

int days(int month) {
  if (month < 1 || month > 12) return 0;
  if (month == 2) return 28;
  if (month == 4 || month == 6 || month == 9 || month == 11) return 30;
  return 31;
}

enum State step(enum State state, int start, int stop, int fault) {
  if (state == IDLE || state == RUN) {
    if (fault) return FAULT;
    if (state == RUN) return stop ? STOP : RUN;
    return !start || stop ? IDLE : RUN;
  }
  if (state == STOP && !stop) return IDLE;
  return state;
}

const char *describe(int code) {
  if (code == 0) return "fine";
  else if (code == 1) return "warning";
  else if (code == 2) return "error";
  return "?";
}

int fall_through(int level) {
  if (level == 1) return 1;
  if (level == 2) return 3;
  return level == 3 ? 7 : 0;
}
