// exit 1
// says aligned(32)
// old
struct row { char cell[32]; };
int none(struct row *r) { return !r; }
// new
struct __attribute__((aligned(32))) row { char cell[32]; };
int none(struct row *r) { return !r; }
