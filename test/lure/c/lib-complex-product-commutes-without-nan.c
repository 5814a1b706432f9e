// exit 0
// old
_Bool f(float _Complex *x) {
  float _Complex y = *x * 2.0f;
  return __real__ y > 1;
}
// new
_Bool f(float _Complex *x) {
  return __real__ *x * 2.0f > 1;
}
