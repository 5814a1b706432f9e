// exit 1
// old
struct row { char cell[32]; };
struct row *get(void) { return 0; }
// new
struct row { _Alignas(32) char cell[32]; };
struct row *get(void) { return 0; }
