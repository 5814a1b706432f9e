int again(void) {
  return (has("b") || has("c")) && (has("c") || has("b")) ? 1 : 0;
}

int absorbed(void) {
  return has("a") || has("b") || has("c");
}

int never(void) {
  return has("d") && has("a") && !has("a");
}

int always(void) {
  return has("a") || !has("a") ? 1 : 2;
}
