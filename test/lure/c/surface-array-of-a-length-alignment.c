// exit 3
// old
void give(void *);
void run(int n) { _Alignas(128) char a[n]; give(a); }
// new
void give(void *);
void run(int n) { char a[n]; give(a); }
