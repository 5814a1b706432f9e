// The new version of is_late.
char veridiff_guard0[64] = {0}, veridiff_guard1[64] = {1};
const char veridiff_guard2[64] = {1};
#include "/work/main/examples/new.c"

const int veridiff_version = 1;
const int veridiff_wraps = 0;
void *veridiff_entry(void) {
#undef is_late
  return (void *)is_late;
}
void *veridiff_global(int i) {
  return (void *)0;
}
const char *veridiff_function(int i, void **at) {
  return (const char *)0;
}
