// exit 1
// old
// file a.c
int a(int x) { return x & 1; }
// file t.c
const int table[3] = {1, 2, 3};
// new
// file a.c
int a(int x) { return x & 1; }
// file t.c
const int table[3] = {1, 2, 4};
