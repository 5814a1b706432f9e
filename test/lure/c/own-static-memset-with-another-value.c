// exit 1
// old
static void memset(char *p, int v, int n) { for (int i = 0; i < n; i++) p[i] = (char)v; }
void f(char *p) { memset(p, 0, 3); }
// new
static void memset(char *p, int v, int n) { for (int i = 0; i < n; i++) p[i] = (char)(v + 1); }
void f(char *p) { memset(p, 0, 3); }
