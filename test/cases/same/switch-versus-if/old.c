enum State { IDLE, RUN, HOLD, STOP, FAULT };

int days(int month) {
  switch (month) {
    case 2: return 28;
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    default: return month >= 1 && month <= 12 ? 31 : 0;
  }
}

enum State step(enum State state, int start, int stop, int fault) {
  switch (state) {
    case IDLE:
      if (fault) return FAULT;
      return start && !stop ? RUN : IDLE;
    case RUN:
      if (fault) return FAULT;
      if (stop) return STOP;
      return RUN;
    case STOP: return stop ? STOP : IDLE;
    case HOLD:
    case FAULT: break;
  }
  return state;
}

const char *describe(int code) {
  switch (code) {
    case 0: return "fine";
    case 1: return "warning";
    case 2: return "error";
  }
  return "?";
}

int fall_through(int level) {
  int bits = 0;
  switch (level) {
    case 3: bits |= 4;
    case 2: bits |= 2;
    case 1: bits |= 1;
  }
  return bits;
}
