// exit 1
// old
#define HALT() do { led(n); for (;;); } while (0)
void led(int);
void f(int x) { int n = 3; if (x < 0) HALT(); }
// new
#define HALT() do { led(n); for (;;); } while (0)
void led(int);
void f(int x) { int n = 4; if (x < 0) HALT(); }
