// exit 1
// old
struct s { long a[4]; };
long f(struct s p) { return 1; }
// new
struct s { long a[5]; };
long f(struct s p) { return 1; }
