// exit 1
// old
typedef enum { LOW, HIGH } R;
int f(R x) { return x == LOW; }
// new
typedef enum { HIGH, LOW } R;
int f(R x) { return x == HIGH; }
