// exit 1
// old
enum { A, B, C };
int f(int x) { return x == C; }
// new
enum { A, NEW, B, C };
int f(int x) { return x == C; }
