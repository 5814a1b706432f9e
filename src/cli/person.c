// Talking to a person while a run goes on: signals, the progress line, output.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"

// How often something is shown, not a limit of it.
static const double QUIET_SECONDS = 0.5;   // before the line appears
static const double REDRAW_SECONDS = 0.1;  // between two looks of it
enum { DEFAULT_WIDTH = 80 };

// ----------------------------------------------------------------- signals

// The one mutable global: a signal handler has nowhere else to write.
static volatile int cancelled;

static void cancel(int signal) {
  cancelled = signal;
}

void vd_signals_init(void) {
  // SA_RESETHAND: who presses ^C again does not want to wait.
  struct sigaction action = {.sa_handler = cancel,
                             .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

const volatile int *vd_signals_cancelled(void) {
  return &cancelled;
}

// ---------------------------------------------------------------- progress

static bool is_smart_terminal(FILE *out) {
  const char *term = getenv("TERM");
  return isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;
}

static uint32_t width_of(FILE *out) {
  struct winsize size;
  if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
    return size.ws_col;
  }
  return DEFAULT_WIDTH;
}

void vd_progress_init(VdProgress *progress, FILE *out, bool wanted) {
  *progress = (VdProgress){.start = vd_now()};
  if (!wanted || !is_smart_terminal(out)) return;
  progress->out = out;
  progress->width = width_of(out);
}

void vd_progress_draw(VdProgress *progress, uint32_t done, uint32_t total,
                      uint32_t different, const char *name) {
  double now = vd_now();
  if (!progress->out || now - progress->start < QUIET_SECONDS) return;
  if (now - progress->drawn < REDRAW_SECONDS) return;
  VdBuf line = {0};
  const char *unit = progress->unit ? progress->unit : "functions";
  vd_buf_printf(&line, "%u/%u %s, ", done, total, unit);
  if (different) vd_buf_printf(&line, "%u different, ", different);
  for (; *name; name++)
    vd_buf_char(&line, *name < 0x20 || *name > 0x7e ? '?' : *name);
  vd_buf_str(&line, "...");
  // One column stays free: a terminal may break the line in the last one.
  int most = (int)progress->width - 1;
  fprintf(progress->out, "\r\033[K%.*s", most, line.at);
  fflush(progress->out);
  vd_buf_done(&line);
  progress->drawn = now;
  progress->visible = true;
}

void vd_progress_clear(VdProgress *progress) {
  if (!progress->visible) return;
  fputs("\r\033[K", progress->out);
  fflush(progress->out);
  progress->visible = false;
}

// ------------------------------------------------------------------ output

bool vd_color_wanted(VdColor color, FILE *out) {
  const char *no = getenv("NO_COLOR");  // no-color.org: set and not empty
  switch (color) {
    case VD_COLOR_ALWAYS: return true;
    case VD_COLOR_NEVER: return false;
    case VD_COLOR_AUTO: break;
  }
  return !(no && *no) && is_smart_terminal(out);
}

bool vd_output_write(const VdBuf *text, VdBuf *error) {
  VdBuf page = {0};
  vd_text_clean(text, &page);
  errno = 0;
  bool ok = fwrite(vd_buf_text(&page), 1, page.len, stdout) == page.len;
  ok = (fflush(stdout) == 0 && ok) || errno == EPIPE;
  if (!ok) vd_buf_printf(error, "cannot write the output: %s", strerror(errno));
  vd_buf_done(&page);
  return ok;
}

void vd_message(const char *text) {
  VdBuf line = {0};
  vd_buf_str(&line, "veridiff: ");
  vd_text_print(text, &line);
  fprintf(stderr, "%s\n", vd_buf_text(&line));
  vd_buf_done(&line);
}

void vd_diags_show(const VdDiags *diags) {
  VdBuf text = {0};
  vd_diags_print(diags, &text);
  fputs(vd_buf_text(&text), stderr);
  vd_buf_done(&text);
}
