#include <veridiff/codes.h>

int bronchitis(void) {
  return has("466.0") ? 50 : 0;
}

int flu(void) {
  return has("487.0") ? 20 : 0;
}

int flu_wrongly(void) {
  return has("487.0") ? 20 : 0;
}

int poisoning(void) {
  return has("969.0") ? 70 : 0;
}

int dead(void) {
  return has("969.0") && !has("969.0") ? 70 : 0;
}
