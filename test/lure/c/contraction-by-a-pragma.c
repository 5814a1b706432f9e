// exit 0
// says floats are computed as written
// old
#pragma clang fp contract(fast)
__attribute__((target("fma"))) float f(float a, float b, float c) { float t = a * b; return t + c; }
// new
__attribute__((target("fma"))) float f(float a, float b, float c) { float t = a * b; return t + c; }
