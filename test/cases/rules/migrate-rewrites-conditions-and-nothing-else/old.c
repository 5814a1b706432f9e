// Bronchitis: has("466.0") in a comment stays.
#include <veridiff/codes.h>

/* has("999") is unknown, has_any("nothing") too */
const char *text = "has(\"466.0\") is text";
char quote = '"', backslash = '\\';

#if 0
has("466.0
) has("
#endif

#define BRONCHITIS has("466.0")

static int fee(int base) {
  return has("041.81") ? base + 5 : base;
}

int f(int age) {
  if (BRONCHITIS && age < 18)
    return fee(50);
  if (has("466.1")     // the small ones, */ too
      && !has("466.0") /* and not the others */)
    return 7;
  else if (!(has("466.1") || has("041.81")) && age > 3 || has("466.1"))
    return 10;
  int n = has("041.81") + 2 * has ( "466.0" );
  n += has("041.81") & 1;
  if (has("466.0") == has("041.81")) n++;
  return (has("466.0")), has("466.0") ? n : -has("041.81");
}
