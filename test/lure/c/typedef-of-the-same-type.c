// exit 0
// old
int f(unsigned int x) { return (int)(x >> 31); }
// new
#include <stdint.h>
int32_t f(uint32_t x) { return (int)(x >> 31); }
