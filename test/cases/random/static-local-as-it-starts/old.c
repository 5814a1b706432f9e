// The difference shows where the static variable is as the program starts with
// it, and only in what is left in the variable.
void f(unsigned p) {
  static int v = 3;
  if (v == 3) v = (int)(p & 7);
}
