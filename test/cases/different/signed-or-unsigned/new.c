#include <stddef.h>

int is_room(int used, int size) { return (unsigned)used < (unsigned)size; }
int fits(int length) { return length < sizeof(long); }
int is_ascii(signed char c) { return (unsigned char)c < 127; }
int widen(int x) { return (long)(unsigned)x < 0; }
