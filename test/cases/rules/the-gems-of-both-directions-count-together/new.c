#include <veridiff/codes.h>

int bronchitis(void) {
  return has("J20.9") || has("J20.0") ? 50 : 0;
}

int flu(void) {
  if (has("J11.00") && has("J12.9")) return 20;
  return has("J11.08") && (has("J12.8") || has("J12.9")) ? 20 : 0;
}

int flu_wrongly(void) {
  if (has("J11.00") && has("J12.9")) return 20;
  return has("J11.08") && has("J12.8") ? 20 : 0;
}

int poisoning(void) {
  return 0;
}

int dead(void) {
  return 0;
}
