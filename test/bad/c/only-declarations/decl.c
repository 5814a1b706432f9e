struct S;
extern int f(int);
typedef int T;
enum { A, B };
