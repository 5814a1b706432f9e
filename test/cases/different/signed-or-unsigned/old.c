#include <stddef.h>

int is_room(int used, int size) { return used < size; }
int fits(int length) { return length < (int)sizeof(long); }
int is_ascii(signed char c) { return c < 127; }
int widen(int x) { return (long)x < 0; }
